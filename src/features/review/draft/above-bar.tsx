import { Trans } from '@lingui/react/macro';
import type { Included } from '#src/api/list-page.ts';
import { type Draft, isInReview, isUnread } from '#src/domain/drafts/draft.ts';
import { useMarkRead } from '#src/domain/drafts/use-mark-read.ts';
import { Verdict } from '#src/domain/drafts/verdict.tsx';
import { useShortcuts } from '#src/lib/use-shortcuts.ts';
import { rejectTextKey } from '#src/outbox/create-decision.ts';
import type { failedDecisions } from '#src/outbox/decision-outcomes.ts';
import type { DraftCommands } from '#src/outbox/use-draft-commands.ts';
import { can } from '#src/page/can.ts';
import { Button } from '#src/ui/button.tsx';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import { RelativeTime } from '#src/ui/text/relative-time.tsx';
import { ReasonChoice } from '../phone/reason-sheet.tsx';
import { DecisionFailure } from './decision-failure.tsx';

interface AboveBarProps {
  draft: Draft;
  included: Included;
  /** The last decision on the draft, if it failed. */
  failure: ReturnType<typeof failedDecisions.get>[string] | undefined;
  commands: DraftCommands;
}

/** Content above the decision bar: why a decision failed, the form to reject the draft, its verdict. */
export function AboveBar({ draft, included, failure, commands }: AboveBarProps) {
  const isOpen = isInReview(draft);
  return (
    <div className="max-h-[45dvh] overflow-y-auto">
      {failure && <DecisionFailure draft={draft} {...failure} onRepeat={commands.repeat} />}
      {commands.form === 'reject' && (
        <div className="border-line border-t px-4 py-3 md:px-6">
          <ReasonChoice
            draft={draft}
            keptAs={rejectTextKey(draft.id)}
            action={<Trans>Send rejection</Trans>}
            isLate={!isOpen}
            onSend={commands.reject}
            onCancel={commands.closeForm}
          />
        </div>
      )}
      {!isOpen && (
        <div className="border-line border-t md:px-2">
          <DraftVerdict draft={draft} included={included} />
        </div>
      )}
    </div>
  );
}

/** The verdict on a settled draft, whether its author has read it, and a button to mark it read. */
function DraftVerdict({ draft, included }: { draft: Draft; included: Included }) {
  return (
    <>
      <Verdict draft={draft} included={included} aside={<ReadReceipt draft={draft} />} />
      {isUnread(draft) && can(draft, 'mark_read') && <MarkRead draft={draft} />}
    </>
  );
}

/** Whether the author has seen the verdict. */
function ReadReceipt({ draft: { create_user_resolved_read_time_unix: readAt } }: { draft: Draft }) {
  if (readAt === null) {
    return (
      <StatusBadge status="unread">
        <Trans>Not seen by the author yet</Trans>
      </StatusBadge>
    );
  }
  return (
    <StatusBadge status="read">
      <Trans>
        Seen by the author <RelativeTime unix={readAt} />
      </Trans>
    </StatusBadge>
  );
}

/** Marks a verdict as read, for users who may do so from the review page. */
function MarkRead({ draft }: { draft: Draft }) {
  const markRead = useMarkRead();
  const mark = () => markRead(draft);
  useShortcuts({ m: mark });
  return (
    <div className="px-4 pb-3">
      <Button shortcut="m" onClick={mark}>
        <Trans>Mark read</Trans>
      </Button>
    </div>
  );
}
