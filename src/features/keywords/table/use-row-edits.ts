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
  /** The row that is being typed into: nothing has to be said about it until it is left. */
  openId: string | undefined;
  /** Rows that were saved here since they were last typed into. */
  saved: ReadonlySet<string>;
  /** Whether the browser takes what is typed. */
  isKept: boolean;
  /** Whether somebody had typed into the table in another tab when it was opened here. */
  isShared: boolean;
  type: (row: Keyword, column: KeywordColumn, text: string) => void;
  /** Sends what was typed into a row; the outcome shows at the row. */
  save: (id: string) => void;
  saveAll: () => void;
  /** Gives up what was typed into a row, or into all. */
  discard: (id?: string) => void;
  /** Puts what was typed over the row as somebody else has saved it, and sends it. */
  saveOver: (id: string) => void;
}

/** What is typed into the table, kept until it is saved row by row. `rows` are all keywords, not just those in sight. */
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
  // Rows come page by page; what was typed into one shows when it is there.
  useEffect(() => {
    const restored = restoreEdits(
      kept.current,
      (rows ?? []).filter(({ id }) => !latest.current.has(id)),
    );
    if (restored.size === 0) return;
    const left = { ...(kept.current as object) }; // Only records have edits in them.
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
    // What was typed while the request was under way is not saved yet.
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

/** What was typed, also into the tables of other tabs: the rows of all are kept together. */
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
