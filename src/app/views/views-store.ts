import { connection } from '#src/api/connection.ts';
import { readViews, type SavedView, writeViews } from '#src/lib/saved-views.ts';
import { createStore } from '#src/lib/store.ts';

const read = () => readViews(connection.get()?.key ?? '');

/** Saved views of the current tenant. */
export const views = createStore<readonly SavedView[]>(read());

connection.subscribe(() => views.set(read()));

/** Updates the saved views of the current tenant. */
export function changeViews(change: (views: readonly SavedView[]) => readonly SavedView[]): void {
  const next = change(views.get());
  writeViews(connection.get()?.key ?? '', next);
  views.set(next);
}
