import { Trans } from '@lingui/react/macro';
import { users } from '#contract/users.ts';
import { findIncluded, type Included } from '#src/api/read-document.ts';
import { DraftStatus } from '#src/records/draft-status.tsx';
import { personName } from '#src/records/person-name.ts';
import type { Draft } from '#src/records/send-decision.ts';
import { RelativeTime } from '#src/ui/relative-time.tsx';
import { StatusMark } from '#src/ui/status-mark.tsx';

/** What became of a draft: by whom, when, why, and whether the author knows. */
export function Verdict({ draft, included }: { draft: Draft; included: Included }) {
  const { resolved_time_unix: at, create_user_resolved_read_time_unix: readAt, comment } = draft;
  const reviewer = findIncluded(included, users, draft.one.resolved_user) ?? draft.one.resolved_user;
  return (
    <div className="flex flex-col gap-1.5 border-line border-t px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-2">
        <DraftStatus status={draft.status} className="font-medium" />
        {reviewer && (
          <span className="text-muted">
            <Trans>by {personName(reviewer)}</Trans>
          </span>
        )}
        {at !== null && <RelativeTime unix={at} className="text-muted" />}
        <StatusMark status={readAt === null ? 'unread' : 'read'} className="ms-auto text-sm">
          {readAt === null ? (
            <Trans>Not read by the author yet</Trans>
          ) : (
            <Trans>
              Read by the author <RelativeTime unix={readAt} />
            </Trans>
          )}
        </StatusMark>
      </div>
      {comment && (
        <p dir="auto" className="whitespace-pre-wrap">
          {comment}
        </p>
      )}
    </div>
  );
}
