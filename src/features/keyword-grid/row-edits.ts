import type { Json } from '#contract/attribute.ts';
import { keywords } from '#contract/keywords.ts';
import { suggestionsOf } from '#src/domain/keywords/item-list.ts';
import { isKeywordColumn, type Keyword, type KeywordColumn, keywordColumns } from '#src/domain/keywords/keyword.ts';
import {
  type Baseline,
  baselineOf,
  changedFieldNames,
  type FormError,
  type FormValues,
  rebase,
} from '#src/form/form-values.ts';
import type { UnsavedOutcome } from '#src/form/save-record.ts';
import { asRecord } from '#src/lib/json.ts';

/** A column of the grid; the id cannot be edited. */
export type GridColumn = KeywordColumn | 'id';

export const isGridColumn = (name: string): name is GridColumn => name === 'id' || isKeywordColumn(name);

export interface RowEdit {
  baseline: Baseline<typeof keywords>;
  /** All values of the row, as form values. */
  values: FormValues;
  state: 'typed' | 'saving' | 'failed';
  /** Why the last attempt to save it did not succeed. */
  unsaved?: UnsavedOutcome<typeof keywords> | undefined;
}

export type RowEdits = ReadonlyMap<string, RowEdit>;

/** Returns edits with a cell changed. An edit back to the baseline is dropped. */
export function editCell(edits: RowEdits, row: Keyword, column: GridColumn, text: string): RowEdits {
  const edit = edits.get(row.id);
  const baseline = edit?.baseline ?? baselineOf(keywords, row);
  const values = { ...(edit?.values ?? baseline.values), [column]: text };
  const next = new Map(edits);
  if (changedFieldNames(values, baseline.values).length === 0) next.delete(row.id);
  else
    next.set(row.id, {
      baseline,
      values,
      state: 'typed',
      unsaved: edit?.unsaved && withoutProblem(edit.unsaved, column),
    });
  return next;
}

/** The part of a failed save's outcome that still applies once a column has been changed. */
function withoutProblem(unsaved: NonNullable<RowEdit['unsaved']>, column: GridColumn): RowEdit['unsaved'] {
  if (unsaved.kind !== 'refused') return unsaved.kind === 'conflict' ? unsaved : undefined;
  return { ...unsaved, problems: unsaved.problems.filter(({ path }) => path !== column), failure: undefined };
}

export const problemsOf = (edit: RowEdit | undefined): readonly FormError[] =>
  edit?.unsaved?.kind === 'refused' ? edit.unsaved.problems : [];

export function withoutRow(edits: RowEdits, id: string): RowEdits {
  const next = new Map(edits);
  next.delete(id);
  return next;
}

export const cellText = (row: Keyword, edit: RowEdit | undefined, column: GridColumn): string =>
  edit && edit.values[column] !== edit.baseline.values[column] ? String(edit.values[column]) : (row[column] ?? '');

/** Rebases edits on newer versions of their rows, if these leave the edited columns as they were. */
export function rebaseEdits(edits: RowEdits, rows: readonly Keyword[]): RowEdits {
  const rebased = rows.flatMap((row): [string, RowEdit][] => {
    const edit = edits.get(row.id);
    if (!edit || edit.state === 'saving' || edit.unsaved?.kind === 'conflict') return [];
    const { values: before, version } = edit.baseline;
    const { values, baseline } = rebase(keywords, edit.values, edit.baseline, row);
    const newer = changedFieldNames(baseline.values, before);
    if (newer.length === 0 && baseline.version === version) return [];
    const isElsewhere = newer.every((name) => edit.values[name] === before[name]);
    return isElsewhere ? [[row.id, { ...edit, values, baseline }]] : [];
  });
  return rebased.length > 0 ? new Map([...edits, ...rebased]) : edits;
}

/** As `cellText`, but suggestions as plain items, not as stored. */
export function readableText(values: FormValues, column: string, separator: string): string {
  const text = String(values[column] ?? '');
  return column === 'suggestions' ? suggestionsOf({ suggestions: text }).join(separator) : text;
}

export const serializeEdits = (edits: RowEdits): Json =>
  Object.fromEntries(
    [...edits].map(([id, { baseline, values }]) => [
      id,
      { values, before: baseline.values, version: baseline.version ?? null },
    ]),
  );

/** The stored edits after a change of some, except for rows that a later visit of the table has edited since. */
export function replaceStored(stored: Json = {}, before: RowEdits, next: RowEdits): Json {
  const [was, now] = [serializeEdits(before), serializeEdits(next)];
  const kept = Object.entries(stored).map(([id, edit]) => {
    const isAsBefore = JSON.stringify(edit) === JSON.stringify(was[id]);
    return [id, isAsBefore ? now[id] : edit] as const;
  });
  return Object.fromEntries(kept.filter(([, edit]) => edit !== undefined));
}

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
    const baseline = { ...baselineOf(keywords, row), values: before, version };
    if (changedFieldNames(values, before).length > 0) edits.set(row.id, { baseline, values, state: 'typed' });
  }
  return edits;
}

/** The texts of stored edits whose rows are not among these, by id. */
export const editsWithoutRow = (kept: Json, rows: readonly Keyword[]) =>
  Object.entries(kept).flatMap(([id, edit]) => {
    const texts = rows.some((row) => row.id === id) ? undefined : readTexts(asRecord(edit)?.values);
    return texts ? [{ id, texts: keywordColumns.map((name) => [name, readableText(texts, name, '\n')] as const) }] : [];
  });

function readTexts(value: unknown): FormValues | undefined {
  const texts = asRecord(value);
  return texts && keywordColumns.every((column) => typeof texts[column] === 'string') ? texts : undefined;
}
