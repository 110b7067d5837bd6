import { keywords } from '#contract/keywords.ts';
import { changedNames, type FormValues } from '#src/crud/form-values.ts';
import { type Original, originalOf } from '#src/crud/original.ts';
import type { SaveFailure } from '#src/crud/save-record.ts';
import { asRecord } from '#src/lib/json.ts';
import { type Keyword, type KeywordColumn, keywordColumns } from '../keyword.ts';

/** Unsaved edits of a row. */
export interface RowEdit {
  /** The baseline of the edit. */
  original: Original<typeof keywords>;
  /** All values of the row, as form values. */
  values: FormValues;
  state: 'typed' | 'saving' | 'failed';
  /** Validation errors by column. */
  problems: Readonly<Partial<Record<KeywordColumn, string>>>;
  failure?: SaveFailure | undefined;
  /** The row as another user has saved it since: an edit conflict. */
  theirs?: Keyword | undefined;
}

export type RowEdits = ReadonlyMap<string, RowEdit>;

/** Returns edits with a cell changed. An edit back to the baseline is dropped. */
export function typeInto(edits: RowEdits, row: Keyword, column: KeywordColumn, text: string): RowEdits {
  const edit = edits.get(row.id);
  const original = edit?.original ?? originalOf(keywords, row);
  const values = { ...(edit?.values ?? original.values), [column]: text };
  const next = new Map(edits);
  if (changedNames(values, original.values).length === 0) next.delete(row.id);
  else
    next.set(row.id, {
      original,
      values,
      state: 'typed',
      problems: { ...edit?.problems, [column]: undefined },
      theirs: edit?.theirs,
    });
  return next;
}

export function withoutRow(edits: RowEdits, id: string): RowEdits {
  const next = new Map(edits);
  next.delete(id);
  return next;
}

/** Text of a cell: edited if there is an edit, else as saved. */
export const cellText = (row: Keyword, edit: RowEdit | undefined, column: KeywordColumn): string =>
  edit ? String(edit.values[column] ?? '') : (row[column] ?? '');

/** Serializes the edits for browser storage. */
export const keptEdits = (edits: RowEdits): Record<string, unknown> =>
  Object.fromEntries(
    [...edits].map(([id, { original, values }]) => [
      id,
      { values, before: original.values, version: original.version ?? null },
    ]),
  );

/** Restores stored edits, for rows that still exist. */
export function restoreEdits(kept: unknown, rows: readonly Keyword[]): RowEdits {
  const edits = new Map<string, RowEdit>();
  const all = asRecord(kept) ?? {};
  for (const row of rows) {
    const one = asRecord(all[row.id]);
    const values = readTexts(one?.values);
    const before = readTexts(one?.before);
    if (!values || !before) continue;
    const version = typeof one?.version === 'string' ? one.version : undefined;
    const original = { ...originalOf(keywords, row), values: before, version };
    if (changedNames(values, before).length > 0) edits.set(row.id, { original, values, state: 'typed', problems: {} });
  }
  return edits;
}

function readTexts(value: unknown): FormValues | undefined {
  const texts = asRecord(value);
  return texts && keywordColumns.every((column) => typeof texts[column] === 'string') ? texts : undefined;
}
