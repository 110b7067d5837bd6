import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { keywords } from '#contract/keywords.ts';
import { mergeRecord } from '#src/api/cache.ts';
import { connection } from '#src/api/connection.ts';
import { useSave } from '#src/api/mutations.ts';
import type { Keyword, KeywordColumn } from '#src/domain/keywords/keyword.ts';
import type { DraftStorage } from '#src/form/draft/draft-storage.ts';
import { useDraftStorage } from '#src/form/draft/use-draft-storage.ts';
import { baselineOf, changedFieldNames, type FormValues, pickChanges, rebase } from '#src/form/form-values.ts';
import { loadFormSchema, saveRecord, validateFormValues } from '#src/form/save-record.ts';
import { describeSaveFailure } from '#src/form/use-delayed-save.ts';
import { useUnsavedChangesWarning } from '#src/lib/hooks/use-unsaved-changes-warning.ts';
import { asRecord, isRecord } from '#src/lib/json.ts';
import { paths } from '#src/paths.ts';
import {
  editCell,
  editsWithoutRow,
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
  type: (row: Keyword, column: KeywordColumn, text: string) => void;
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

/** Unsaved edits of the table, stored in the browser until each row is saved. `rows` are all keywords. */
export function useRowEdits(rows: readonly Keyword[] | undefined, onSaved: (row: Keyword) => void): RowEditing {
  const { store, stored, isKept, isShared } = useDraftStorage(`${keywords.type}.table`, isRecord);
  const [edits, setEdits] = useState<RowEdits>(new Map());
  const [saved, setSaved] = useState<ReadonlySet<string>>(new Set());
  const kept = useRef<Readonly<Record<string, unknown>>>(undefined);
  kept.current ??= withOtherTabs(store, stored);
  const latest = useRef(edits);
  // A ref, so that two calls of `leave` before the next render save the row only once.
  const open = useRef<string>(undefined);
  /** Ids of rows being saved, and whether another save was requested since then. */
  const underWay = useRef(new Map<string, boolean>());
  const { mutateAsync } = useSave(keywords);
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  useUnsavedChangesWarning(edits.size > 0);

  const set = (next: RowEdits) => {
    const before = latest.current;
    latest.current = next;
    setEdits(next);
    const all = isMounted.current
      ? { ...kept.current, ...serializeEdits(next) }
      : replaceStored(store.read(isRecord), before, next);
    if (Object.keys(all).length > 0) store.write(all);
    else store.forget();
    if (!isMounted.current) store.flush();
  };
  // Rows load page by page; stored edits are restored as their rows arrive.
  const follow = useEffectEvent((read: readonly Keyword[]) => {
    const restored = restoreEdits(
      kept.current,
      read.filter(({ id }) => !latest.current.has(id)),
    );
    const all = restored.size > 0 ? new Map([...latest.current, ...restored]) : latest.current;
    const next = rebaseEdits(all, read);
    if (next === latest.current) return;
    kept.current = Object.fromEntries(Object.entries(kept.current ?? {}).filter(([id]) => !restored.has(id)));
    set(next);
  });
  useEffect(() => follow(rows ?? []), [rows]);

  const change = (id: string, patch: Partial<RowEdit>) => {
    const edit = latest.current.get(id);
    if (edit) set(new Map(latest.current).set(id, { ...edit, ...patch }));
  };
  const send = async (id: string) => {
    const edit = latest.current.get(id);
    if (!edit) return;
    const isRunning = underWay.current.has(id);
    underWay.current.set(id, isRunning);
    if (isRunning) return;
    await attempt(id, edit);
    const isAskedAgain = underWay.current.get(id);
    underWay.current.delete(id);
    if (isAskedAgain && latest.current.get(id)?.state === 'typed') void send(id);
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
    const now = latest.current.get(id)?.values ?? edit.values;
    const baseline = baselineOf(keywords, outcome.row);
    // Text typed while the request was in flight is still unsaved.
    if (changedFieldNames(now, edit.values).length > 0) return change(id, { state: 'typed', baseline, values: now });
    set(withoutRow(latest.current, id));
    setSaved((ids) => new Set(ids).add(id));
    onSaved(outcome.row);
  };
  const save = (id: string) => {
    open.current = undefined;
    void send(id);
  };
  const saveOver = (id: string) => {
    const { edit, theirs } = conflictOf(latest.current, id) ?? {};
    if (!edit || !theirs) return;
    mergeRecord(keywords, theirs);
    change(id, { ...rebase(keywords, edit.values, edit.baseline, theirs), unsaved: undefined });
    void send(id);
  };
  const loadTheirs = (id: string) => {
    const { edit, theirs } = conflictOf(latest.current, id) ?? {};
    if (!edit || !theirs) return () => undefined;
    mergeRecord(keywords, theirs);
    set(withoutRow(latest.current, id));
    const mine = rebase(keywords, edit.values, edit.baseline, theirs);
    return () => {
      const since = latest.current.get(id);
      const values = { ...mine.values, ...(since && pickChanges(since.values, since.baseline.values)) };
      set(new Map(latest.current).set(id, { ...mine, values, state: 'typed' }));
    };
  };
  const merge = (id: string, values: FormValues, isSaved: boolean) => {
    const { theirs } = conflictOf(latest.current, id) ?? {};
    if (!theirs) return;
    mergeRecord(keywords, theirs);
    const baseline = baselineOf(keywords, theirs);
    if (changedFieldNames(values, baseline.values).length === 0) return set(withoutRow(latest.current, id));
    change(id, { baseline, values, state: 'typed', unsaved: undefined });
    if (isSaved) void send(id);
  };
  return {
    edits,
    editsWithoutRow: editsWithoutRow({ ...kept.current, ...serializeEdits(edits) }, rows ?? []),
    openId: open.current,
    saved,
    isKept,
    isShared,
    type: (row, column, text) => {
      open.current = row.id;
      set(rebaseEdits(editCell(latest.current, row, column, text), rows ?? []));
      // Cancel a queued save: it was requested for the previous text.
      if (underWay.current.has(row.id)) underWay.current.set(row.id, false);
      setSaved((ids) => (ids.has(row.id) ? new Set([...ids].filter((id) => id !== row.id)) : ids));
    },
    save,
    leave: (id) => id === open.current && save(id),
    saveAll: () => {
      for (const id of latest.current.keys()) void send(id);
    },
    discard: (ids) => {
      const isLeft = ([id]: [string, unknown]) => !ids.includes(id);
      kept.current = Object.fromEntries(Object.entries(kept.current ?? {}).filter(isLeft));
      set(new Map([...latest.current].filter(isLeft)));
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

/** Stored edits, merged with those of other tabs. */
function withOtherTabs(store: DraftStorage, own: Record<string, unknown> = {}): Record<string, unknown> {
  const others = store.readOthers();
  if (others.length === 0) return own;
  const all: Record<string, unknown> = Object.assign({}, ...others.map(asRecord).reverse(), own);
  store.mergeOthers(all);
  return all;
}
