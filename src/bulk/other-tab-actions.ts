import { connection, signInMark } from '#src/api/connection.ts';
import { queryClient } from '#src/api/query-client.ts';
import { createStore } from '#src/lib/store.ts';
import { isOtherTabsAction } from './action-owner.ts';
import { recordAction, type StoredAction, storedActions, takeActions } from './delayed-actions.ts';

/** Actions completed in another tab, kept until the lists here are refetched: these still show the old state. */
let settling: readonly StoredAction[] = [];
let pending: readonly StoredAction[] = [];

/** Actions of other tabs that are pending, or completed since this tab read its lists; oldest first. */
export const otherTabActions = createStore<readonly StoredAction[]>([]);

function follow(): void {
  const before = pending;
  pending = storedActions.get().filter(isOtherTabsAction);
  const gone = before.filter(({ id }) => !storedActions.get().some((action) => action.id === id));
  settling = [...settling, ...gone];
  if (pending.length + settling.length + otherTabActions.get().length > 0) publish();
  for (const action of gone) void refetchLists(action);
}

const publish = () => otherTabActions.set([...settling, ...pending]);

/** Refetches the affected lists; after a deletion also held lists, because they would keep showing its rows. */
async function refetchLists(action: StoredAction): Promise<void> {
  const { writes, connectionKey } = action;
  const isDeletion = writes.some(({ attributes }) => !attributes);
  const types = new Set(writes.map(({ type }) => type));
  const readAgain = (type: string) =>
    queryClient.invalidateQueries({
      queryKey: [connectionKey, type],
      predicate: ({ meta }) => isDeletion || meta?.isHeld !== true,
    });
  await Promise.all(Array.from(types, readAgain));
  settling = settling.filter((other) => other !== action);
  publish();
}

follow();
storedActions.subscribe(follow);
connection.subscribe(follow);

/** The newest action of another tab on a subject that can still be undone. */
export const findOtherTabAction = (subject: string): StoredAction | undefined =>
  pending.findLast((action) => action.subject === subject && action.sentAt === undefined);

/** Undoes a pending action of another tab. Returns whether it was still pending. */
export function undoOtherTabAction(action: StoredAction): boolean {
  const { id, text, pastText = text, path, connectionKey: key, by, sentAt } = action;
  if (sentAt !== undefined) return false;
  // Nothing was sent, so keep `follow` from refetching the lists.
  pending = pending.filter((other) => other.id !== id);
  if (takeActions([id]).length === 0) return false;
  recordAction({ key, by, signIn: signInMark(key) }, { id, text: pastText, path, at: Date.now(), state: 'undone' });
  return true;
}
