import { Trans, useLingui } from '@lingui/react/macro';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { users } from '#contract/users.ts';
import { oneQuery } from '#src/api/queries.ts';
import { closeRoute } from '#src/crud/close-route.ts';
import { RecordPicker } from '#src/crud/record-picker.tsx';
import { paths } from '#src/paths.ts';
import { personName } from '#src/records/people/person-name.ts';
import { staffChoice } from '#src/records/people/staff-choice.ts';
import { Button } from '#src/ui/button.tsx';
import { Chip } from '#src/ui/chip.tsx';
import { Dialog, DialogBody, DialogFooter } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { Input } from '#src/ui/input.tsx';
import { useFindRoom } from './use-find-room.ts';

/** Finds or creates the group room with exactly these colleagues. */
export function Component() {
  const close = () => closeRoute(paths.rooms());
  const [userIds, setUserIds] = useState<readonly string[]>([]);
  const [name, setName] = useState('');
  const { go, isBusy, problem } = useFindRoom('create_or_find_group_room');
  const send = () => {
    if (userIds.length === 0 || isBusy) return;
    go({ user_ids: [...userIds], ...(name.trim() && { name: name.trim() }) });
  };
  return (
    <Dialog
      title={<Trans>New group room</Trans>}
      description={<Trans>You and several colleagues. If there is a room with exactly these people, it opens.</Trans>}
      onClose={close}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <DialogBody>
          <Field label={<Trans>Add a colleague</Trans>} error={problem}>
            <RecordPicker
              from={staffChoice}
              value=""
              onChange={(id) => id !== '' && setUserIds([...new Set([...userIds, id])])}
            />
          </Field>
          <Chosen ids={userIds} onRemove={(id) => setUserIds(userIds.filter((other) => other !== id))} />
          <Field label={<Trans>Name</Trans>} hint={<Trans>May be left empty.</Trans>}>
            <Input value={name} onChange={({ target }) => setName(target.value)} autoComplete="off" />
          </Field>
        </DialogBody>
        <DialogFooter>
          <Button onClick={close}>
            <Trans>Close</Trans>
          </Button>
          <Button type="submit" kind="primary" busy={isBusy} disabled={userIds.length === 0}>
            <Trans>Open room</Trans>
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

function Chosen({ ids, onRemove }: { ids: readonly string[]; onRemove: (id: string) => void }) {
  const { t } = useLingui();
  const people = useQueries({ queries: ids.map((id) => ({ ...oneQuery(users, id), retry: false })) });
  if (ids.length === 0) return null;
  return (
    <ul aria-label={t`Chosen colleagues`} className="flex flex-wrap gap-1.5">
      {ids.map((id, index) => {
        const name = personName(people[index]?.data?.row ?? { id });
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
