import { sanitizeRedirect } from '#src/lib/base-path.ts';
import { asArray, asRecord } from '#src/lib/json.ts';
import { readStored, writeStored } from './local-storage.ts';

/** A named dashboard path: a list with its filters and sort order. */
export interface SavedView {
  id: string;
  name: string;
  /** Path and query. */
  path: string;
}

/** Storage key of a connection's views. */
export const viewsKey = (connectionKey: string) => `countersign.views ${connectionKey}`;

/** Saved views of a connection in this browser, in order; unreadable ones are left out. */
export function readViews(connectionKey: string): SavedView[] {
  const stored = asArray(readStored('local', viewsKey(connectionKey)));
  return stored.map(readView).filter((view) => view !== undefined);
}

/** Stores the views of a connection; returns whether that worked. */
export const writeViews = (connectionKey: string, views: readonly SavedView[]): boolean =>
  writeStored('local', viewsKey(connectionKey), views);

/** The views with one of them moved up or down. */
export function moveView(views: readonly SavedView[], id: string, by: 1 | -1): SavedView[] {
  const from = views.findIndex((view) => view.id === id);
  const view = views[from];
  const others = views.filter((other) => other.id !== id);
  return view ? others.toSpliced(Math.max(0, from + by), 0, view) : others;
}

/** Path of a list, without the id of a record open over or beside it. */
export const listPath = (path: string): string =>
  path.replace(/^\/(review|mine|watch|keywords|suggestions)\/(?!bench|wall)[^/?]*(?=\?|$)/, '/$1');

function readView(value: unknown): SavedView | undefined {
  const { id, name, path: kept } = asRecord(value) ?? {};
  const path = typeof kept === 'string' ? sanitizeRedirect(listPath(kept)) : undefined;
  return typeof id === 'string' && typeof name === 'string' && path ? { id, name, path } : undefined;
}
