import { Conversation } from '#src/domain/conversation/conversation.tsx';
import { Verdict } from '#src/domain/drafts/verdict.tsx';
import { FilterControl } from '#src/list/filter-control.tsx';
import { ReasonForm } from '#src/outbox/reason-form.tsx';
import { SelectionBar } from './bulk/selection-bar.tsx';
import { DecisionFailure } from './draft/decision-failure.tsx';
import { DraftsOfRoom } from './draft/drafts-of-room.tsx';
import { EditForm } from './draft/edit-form.tsx';
import { ClientFilterNotice } from './queue/client-filter-notice.tsx';

/** Parts of the page that load right after the first screen. In one chunk, because many small ones take longer. */
export const partsAfterStart = {
  Conversation,
  DecisionFailure,
  DraftsOfRoom,
  EditForm,
  FilterControl,
  ClientFilterNotice,
  ReasonForm,
  SelectionBar,
  Verdict,
};
