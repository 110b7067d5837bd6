import { useLingui } from '@lingui/react/macro';
import { rooms } from '#contract/rooms.ts';
import { ApiError } from '#src/api/errors.ts';
import { useAction } from '#src/api/mutations.ts';
import { readRecord } from '#src/api/read-document.ts';
import { refusalWords } from '#src/crud/refusal-words.ts';
import { useErrorSentence } from '#src/crud/use-error-sentence.ts';
import { useOnce } from '#src/crud/use-once.ts';
import { navigate } from '#src/lib/router.ts';
import { paths } from '#src/paths.ts';
import { showToast } from '#src/ui/toasts.ts';

/** Finds or creates a room for the given users and navigates to it. */
export function useFindRoom(action: 'create_or_find_direct_room' | 'create_or_find_group_room') {
  const { t } = useLingui();
  const sentence = useErrorSentence();
  const find = useAction(rooms, action);

  const show = (body: unknown) => {
    const room = readRecord(rooms, { status: 200, url: '', body, location: undefined });
    if (room?.id) return void navigate(paths.room(room.id), { replace: true });
    // Some tenants respond without the room, so show the list.
    showToast({ text: t`The room is there`, tone: 'good' });
    return void navigate(paths.rooms(), { replace: true });
  };
  const [go, isBusy] = useOnce((attributes: { user_id?: string; user_ids?: string[]; name?: string }) =>
    // Errors are reported by `problem`.
    find.mutateAsync({ attributes }).then(show, () => undefined),
  );
  const { error } = find;
  const [refusal] = error instanceof ApiError && error.status === 422 ? error.errors : [];
  const problem = error ? (refusal && refusalWords(refusal)) || sentence(error) : undefined;
  return { go, isBusy, problem };
}
