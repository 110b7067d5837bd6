import { Trans, useLingui } from '@lingui/react/macro';
import { useQueries } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { rooms } from '#contract/rooms.ts';
import { users } from '#contract/users.ts';
import { ApiError } from '#src/api/errors.ts';
import { useAction } from '#src/api/mutations.ts';
import { oneQuery } from '#src/api/queries.ts';
import type { ActResult } from '#src/api/write-inputs.ts';
import { personNameOrId } from '#src/domain/people/person-name.ts';
import { staffChoice } from '#src/domain/people/staff-choice.ts';
import { ReferenceSelect } from '#src/form/fields/reference-select.tsx';
import { translateRefusal } from '#src/form/translate-issue.ts';
import { navigate } from '#src/lib/router.ts';
import { useSingleFlight } from '#src/lib/use-single-flight.ts';
import { closeModalRoute } from '#src/page/close-modal-route.ts';
import { useErrorSentence } from '#src/page/use-error-sentence.ts';
import { paths } from '#src/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { Chip } from '#src/ui/chip.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Input } from '#src/ui/form/input.tsx';
import { Dialog, DialogBody, DialogFooter } from '#src/ui/overlay/dialog.tsx';
import { showToast } from '#src/ui/overlay/toasts.ts';

/** Finds or creates the direct room with a colleague. */
export function NewDirectRoom() {
  const [userId, setUserId] = useState('');
  return (
    <StaffRoomDialog
      action="create_or_find_direct_room"
      title={<Trans>New direct room</Trans>}
      description={<Trans>Start a chat with a colleague. If one already exists, we’ll open it.</Trans>}
      wanted={userId !== '' && { user_id: userId }}
    >
      {(problem) => (
        <Field label={<Trans>Colleague</Trans>} error={problem} required>
          <ReferenceSelect from={staffChoice} value={userId} onChange={setUserId} isClearable />
        </Field>
      )}
    </StaffRoomDialog>
  );
}

/** Finds or creates the group room with exactly these colleagues. */
export function NewGroupRoom() {
  const [userIds, setUserIds] = useState<readonly string[]>([]);
  const [name, setName] = useState('');
  return (
    <StaffRoomDialog
      action="create_or_find_group_room"
      title={<Trans>New group room</Trans>}
      description={<Trans>Start a chat with colleagues. If one already exists, we’ll open it.</Trans>}
      wanted={userIds.length > 0 && { user_ids: [...userIds], ...(name.trim() && { name: name.trim() }) }}
    >
      {(problem) => (
        <>
          <Field label={<Trans>Add a colleague</Trans>} error={problem}>
            <ReferenceSelect
              from={staffChoice}
              value=""
              onChange={(id) => id !== '' && setUserIds([...new Set([...userIds, id])])}
            />
          </Field>
          <Chosen ids={userIds} onRemove={(id) => setUserIds(userIds.filter((other) => other !== id))} />
          <Field label={<Trans>Name</Trans>} hint={<Trans>Optional</Trans>}>
            <Input value={name} onChange={({ target }) => setName(target.value)} autoComplete="off" />
          </Field>
        </>
      )}
    </StaffRoomDialog>
  );
}

type Action = 'create_or_find_direct_room' | 'create_or_find_group_room';

interface Wanted {
  user_id?: string;
  user_ids?: string[];
  name?: string;
}

interface StaffRoomDialogProps {
  action: Action;
  title: ReactNode;
  description: ReactNode;
  /** The room to open; false until a colleague is chosen. */
  wanted: Wanted | false;
  /** The fields, given why the last attempt failed. */
  children: (problem: string | undefined) => ReactNode;
}

function StaffRoomDialog({ action, title, description, wanted, children }: StaffRoomDialogProps) {
  const { go, isBusy, problem } = useFindRoom(action);
  const close = () => closeModalRoute(paths.rooms());
  return (
    <Dialog title={title} description={description} onClose={close}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (wanted) go(wanted);
        }}
      >
        <DialogBody>{children(problem)}</DialogBody>
        <DialogFooter>
          <Button onClick={close}>
            <Trans>Close</Trans>
          </Button>
          <Button type="submit" kind="primary" busy={isBusy} disabled={!wanted}>
            <Trans>Open room</Trans>
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

/** Finds or creates a room for the given users and navigates to it. */
function useFindRoom(action: Action) {
  const { t } = useLingui();
  const sentence = useErrorSentence();
  const find = useAction(rooms, action);

  const show = ({ row: room }: ActResult<typeof rooms>) => {
    if (room?.id) return void navigate(paths.room(room.id), { replace: true });
    // The response may lack the room, so show the list.
    showToast({ text: t`The room is ready. Find it in your list.`, tone: 'good' });
    return void navigate(paths.rooms(), { replace: true });
  };
  // Errors are reported by `problem`.
  const [go, isBusy] = useSingleFlight((attributes: Wanted) =>
    find.mutateAsync({ attributes }).then(show, () => undefined),
  );
  const { error } = find;
  const [refusal] = error instanceof ApiError && error.status === 422 ? error.errors : [];
  const problem = error ? (refusal && translateRefusal(refusal)) || sentence(error) : undefined;
  return { go, isBusy, problem };
}

function Chosen({ ids, onRemove }: { ids: readonly string[]; onRemove: (id: string) => void }) {
  const { t } = useLingui();
  const people = useQueries({ queries: ids.map((id) => ({ ...oneQuery(users, id), retry: false })) });
  if (ids.length === 0) return null;
  return (
    <ul aria-label={t`Selected colleagues`} className="flex flex-wrap gap-1.5">
      {ids.map((id, index) => {
        const name = personNameOrId(people[index]?.data?.row ?? { id });
        return (
          <li key={id} className="max-w-full">
            <Chip removeLabel={t`Remove ${name}`} onRemove={() => onRemove(id)}>
              {name}
            </Chip>
          </li>
        );
      })}
    </ul>
  );
}
