import { useEffect, useMemo, useState } from 'react';
import type { Resource, Row } from '#contract/resource.ts';
import { asRecord, isRecord } from '#src/lib/json.ts';
import { changedNames, type FormValues, readKeptValues } from './form-values.ts';
import { type Original, originalOf } from './original.ts';
import { createTypedStore, type TypedStore } from './typed-store.ts';

/** Unsaved values, and the baseline they were typed over. */
export interface TypedOver<R extends Resource> {
  original: Original<R>;
  /** Initial input values: the record overlaid with the draft. */
  start: FormValues;
}

export interface TypedValues<R extends Resource> extends TypedOver<R> {
  wasRestored: boolean;
  /** Whether the browser stores the draft; false if storage is full or forbidden. */
  isKept: boolean;
  /** Stores what differs from the original. */
  keep: (values: FormValues, original: Original<R>) => void;
  forget: () => void;
  /** Draft of another tab for the same form. */
  other: TypedOver<R> | undefined;
  /** Swaps it with this tab's draft. */
  swapOther: () => void;
  dropOther: () => void;
  /** Whether another tab had a draft of the same form open when it was opened here. */
  isShared: boolean;
}

/**
 * Autosaves a form's draft until it is saved. A draft remembers the values and version it was based on, so that a
 * concurrent change by another user is detected on save.
 */
export function useTypedValues<R extends Resource>(resource: R, row: Row<R> | undefined, form: string): TypedValues<R> {
  const [isKept, setKept] = useState(true);
  const [isShared, setShared] = useState(false);
  const id = row?.id ?? 'new';
  const store: TypedStore = useMemo(
    () =>
      createTypedStore(`${resource.type}.${id}.${form}`, {
        onResult: setKept,
        onOthers: ([newest]) => setOtherKept(newest),
        onShared: () => setShared(true),
      }),
    [resource, id, form],
  );
  const [opened] = useState(() => {
    const restored = readTyped(resource, row, store.read(isRecord));
    const now = originalOf(resource, row);
    return { ...(restored ?? { original: now, start: now.values }), wasRestored: restored !== undefined };
  });
  const [otherKept, setOtherKept] = useState<unknown>(() => store.readOthers()[0]);
  useEffect(() => store.attach(), [store]);

  const keep = (values: FormValues, original: Original<R>) => {
    const names = changedNames(values, original.values);
    const pick = (from: FormValues) => Object.fromEntries(names.map((name) => [name, from[name]]));
    const kept = { values: pick(values), before: pick(original.values), version: original.version };
    store.write(names.length > 0 ? kept : undefined);
  };
  return {
    ...opened,
    isKept,
    isShared,
    keep,
    forget: store.forget,
    other: readTyped(resource, row, otherKept),
    swapOther: () => {
      store.swapOther();
      setOtherKept(store.readOthers()[0]);
    },
    dropOther: () => {
      store.dropOther();
      setOtherKept(store.readOthers()[0]);
    },
  };
}

/** The stored draft over the current record; undefined if it changes nothing. */
function readTyped<R extends Resource>(resource: R, row: Row<R> | undefined, raw: unknown): TypedOver<R> | undefined {
  const kept = asRecord(raw);
  const now = originalOf(resource, row);
  const start = { ...now.values, ...readKeptValues(resource, kept?.values, !row) };
  if (changedNames(start, now.values).length === 0) return undefined;
  const before = { ...now.values, ...readKeptValues(resource, kept?.before, !row) };
  const version = typeof kept?.version === 'string' ? kept.version : now.version;
  return { original: { row, values: before, version }, start };
}
