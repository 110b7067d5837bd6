import { useLingui } from '@lingui/react/macro';
import { History } from 'lucide-react';
import { EarlierMessages, LaterMessages } from '#src/domain/conversation/around-draft.tsx';
import { KeywordIndexLoader } from '#src/domain/keywords/keyword-index-loader.ts';
import { UnderlinedText } from '#src/domain/keywords/underlined-text.tsx';
import { EditForm } from '#src/outbox/edit-form.tsx';
import { isRecentActionsOpen } from '#src/outbox/outbox-entries.ts';
import { RowFailure } from '#src/outbox/row-failure.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { SelectionBar } from './bulk/selection-bar.tsx';
import { AboveBar } from './draft/above-bar.tsx';
import { QueuePosition } from './draft/queue-position.tsx';
import { DraftFacts } from './facts/draft-facts.tsx';
import { DraftHeader } from './facts/draft-header.tsx';
import { DecisionBlockedNotice, explainBlockedAction } from './queue/blocked-action.tsx';
import { EmptyQueue } from './queue/empty-queue.tsx';
import { OpenDraftGuard } from './queue/open-draft-guard.ts';
import { QueueEffects } from './queue/queue-effects.tsx';
import { QueueCount, QueueNotices } from './queue/queue-notices.tsx';

/** Opens the drawer of recent actions. */
function RecentButton() {
  const { t } = useLingui();
  return (
    <IconButton label={t`Recent actions`} onClick={() => isRecentActionsOpen.set(true)}>
      <History aria-hidden="true" />
    </IconButton>
  );
}

/** Parts of the page that load right after the first screen. In one chunk, because many small ones take longer. */
export const partsAfterStart = {
  AboveBar,
  QueuePosition,
  DraftHeader,
  DraftFacts,
  EarlierMessages,
  EditForm,
  EmptyQueue,
  KeywordIndexLoader,
  LaterMessages,
  OpenDraftGuard,
  QueueCount,
  QueueEffects,
  QueueNotices,
  RecentButton,
  RowFailure,
  SelectionBar,
  UnderlinedText,
  DecisionBlockedNotice,
  explainBlockedAction,
};
