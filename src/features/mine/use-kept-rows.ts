import { useState } from 'react';
import type { Draft } from './own-draft.ts';

/**
 * The rows of a list that its own reader empties: those that were shown stay where they are, as they were last, until
 * the list becomes another one (another `key`); new ones come on top.
 */
export function useKeptRows(key: string, rows: readonly Draft[] | undefined): readonly Draft[] | undefined {
  const [shown, setShown] = useState<{ key: string; from: typeof rows; rows: readonly Draft[] }>();
  if (!rows) return undefined;
  if (shown?.key === key && shown.from === rows) return shown.rows;
  const before = shown?.key === key ? shown.rows : [];
  const current = new Map(rows.map((row) => [row.id, row]));
  const known = new Set(before.map((row) => row.id));
  const next = [...rows.filter((row) => !known.has(row.id)), ...before.map((row) => current.get(row.id) ?? row)];
  setShown({ key, from: rows, rows: next });
  return next;
}
