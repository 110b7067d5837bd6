import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { PAGE_SIZE } from '#contract/list-query.ts';
import { rooms } from '#contract/rooms.ts';
import { users } from '#contract/users.ts';
import { belowQuery } from '#src/api/queries.ts';
import { may } from '#src/crud/may.ts';
import { RecordPicker } from '#src/crud/record-picker.tsx';
import { useErrorSentence } from '#src/crud/use-error-sentence.ts';
import { personName } from '#src/records/people/person-name.ts';
import { staffChoice } from '#src/records/people/staff-choice.ts';
import type { Room } from '#src/records/rooms/room-name.ts';
import { Badge } from '#src/ui/badge.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Initials } from '#src/ui/initials.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { RoomSection } from './room-section.tsx';
import { useChangeMembers } from './use-change-members.ts';

/** Members of a room, editable by users who may change the room. */
export function RoomMembers({ room }: { room: Room }) {
  const { t, i18n } = useLingui();
  const sentence = useErrorSentence();
  const { data, error } = useQuery(belowQuery(rooms, room.id, 'users', users, { page: { size: PAGE_SIZE.most } }));
  const { add, remove } = useChangeMembers(room.id);
  const canChange = may(room, 'members');
  return (
    <RoomSection
      title={
        <span className="flex items-center gap-2">
          <Trans>Members</Trans>
          {data && data.rows.length > 0 && <Badge>{i18n.number(data.rows.length)}</Badge>}
        </span>
      }
    >
      {data ? (
        <ul className="flex flex-col gap-1.5">
          {data.rows.map((user) => {
            const name = personName(user);
            return (
              <li key={user.id} className="flex items-center gap-2">
                <Initials name={name} />
                <span dir="auto" className="min-w-0 truncate">
                  {name}
                </span>
                {user.kind === 'visitor' && (
                  <Badge>
                    <Trans>Visitor</Trans>
                  </Badge>
                )}
                {canChange && (
                  <IconButton size="small" label={t`Remove ${name}`} className="ms-auto" onClick={() => remove(user)}>
                    <X aria-hidden="true" />
                  </IconButton>
                )}
              </li>
            );
          })}
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
      {canChange && (
        <RecordPicker
          from={staffChoice}
          value=""
          label={t`Add a member`}
          placeholder={t`Add a member`}
          onChange={(id) => id !== '' && add({ id })}
          className="mt-2"
        />
      )}
    </RoomSection>
  );
}
