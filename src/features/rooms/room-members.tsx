import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { PAGE_SIZE } from '#contract/list-query.ts';
import { rooms } from '#contract/rooms.ts';
import { users } from '#contract/users.ts';
import { useLink } from '#src/api/mutations.ts';
import { belowQuery } from '#src/api/queries.ts';
import { staffChoice } from '#src/domain/people/staff-choice.ts';
import { userNameOrId } from '#src/domain/people/user-name.ts';
import type { Room } from '#src/domain/rooms/room-name.ts';
import { ReferenceSelect } from '#src/form/fields/reference-select.tsx';
import { can } from '#src/page/can.ts';
import { errorMessage } from '#src/page/error-message.ts';
import { Badge, Initials } from '#src/ui/badge.tsx';
import { Skeleton } from '#src/ui/feedback/placeholder.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { showToast } from '#src/ui/overlay/toasts.ts';
import { RoomSection } from './room-sections.tsx';

export function RoomMembers({ room }: { room: Room }) {
  const { t, i18n } = useLingui();
  const { data, error } = useQuery(belowQuery(rooms, room.id, 'users', users, { page: { size: PAGE_SIZE.most } }));
  const { add, remove } = useChangeMembers(room.id);
  const canChange = can(room, 'members');
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
            const name = userNameOrId(user);
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
              <Trans>No members</Trans>
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
          <Trans>Couldn’t load the members.</Trans> {errorMessage(error)}
        </p>
      ) : (
        <Skeleton className="w-40" />
      )}
      {canChange && (
        <ReferenceSelect
          from={staffChoice}
          value=""
          aria-label={t`Add a member`}
          placeholder={t`Add a member`}
          onChange={(id) => id !== '' && add({ id })}
          className="mt-2"
        />
      )}
    </RoomSection>
  );
}

interface Member {
  id: string;
  /** Absent if only the id is known. */
  name?: string;
}

/** Adds and removes members. The toast after a removal offers undo. */
function useChangeMembers(roomId: string) {
  const { t } = useLingui();
  const link = useLink(rooms, 'users');
  // Promises, because callbacks of `mutate` run only for the last change, and only while the room is shown.
  const change = (member: Member, isAdding: boolean, onSuccess?: () => void) =>
    link
      .mutateAsync({ id: roomId, others: [{ type: 'users', id: member.id }], isAdding })
      .then(onSuccess, (error) =>
        showToast({ tone: 'bad', text: t`Couldn’t change the members`, detail: errorMessage(error) }),
      );
  const add = (member: Member) => void change(member, true);
  const remove = (member: Member) => {
    const name = userNameOrId(member);
    void change(member, false, () =>
      showToast({ text: t`Removed ${name}`, action: { label: t`Undo`, onAct: () => add(member) } }),
    );
  };
  return { add, remove };
}
