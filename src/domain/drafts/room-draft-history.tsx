import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { drafts } from '#contract/drafts.ts';
import { PAGE_SIZE, quote } from '#contract/list-query.ts';
import { listQuery } from '#src/api/queries.ts';
import { RequestError } from '#src/page/request-error.tsx';
import { paths } from '#src/paths.ts';
import { Skeleton } from '#src/ui/feedback/placeholder.tsx';
import { RelativeTime } from '#src/ui/text/relative-time.tsx';
import { linkedUserName } from '../people/user-name.ts';
import type { Room } from '../rooms/room-name.ts';
import { DraftStatus } from './draft-status.tsx';

const OLDER = <Trans>Older drafts may be missing.</Trans>;

/**
 * The room's latest drafts besides the open one, in any status. The API has no filter by room, so it searches the
 * newest hundred drafts for the room's name.
 */
export function RoomDraftHistory({ room, openId }: { room: Room; openId: string }) {
  const { data, error, refetch } = useQuery(
    listQuery(drafts, {
      filter: { content_or_room_name_like: quote(room.name ?? '') },
      sort: ['-created_at_unix'],
      include: ['room', 'created_user'],
      page: { size: PAGE_SIZE.most },
    }),
  );
  if (!data)
    return error ? <RequestError error={error} onRetry={() => void refetch()} /> : <Skeleton className="m-4 w-1/2" />;
  const rows = data.rows.filter((row) => row.one.room?.id === room.id && row.id !== openId);
  if (rows.length === 0) {
    return <p className="px-4 pb-3 text-muted">{data.hasNext ? OLDER : <Trans>No other drafts</Trans>}</p>;
  }
  return (
    <ul className="flex flex-col">
      {rows.map((row) => (
        <li key={row.id}>
          <Link
            to={paths.draft(row.id)}
            className="ring-inside flex flex-col gap-0.5 border-line border-t px-4 py-2 hover:bg-hover"
          >
            <span className="flex items-center gap-2 text-sm">
              <DraftStatus status={row.status} />
              <span dir="auto" className="min-w-0 truncate text-muted">
                {linkedUserName(data.included, row.one.created_user)}
              </span>
              <RelativeTime unix={row.created_at_unix} className="ms-auto shrink-0 text-muted" />
            </span>
            <span dir="auto" className="line-clamp-2 text-muted">
              {row.message_content}
            </span>
          </Link>
        </li>
      ))}
      {data.hasNext && <li className="px-4 py-2 text-muted">{OLDER}</li>}
    </ul>
  );
}
