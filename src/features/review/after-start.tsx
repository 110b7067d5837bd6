import { Trans, useLingui } from '@lingui/react/macro';
import { History } from 'lucide-react';
import { EarlierMessages, LaterMessages } from '#src/domain/conversation/around-draft.tsx';
import { KeywordIndexLoader } from '#src/domain/keywords/keyword-index-loader.ts';
import { UnderlinedText } from '#src/domain/keywords/underlined-text.tsx';
import { EditForm } from '#src/outbox/edit-form.tsx';
import { isRecentActionsOpen } from '#src/outbox/outbox-entries.ts';
import { useFailedDecision } from '#src/outbox/use-failed-decision.ts';
import { Button } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import { AboveBar } from '../review-draft/above-bar.tsx';
import { DraftFacts } from '../review-draft/draft-facts.tsx';
import { DraftHeader } from '../review-draft/draft-header.tsx';
import { EmptyQueue } from '../review-list/empty-queue.tsx';
import { QueueCount, QueueNotices, QueuePosition } from '../review-list/queue-notices.tsx';
import { DecisionBlockedNotice, explainBlockedAction } from '../review-queue/blocked-action.tsx';
import { OpenDraftGuard } from './open-draft-guard.ts';
import { QueueEffects } from './queue-effects.tsx';
import { SelectionBar } from './selection-bar.tsx';

/** Opens the drawer of recent actions. */
function RecentButton() {
  const { t } = useLingui();
  return (
    <IconButton label={t`Recent actions`} onClick={() => isRecentActionsOpen.set(true)}>
      <History aria-hidden="true" />
    </IconButton>
  );
}

/** Why the decision on a draft failed, with a Retry button; replaces the second line of its row. */
function RowFailure({ draftId }: { draftId: string }) {
  const { t } = useLingui();
  const failed = useFailedDecision(draftId);
  if (!failed) return null;
  return (
    // A click beside the button opens the draft, as anywhere on its row.
    <div className="pointer-events-none absolute inset-x-0 bottom-1 flex h-6 items-center gap-2 ps-6 pe-4">
      <StatusBadge status="danger" wordless>
        {t`Failed`}
      </StatusBadge>
      <span dir="auto" data-tooltip-cut="" className="min-w-0 flex-1 truncate text-bad text-sm">
        {failed.sentence}
      </span>
      {failed.retry && (
        <Button size="small" className="pointer-events-auto" onClick={failed.retry}>
          <Trans>Retry</Trans>
        </Button>
      )}
    </div>
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
