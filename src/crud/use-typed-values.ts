import { useEffect, useMemo, useState } from 'react';
import type { Resource, Row } from '#contract/resource.ts';
import { asRecord, isRecord } from '#src/lib/json.ts';
import { changedNames, type FormValues, readKeptValues } from './form-values.ts';
import { type Original, originalOf } from './original.ts';
import { createTypedStore, type TypedStore } from './typed-store.ts';

/** Values that are typed and not saved, and what they were typed over. */
export interface TypedOver<R extends Resource> {
  original: Original<R>;
  /** What the inputs hold: the record, and over it what was typed. */
  start: FormValues;
}

export interface TypedValues<R extends Resource> extends TypedOver<R> {
  wasRestored: boolean;
  /** Whether the browser takes what is typed; false where its storage is full or forbidden. */
  isKept: boolean;
  /** Keeps what differs from the original. */
  keep: (values: FormValues, original: Original<R>) => void;
  forget: () => void;
  /** What another tab has typed into the same form. */
  other: TypedOver<R> | undefined;
  /** Keeps that, and what was typed here as the other one. */
  swapOther: () => void;
  dropOther: () => void;
  /** Whether another tab had the same form open, with something typed into it, when it was opened here. */
  isShared: boolean;
}

/**
 * Keeps what is typed into a form until it is saved. Each kept text remembers the value and the version it was typed
 * over, so that a change by somebody else in between is noticed when it is saved at last.
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

/** What is kept, over the record as it is now; undefined where that changes nothing. */
function readTyped<R extends Resource>(resource: R, row: Row<R> | undefined, raw: unknown): TypedOver<R> | undefined {
  const kept = asRecord(raw);
  const now = originalOf(resource, row);
  const start = { ...now.values, ...readKeptValues(resource, kept?.values, !row) };
  if (changedNames(start, now.values).length === 0) return undefined;
  const before = { ...now.values, ...readKeptValues(resource, kept?.before, !row) };
  const version = typeof kept?.version === 'string' ? kept.version : now.version;
  return { original: { row, values: before, version }, start };
}
