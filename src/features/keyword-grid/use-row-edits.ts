import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { keywords } from '#contract/keywords.ts';
import { mergeRecord } from '#src/api/cache.ts';
import { connection } from '#src/api/connection.ts';
import { useSave } from '#src/api/mutations.ts';
import type { Keyword } from '#src/domain/keywords/keyword.ts';
import type { DraftStorage } from '#src/form/draft/draft-storage.ts';
import { useDraftStorage } from '#src/form/draft/use-draft-storage.ts';
import { baselineOf, changedFieldNames, type FormValues, pickChanges, rebase } from '#src/form/form-values.ts';
import { loadFormSchema, saveRecord, validateFormValues } from '#src/form/save-record.ts';
import { describeSaveFailure } from '#src/form/use-delayed-save.ts';
import { useUnsavedChangesWarning } from '#src/lib/hooks/use-unsaved-changes-warning.ts';
import { asRecord, isRecord } from '#src/lib/json.ts';
import { createStore, useStore } from '#src/lib/store.ts';
import { paths } from '#src/paths.ts';
import {
  editCell,
  editsWithoutRow,
  type GridColumn,
  type RowEdit,
  type RowEdits,
  rebaseEdits,
  replaceStored,
  restoreEdits,
  serializeEdits,
  withoutRow,
} from './row-edits.ts';

// Preload the validation with the table, so that saving a row need not wait for it.
loadFormSchema().catch(() => undefined);

export interface RowEditing {
  edits: RowEdits;
  /** Edits of rows that are not loaded, or that someone has deleted. */
  editsWithoutRow: ReturnType<typeof editsWithoutRow>;
  /** The row being typed into; its notices show once it is left. */
  openId: string | undefined;
  /** Rows saved here and not edited since. */
  saved: ReadonlySet<string>;
  /** Whether browser storage is available. */
  isKept: boolean;
  /** Another tab had unsaved edits when this table was opened. */
  isShared: boolean;
  type: (row: Keyword, column: GridColumn, text: string) => void;
  /** Saves a row; the outcome shows in the row. */
  save: (id: string) => void;
  /** Saves a row if it was typed into since it was last left. */
  leave: (id: string) => void;
  saveAll: () => void;
  discard: (ids: readonly string[]) => void;
  /** Rebases the edits on the other user's version and saves. */
  saveOver: (id: string) => void;
  /** Replaces the edits by the other user's version; returns a function that puts them back. */
  loadTheirs: (id: string) => () => void;
  /** Replaces the edits by values merged with the other user's version. */
  merge: (id: string, values: FormValues, isSaved: boolean) => void;
}

interface TypedRows extends Pick<RowEditing, 'edits' | 'openId'> {
  /** Stored edits whose rows have not been loaded. */
  kept: Readonly<Record<string, unknown>>;
}

