import { useLingui } from '@lingui/react/macro';
import { memo } from 'react';
import { Link } from 'react-router';
import type { ListQuery } from '#contract/list-query.ts';
import type { Included } from '#src/api/read-document.ts';
import { paths } from '#src/paths.ts';
import { type Draft, isUnread } from '#src/records/drafts/draft.ts';
import { DraftStatus } from '#src/records/drafts/draft-status.tsx';
import { linkedRoomName } from '#src/records/rooms/room-name.ts';
import { classNames } from '#src/ui/class-names.ts';
import { DIMMED_WHEN_BUSY } from '#src/ui/dimmed-when-busy.ts';
import { RelativeTime } from '#src/ui/relative-time.tsx';
import { laidOutLater, useRowsInSightFirst } from '#src/ui/rows-in-sight.ts';
import { StatusMark } from '#src/ui/status-mark.tsx';
import { Truncated } from '#src/ui/truncated.tsx';

/** The user's own drafts: verdict, room, and whether the verdict is unread. */
export function OwnDraftList(props: {
  rows: readonly Draft[];
  included: Included;
  query: ListQuery;
  openId: string | undefined;
}) {
  const { rows, included, query, openId } = props;
  const { t } = useLingui();
  const openIndex = rows.findIndex(({ id }) => id === openId);
  const shown = useRowsInSightFirst(rows, openIndex + 1);
  return (
    <ul aria-label={t`My drafts`} className={DIMMED_WHEN_BUSY}>
      {shown.map((draft, index) => (
        <li
          key={draft.id}
          data-row={draft.id}
          aria-setsize={shown.length < rows.length ? rows.length : undefined}
          className={classNames('contain-content border-line border-b', laidOutLater(index))}
        >
          <Link
            to={paths.mineDraft(draft.id, query)}
            aria-current={draft.id === openId}
            className="ring-inside flex flex-col gap-0.5 px-4 py-2 hover:bg-hover aria-[current=true]:bg-selected"
          >
            <LineWords draft={draft} room={linkedRoomName(included, draft.one.room)} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

const LineWords = memo(function LineWords({ draft, room }: { draft: Draft; room: string }) {
  return (
    <>
      <span className="flex items-center gap-2">
        <DraftStatus status={draft.status} />
        {isUnread(draft) && <StatusMark status="unread" className="text-sm" />}
        <RelativeTime
          unix={draft.resolved_time_unix ?? draft.created_at_unix}
          form="age"
          className="ms-auto shrink-0 text-muted text-sm"
        />
      </span>
      <Truncated text={draft.message_content} className={isUnread(draft) ? 'font-medium' : ''} />
      <Truncated text={room} className="text-muted text-sm" />
    </>
  );
});
