import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { PAGE_SIZE } from '#contract/list-query.ts';
import { rooms } from '#contract/rooms.ts';
import { users } from '#contract/users.ts';
import { belowQuery } from '#src/api/queries.ts';
import { useErrorSentence } from '#src/crud/request-error.tsx';
import { personName } from '#src/records/person-name.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Initials } from '#src/ui/initials.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { RoomSection } from './room-section.tsx';

/** Who is in a room. */
export function RoomMembers({ roomId }: { roomId: string }) {
  const sentence = useErrorSentence();
  const { data, error } = useQuery(belowQuery(rooms, roomId, 'users', users, { page: { size: PAGE_SIZE.most } }));
  return (
    <RoomSection
      title={
        <span className="flex items-center gap-2">
          <Trans>Members</Trans>
          {data && data.rows.length > 0 && <Badge>{data.rows.length}</Badge>}
        </span>
      }
    >
      {data ? (
        <ul className="flex flex-col gap-1.5">
          {data.rows.map((user) => (
            <li key={user.id} className="flex items-center gap-2">
              <Initials name={personName(user)} />
              <span dir="auto" className="min-w-0 truncate">
                {personName(user)}
              </span>
              {user.kind === 'visitor' && (
                <Badge>
                  <Trans>Visitor</Trans>
                </Badge>
              )}
            </li>
          ))}
          {data.rows.length === 0 && (
            <li className="text-muted">
              <Trans>Nobody is in this room.</Trans>
            </li>
          )}
          {data.hasNext && (
            <li className="text-muted">
              <Trans>and more</Trans>
            </li>
          )}
        </ul>
      ) : error ? (
        <p className="text-muted">
          <Trans>The members cannot be shown.</Trans> {sentence(error)}
        </p>
      ) : (
        <Skeleton className="w-40" />
      )}
    </RoomSection>
  );
}
