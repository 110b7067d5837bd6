import { zodResolver } from '@hookform/resolvers/zod';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useController, useForm } from 'react-hook-form';
import { z } from 'zod';
import { rooms } from '#contract/rooms.ts';
import { users } from '#contract/users.ts';
import { connection } from '#src/api/connection.ts';
import { ApiError } from '#src/api/errors.ts';
import { useAction } from '#src/api/mutations.ts';
import { oneQuery } from '#src/api/queries.ts';
import type { ActResult } from '#src/api/write-inputs.ts';
import { showFailureToast } from '#src/bulk/failed-actions.ts';
import { staffChoice } from '#src/domain/people/staff-choice.ts';
import { userNameOrId } from '#src/domain/people/user-name.ts';
import { DraftConflictNotice, DraftNotSavedNotice, RestoredNotice } from '#src/form/draft/draft-conflict-notice.tsx';
import { useDraftStorage } from '#src/form/draft/use-draft-storage.ts';
import { ReferenceSelect } from '#src/form/fields/reference-select.tsx';
import { joinRefusals } from '#src/form/translate-issue.ts';
import { refinementIssue, validationMessages } from '#src/form/validation-messages.ts';
import { currentLocation, navigate } from '#src/lib/router.ts';
import { useSingleFlight } from '#src/lib/use-single-flight.ts';
import { closeModalRoute } from '#src/page/close-modal-route.ts';
import { errorMessage } from '#src/page/error-message.ts';
import { paths } from '#src/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { Chip } from '#src/ui/chip.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Input } from '#src/ui/form/input.tsx';
import { Dialog, DialogBody, DialogFooter, type DialogProps } from '#src/ui/overlay/dialog.tsx';
import { showToast } from '#src/ui/overlay/toasts.ts';

const directSchema = z.object({
  user_id: z.string().refine((id) => id !== '', refinementIssue({ code: 'not_chosen' })),
});
const groupSchema = z.object({ user_ids: z.array(z.string()).min(1), name: z.string().trim() });
type Group = z.input<typeof groupSchema>;
const isGroup = (value: unknown): value is Group => keptSchema.safeParse(value).success;
/** A stored draft of a group, which may not have members yet. */
const keptSchema = groupSchema.extend({ user_ids: z.array(z.string()) });
const noGroup: Group = { user_ids: [], name: '' };

/** Finds or creates the direct room with a colleague. */
export function NewDirectRoom() {
  const { control, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(directSchema, validationMessages()),
    mode: 'onChange',
    defaultValues: { user_id: '' },
  });
  const { field, fieldState } = useController({ control, name: 'user_id' });
  const open = useFindOrCreateRoom('create_or_find_direct_room', (message) =>
    setError('user_id', { type: 'server', message }),
  );
  return (
    <StaffRoomDialog
      title={<Trans>New direct room</Trans>}
      description={<Trans>Start a chat with a colleague. If one already exists, we’ll open it.</Trans>}
      canSubmit={formState.isValid || fieldState.error?.type === 'server'}
      onSubmit={() => handleSubmit((wanted) => open(wanted))()}
    >
      <Field label={<Trans>Colleague</Trans>} error={fieldState.error?.message} required>
        <ReferenceSelect from={staffChoice} value={field.value} onChange={field.onChange} clearable />
      </Field>
    </StaffRoomDialog>
  );
}

