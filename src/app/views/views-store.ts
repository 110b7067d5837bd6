import { connection } from '#src/api/connection.ts';
import { readViews, type SavedView, writeViews } from '#src/lib/saved-views.ts';
import { createStore } from '#src/lib/store.ts';

const read = () => readViews(connection.get()?.key ?? '');

/** The saved views of the tenant one is signed in to. */
export const views = createStore<readonly SavedView[]>(read());

connection.subscribe(() => views.set(read()));

/** Changes the saved views of the tenant one is signed in to. */
export function changeViews(change: (views: readonly SavedView[]) => readonly SavedView[]): void {
  const next = change(views.get());
  writeViews(connection.get()?.key ?? '', next);
  views.set(next);
}