/** Unsaved edits of the table, stored in the browser until each row is saved. `rows` are all keywords. */
export function useRowEdits(rows: readonly Keyword[] | undefined, onSaved: (row: Keyword) => void): RowEditing {
  const { store, stored, isKept, isShared } = useDraftStorage(`${keywords.type}.table`, isRecord);
  // A store, so that two calls of `leave` before the next render save the row only once.
  const [typed] = useState(() =>
    createStore<TypedRows>({ edits: new Map(), openId: undefined, kept: withOtherTabs(store, stored) }),
  );
  const { edits, openId, kept } = useStore(typed);
  const [saved, setSaved] = useState<ReadonlySet<string>>(new Set());
  /** Ids of rows being saved, and whether another save was requested since then. */
  const underWay = useRef(new Map<string, boolean>());
  const { mutateAsync } = useSave(keywords);
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    // Not before: rendering must not write.
    if (store.readOthers().length > 0) store.mergeOthers(typed.get().kept);
    return () => {
      isMounted.current = false;
    };
  }, [store, typed]);
  useUnsavedChangesWarning(edits.size > 0);

  const update = (patch: Partial<TypedRows>) => typed.set({ ...typed.get(), ...patch });
  const set = (next: RowEdits, rest: Partial<TypedRows> = {}) => {
    const before = typed.get().edits;
    update({ ...rest, edits: next });
    const all = isMounted.current
      ? { ...typed.get().kept, ...serializeEdits(next) }
      : replaceStored(store.read(isRecord), before, next);
    if (Object.keys(all).length > 0) store.write(all);
    else store.forget();
    if (!isMounted.current) store.flush();
  };
  // Rows load page by page; stored edits are restored as their rows arrive.
  const follow = useEffectEvent((read: readonly Keyword[]) => {
    const before = typed.get();
    const restored = restoreEdits(
      before.kept,
      read.filter(({ id }) => !before.edits.has(id)),
    );
    const next = rebaseEdits(restored.size > 0 ? new Map([...before.edits, ...restored]) : before.edits, read);
    if (next !== before.edits) set(next, { kept: without(before.kept, [...restored.keys()]) });
  });
  useEffect(() => follow(rows ?? []), [rows]);

  const editOf = (id: string) => typed.get().edits.get(id);
  const change = (id: string, patch: Partial<RowEdit>) => {
    const edit = editOf(id);
    if (edit) set(new Map(typed.get().edits).set(id, { ...edit, ...patch }));
  };
  const send = async (id: string) => {
    const edit = editOf(id);
    if (!edit) return;
    const isRunning = underWay.current.has(id);
    underWay.current.set(id, isRunning);
    if (isRunning) return;
    await attempt(id, edit);
    const isAskedAgain = underWay.current.get(id);
    underWay.current.delete(id);
    if (isAskedAgain && editOf(id)?.state === 'typed') void send(id);
  };
  const attempt = async (id: string, edit: RowEdit) => {
    const from = connection.get();
    change(id, { state: 'saving', unsaved: undefined });
    const problems = await validateFormValues(keywords, edit.values, edit.baseline);
    const outcome =
      problems.length > 0
        ? { kind: 'refused' as const, problems, failure: undefined }
        : await saveRecord(keywords, mutateAsync, edit.values, edit.baseline);
    if (outcome.kind !== 'saved') {
      const cell = `[data-cell="${CSS.escape(id)} key_name"]`;
      const isShown = isMounted.current && document.querySelector(cell) !== null;
      const path = paths.keywords({ filter: { id } });
      describeSaveFailure(outcome, edit.baseline.row?.key_name, path, isShown, from, 'keyword-row');
      return change(id, { state: 'failed', unsaved: outcome });
    }
    const now = editOf(id)?.values ?? edit.values;
    const baseline = baselineOf(keywords, outcome.row);
    // Text typed while the request was in flight is still unsaved.
    if (changedFieldNames(now, edit.values).length > 0) return change(id, { state: 'typed', baseline, values: now });
    set(withoutRow(typed.get().edits, id));
    setSaved((ids) => new Set(ids).add(id));
    onSaved(outcome.row);
  };
  const save = (id: string) => {
    update({ openId: undefined });
    void send(id);
  };
  const saveOver = (id: string) => {
    const { edit, theirs } = conflictOf(typed.get().edits, id) ?? {};
    if (!edit || !theirs) return;
    mergeRecord(keywords, theirs);
    change(id, { ...rebase(keywords, edit.values, edit.baseline, theirs), unsaved: undefined });
    void send(id);
  };
  const loadTheirs = (id: string) => {
    const { edit, theirs } = conflictOf(typed.get().edits, id) ?? {};
    if (!edit || !theirs) return () => undefined;
    mergeRecord(keywords, theirs);
    set(withoutRow(typed.get().edits, id));
    const mine = rebase(keywords, edit.values, edit.baseline, theirs);
    return () => {
      const since = editOf(id);
      const values = { ...mine.values, ...(since && pickChanges(since.values, since.baseline.values)) };
      set(new Map(typed.get().edits).set(id, { ...mine, values, state: 'typed' }));
    };
  };
  const merge = (id: string, values: FormValues, isSaved: boolean) => {
    const { theirs } = conflictOf(typed.get().edits, id) ?? {};
    if (!theirs) return;
    mergeRecord(keywords, theirs);
    const baseline = baselineOf(keywords, theirs);
    if (changedFieldNames(values, baseline.values).length === 0) return set(withoutRow(typed.get().edits, id));
    change(id, { baseline, values, state: 'typed', unsaved: undefined });
    if (isSaved) void send(id);
  };
  return {
    edits,
    editsWithoutRow: editsWithoutRow({ ...kept, ...serializeEdits(edits) }, rows ?? []),
    openId,
    saved,
    isKept,
    isShared,
    type: (row, column, text) => {
      set(rebaseEdits(editCell(typed.get().edits, row, column, text), rows ?? []), { openId: row.id });
      // Cancel a queued save: it was requested for the previous text.
      if (underWay.current.has(row.id)) underWay.current.set(row.id, false);
      setSaved((ids) => (ids.has(row.id) ? new Set([...ids].filter((id) => id !== row.id)) : ids));
    },
    save,
    leave: (id) => id === typed.get().openId && save(id),
    saveAll: () => {
      for (const id of typed.get().edits.keys()) void send(id);
    },
    discard: (ids) => {
      const left = new Map([...typed.get().edits].filter(([id]) => !ids.includes(id)));
      set(left, { kept: without(typed.get().kept, ids) });
    },
    saveOver,
    loadTheirs,
    merge,
  };
}

/** An edit in conflict, with the row as another user has saved it. */
export function conflictOf(edits: RowEdits, id: string): { edit: RowEdit; theirs: Keyword } | undefined {
  const edit = edits.get(id);
  return edit?.unsaved?.kind === 'conflict' ? { edit, theirs: edit.unsaved.theirs } : undefined;
}

const without = (kept: TypedRows['kept'], ids: readonly string[]) =>
  Object.fromEntries(Object.entries(kept).filter(([id]) => !ids.includes(id)));

/** Stored edits, merged with those of other tabs. */
const withOtherTabs = (store: DraftStorage, own: Record<string, unknown> = {}): Record<string, unknown> =>
  Object.assign({}, ...store.readOthers().map(asRecord).reverse(), own);