/** Finds or creates the group room with exactly these colleagues. The choice is stored until the room opens. */
export function NewGroupRoom() {
  const { store, stored = noGroup, other, ...kept } = useDraftStorage('rooms.new.group', isGroup);
  const [isRestored, setRestored] = useState(stored !== noGroup);
  const { register, control, handleSubmit, setError, getValues, reset, formState } = useForm<Group>({
    resolver: zodResolver(groupSchema, validationMessages()),
    mode: 'onChange',
    defaultValues: stored,
  });
  const { field, fieldState } = useController({ control, name: 'user_ids' });
  const ids = field.value;
  const open = useFindOrCreateRoom('create_or_find_group_room', (message) =>
    setError('user_ids', { type: 'server', message }),
  );
  const keep = () => {
    const group = getValues();
    store.write(group.user_ids.length > 0 || group.name !== '' ? group : undefined);
  };
  const choose = (user_ids: string[]) => {
    field.onChange(user_ids);
    keep();
  };
  /** Deletes the stored draft, unless it was changed since then in a reopened form. */
  const forget = (sent: Group) => {
    store.flush();
    if (JSON.stringify(store.read(isGroup)) === JSON.stringify(sent)) store.forget();
  };
  const discard = () => {
    setRestored(false);
    reset(noGroup);
    keep();
  };
  const showOther = () => {
    kept.swapOther();
    if (isGroup(other)) reset(other);
  };
  return (
    <StaffRoomDialog
      title={<Trans>New group room</Trans>}
      description={<Trans>Start a chat with colleagues. If one already exists, we’ll open it.</Trans>}
      canSubmit={formState.isValid || fieldState.error?.type === 'server'}
      onSubmit={() => {
        const sent = getValues();
        return handleSubmit(({ user_ids, name }) => open({ user_ids, ...(name && { name }) }, () => forget(sent)))();
      }}
    >
      {isRestored && <RestoredNotice onDiscard={discard} />}
      {!kept.isKept && <DraftNotSavedNotice />}
      <DraftConflictNotice {...kept} other={isGroup(other) ? undefined : ''} showOther={showOther} />
      <Field label={<Trans>Add a colleague</Trans>} error={fieldState.error?.message}>
        <ReferenceSelect from={staffChoice} value="" onChange={(id) => id && choose([...new Set([...ids, id])])} />
      </Field>
      <Chosen ids={ids} onRemove={(id) => choose(ids.filter((other) => other !== id))} />
      <Field label={<Trans>Name</Trans>} hint={<Trans>Optional</Trans>}>
        <Input {...register('name', { onChange: keep })} autoComplete="off" autoFocus={isRestored} />
      </Field>
    </StaffRoomDialog>
  );
}

interface StaffRoomDialogProps extends Pick<DialogProps, 'title' | 'description' | 'children'> {
  /** Whether the input is valid, or was until the service refused it: the same may be sent again. */
  canSubmit: boolean;
  onSubmit: () => Promise<void>;
}

function StaffRoomDialog({ title, description, canSubmit, onSubmit, children }: StaffRoomDialogProps) {
  const [submit, isBusy] = useSingleFlight(onSubmit);
  const close = () => closeModalRoute(paths.rooms());
  return (
    <Dialog title={title} description={description} onClose={close}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <DialogBody>{children}</DialogBody>
        <DialogFooter leave={<Trans>Close</Trans>} onLeave={close}>
          <Button type="submit" kind="primary" busy={isBusy} disabled={!canSubmit}>
            <Trans>Open room</Trans>
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

type Action = 'create_or_find_direct_room' | 'create_or_find_group_room';

/** Returns a function that finds or creates a room for the given users and navigates to it, or reports why not. */
function useFindOrCreateRoom(action: Action, onError: (message: string) => void) {
  const { t } = useLingui();
  const find = useAction(rooms, action);

  const show = ({ row: room }: ActResult<typeof rooms>, isLeft: boolean) => {
    if (room?.id && !isLeft) return void navigate(paths.room(room.id), { replace: true });
    // The response may lack the room, so show the list.
    showToast({ text: t`The room is ready. Find it in your list.`, tone: 'good' });
    if (!isLeft) void navigate(paths.rooms(), { replace: true });
  };
  return (attributes: Partial<Group> & { user_id?: string }, onFound?: () => void) => {
    const { key, pathname } = currentLocation();
    const from = connection.get();
    const isLeft = () => currentLocation().key !== key;
    const report = (error: unknown) => {
      const refusals = error instanceof ApiError && error.status === 422 ? error.errors : [];
      const detail = joinRefusals(refusals) || errorMessage(error, from);
      if (!from || !isLeft()) return onError(detail);
      showFailureToast(from, t`Couldn’t open the room`, detail, { label: t`Open`, run: () => void navigate(pathname) });
    };
    return find.mutateAsync({ attributes }).then((result) => {
      onFound?.();
      show(result, isLeft());
    }, report);
  };
}

function Chosen({ ids, onRemove }: { ids: readonly string[]; onRemove: (id: string) => void }) {
  const { t } = useLingui();
  const people = useQueries({ queries: ids.map((id) => ({ ...oneQuery(users, id), retry: false })) });
  if (ids.length === 0) return null;
  return (
    <ul aria-label={t`Selected colleagues`} className="flex flex-wrap gap-1.5">
      {ids.map((id, index) => {
        const name = userNameOrId(people[index]?.data?.row ?? { id });
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
