import { Trans } from '@lingui/react/macro';
import type { Included } from '#src/api/read-document.ts';
import { DraftStatus } from '#src/records/draft-status.tsx';
import { linkedPersonName } from '#src/records/person-name.ts';
import { isInReview } from '#src/records/send-decision.ts';
import { RelativeTime } from '#src/ui/relative-time.tsx';
import { StatusMark } from '#src/ui/status-mark.tsx';
import { type Draft, isUnread } from './own-draft.ts';

/** What became of one's draft: by whom, when and why. */
export function VerdictOnMine({ draft, included }: { draft: Draft; included: Included }) {
  const { resolved_time_unix: at, comment } = draft;
  const reviewer = linkedPersonName(included, draft.one.resolved_user);
  return (
    <div className="flex flex-col gap-1.5 px-4 pb-3">
      <div className="flex flex-wrap items-center gap-x-2">
        <DraftStatus status={draft.status} className="font-medium" />
        {draft.one.resolved_user && (
          <span dir="auto" className="text-muted">
            <Trans>by {reviewer}</Trans>
          </span>
        )}
        {at !== null && <RelativeTime unix={at} className="text-muted" />}
        {!isInReview(draft) && <StatusMark status={isUnread(draft) ? 'unread' : 'read'} className="ms-auto text-sm" />}
      </div>
      {comment && (
        <blockquote dir="auto" className="wrap-anywhere whitespace-pre-wrap border-edge border-s-2 ps-3">
          {comment}
        </blockquote>
      )}
    </div>
  );
}
