import { useLingui } from '@lingui/react/macro';
import { rooms } from '#contract/rooms.ts';
import { useLink } from '#src/api/mutations.ts';
import { useErrorSentence } from '#src/crud/use-error-sentence.ts';
import { personName } from '#src/records/people/person-name.ts';
import { showToast } from '#src/ui/toasts.ts';

interface Person {
  id: string;
  /** Absent if only the id is known. */
  name?: string;
}

/** Adds and removes members. The toast after a removal offers undo. */
export function useChangeMembers(roomId: string) {
  const { t } = useLingui();
  const sentence = useErrorSentence();
  const link = useLink(rooms, 'users');
  const change = (person: Person, isAdding: boolean, onSuccess?: () => void) =>
    link.mutate(
      { id: roomId, others: [{ type: 'users', id: person.id }], isAdding },
      {
        ...(onSuccess && { onSuccess }),
        onError: (error) => showToast({ tone: 'bad', text: t`The members were not changed`, detail: sentence(error) }),
      },
    );
  const add = (person: Person) => change(person, true);
  const remove = (person: Person) => {
    const name = personName(person);
    change(person, false, () =>
      showToast({ text: t`Removed ${name}`, action: { label: t`Undo`, onAct: () => add(person) } }),
    );
  };
  return { add, remove };
}
