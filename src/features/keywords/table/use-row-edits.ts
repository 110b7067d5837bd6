import { useEffect, useMemo, useRef, useState } from 'react';
import { keywords } from '#contract/keywords.ts';
import { useSave } from '#src/api/mutations.ts';
import { checkFormValues, loadChecks } from '#src/crud/check-form-values.ts';
import { changedNames, type FormProblem } from '#src/crud/form-values.ts';
import { originalOf } from '#src/crud/original.ts';
import { saveRecord } from '#src/crud/save-record.ts';
import { createTypedStore, type TypedStore } from '#src/crud/typed-store.ts';
import { useLeaveWarning } from '#src/crud/use-leave-warning.ts';
import { asRecord, isRecord } from '#src/lib/json.ts';
import type { Keyword, KeywordColumn } from '../keyword.ts';
import { keptEdits, type RowEdit, type RowEdits, restoreEdits, typeInto, withoutRow } from './row-edits.ts';

export interface RowEditing {
  edits: RowEdits;
  /** The row in edit mode; its notices show once it is left. */
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
  saveAll: () => void;
  /** Discards the edits of a row, or all of them. */
  discard: (id?: string) => void;
  /** Rebases the edits on the other user's version and saves. */
  saveOver: (id: string) => void;
}

/**
 * Unsaved edits of the table, stored in the browser until each row is saved. `rows` are all keywords, not just the
 * visible ones.
 */
export function useRowEdits(rows: readonly Keyword[] | undefined, onSaved: (row: Keyword) => void): RowEditing {
  const [isKept, setKept] = useState(true);
  const [isShared, setShared] = useState(false);
  const store = useMemo(
    () => createTypedStore(`${keywords.type}.table`, { onResult: setKept, onShared: () => setShared(true) }),
    [],
  );
  const [edits, setEdits] = useState<RowEdits>(new Map());
  const [saved, setSaved] = useState<ReadonlySet<string>>(new Set());
  const [openId, setOpenId] = useState<string>();
  const kept = useRef<unknown>(undefined);
  kept.current ??= openKept(store);
  const latest = useRef(edits);
  const underWay = useRef(new Set<string>());
  const { mutateAsync } = useSave(keywords);
  useEffect(() => store.attach(), [store]);
  useEffect(() => void loadChecks().catch(() => undefined), []);
  useLeaveWarning(edits.size > 0);

  const set = (next: RowEdits) => {
    latest.current = next;
    setEdits(next);
    const all = { ...(kept.current as object), ...keptEdits(next) };
    if (Object.keys(all).length > 0) store.write(all);
    else store.forget();
  };
  // Rows load page by page; stored edits are restored as their rows arrive.
  useEffect(() => {
    const restored = restoreEdits(
      kept.current,
      (rows ?? []).filter(({ id }) => !latest.current.has(id)),
    );
    if (restored.size === 0) return;
    const left = { ...(kept.current as object) }; // Restored edits imply a plain object.
    for (const id of restored.keys()) delete left[id as keyof typeof left];
    kept.current = left;
    latest.current = new Map([...latest.current, ...restored]);
    setEdits(latest.current);
  }, [rows]);

  const change = (id: string, patch: Partial<RowEdit>) => {
    const edit = latest.current.get(id);
    if (edit) set(new Map(latest.current).set(id, { ...edit, ...patch }));
  };
  const send = async (id: string) => {
    const edit = latest.current.get(id);
    if (!edit || underWay.current.has(id)) return;
    underWay.current.add(id);
    await attempt(id, edit);
    underWay.current.delete(id);
  };
  const attempt = async (id: string, edit: RowEdit) => {
    change(id, { state: 'saving', problems: {}, failure: undefined, theirs: undefined });
    const found = await checkFormValues(keywords, edit.values, edit.original);
    if (found.length > 0) return change(id, { state: 'failed', problems: byColumn(found) });
    const outcome = await saveRecord(keywords, mutateAsync, edit.values, edit.original);
    if (outcome.kind === 'conflict') return change(id, { state: 'failed', theirs: outcome.theirs });
    if (outcome.kind === 'refused')
      return change(id, { state: 'failed', problems: byColumn(outcome.problems), failure: outcome.failure });
    const now = latest.current.get(id)?.values ?? edit.values;
    const original = originalOf(keywords, outcome.row);
    // Text typed while the request was in flight is still unsaved.
    if (changedNames(now, edit.values).length > 0) return change(id, { state: 'typed', original, values: now });
    set(withoutRow(latest.current, id));
    setSaved((ids) => new Set(ids).add(id));
    onSaved(outcome.row);
  };
  const saveOver = (id: string) => {
    const edit = latest.current.get(id);
    if (!edit?.theirs) return;
    const original = originalOf(keywords, edit.theirs);
    const names = changedNames(edit.values, edit.original.values);
    const mine = Object.fromEntries(names.map((name) => [name, edit.values[name]]));
    change(id, { original, values: { ...original.values, ...mine }, theirs: undefined });
    void send(id);
  };
  return {
    edits,
    openId,
    saved,
    isKept,
    isShared,
    type: (row, column, text) => {
      setOpenId(row.id);
      set(typeInto(latest.current, row, column, text));
      setSaved((ids) => (ids.has(row.id) ? new Set([...ids].filter((id) => id !== row.id)) : ids));
    },
    save: (id) => {
      setOpenId(undefined);
      void send(id);
    },
    saveAll: () => {
      for (const id of latest.current.keys()) void send(id);
    },
    discard: (id) => {
      if (id === undefined) kept.current = {};
      set(id === undefined ? new Map() : withoutRow(latest.current, id));
    },
    saveOver,
  };
}

/** Stored edits, merged with those of other tabs. */
function openKept(store: TypedStore): object {
  const own = store.read(isRecord) ?? {};
  const others = store.readOthers();
  if (others.length === 0) return own;
  const all = Object.assign({}, ...others.map(asRecord).reverse(), own);
  store.mergeOthers(all);
  return all;
}

const byColumn = (problems: readonly FormProblem[]) =>
  Object.fromEntries(problems.map(({ path, message }) => [path, message]));
