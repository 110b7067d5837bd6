import { useLingui } from '@lingui/react/macro';
import { History } from 'lucide-react';
import { EarlierMessages, LaterMessages } from '#src/domain/conversation/around-draft.tsx';
import { KeywordSource } from '#src/domain/keywords/keyword-source.ts';
import { UnderlinedText } from '#src/domain/keywords/underlined-text.tsx';
import { EditForm } from '#src/outbox/edit-form.tsx';
import { isRecentOpen } from '#src/outbox/outbox-entries.ts';
import { RowFailure } from '#src/outbox/row-failure.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { SelectionBar } from './bulk/selection-bar.tsx';
import { AboveBar } from './draft/above-bar.tsx';
import { BarPlace } from './draft/bar-place.tsx';
import { DraftBrief } from './facts/draft-brief.tsx';
import { DraftFacts } from './facts/draft-facts.tsx';
import { EmptyQueue } from './queue/empty-queue.tsx';
import { ListedDraft } from './queue/listed-draft.ts';
import { QueueFollower } from './queue/queue-follower.tsx';
import { QueueCount, QueueNotices } from './queue/queue-notices.tsx';
import { sayWhyNot, WhyNot } from './queue/why-not.tsx';

/** Opens the drawer of recent actions. */
function RecentButton() {
  const { t } = useLingui();
  return (
    <IconButton label={t`Recent actions`} onClick={() => isRecentOpen.set(true)}>
      <History aria-hidden="true" />
    </IconButton>
  );
}

/** Parts of the page that load right after the first screen. In one chunk, because many small ones take longer. */
export const partsAfterStart = {
  AboveBar,
  BarPlace,
  DraftBrief,
  DraftFacts,
  EarlierMessages,
  EditForm,
  EmptyQueue,
  KeywordSource,
  LaterMessages,
  ListedDraft,
  QueueCount,
  QueueFollower,
  QueueNotices,
  RecentButton,
  RowFailure,
  SelectionBar,
  UnderlinedText,
  WhyNot,
  sayWhyNot,
};
