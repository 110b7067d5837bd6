import { useEffect, useMemo, useState } from 'react';
import type { Resource, Row } from '#contract/resource.ts';
import { asRecord } from '#src/lib/json.ts';
import { changedNames, type FormValues, readKeptValues } from './form-values.ts';
import { type Original, originalOf } from './original.ts';
import { createTypedStore } from './typed-store.ts';

export interface TypedValues<R extends Resource> {
  original: Original<R>;
  /** What the inputs start with: the record, and over it what an earlier visit left unsaved. */
  start: FormValues;
  wasRestored: boolean;
  /** Whether the browser takes what is typed; false where its storage is full or forbidden. */
  isKept: boolean;
  /** Keeps what differs from the original. */
  keep: (values: FormValues, original: Original<R>) => void;
  forget: () => void;
}

/**
 * Keeps what is typed into a form until it is saved. Each kept text remembers the value and the version it was typed
 * over, so that a change by somebody else in between is noticed when it is saved at last.
 */
export function useTypedValues<R extends Resource>(resource: R, row: Row<R> | undefined, form: string): TypedValues<R> {
  const [isKept, setKept] = useState(true);
  const id = row?.id ?? 'new';
  const store = useMemo(() => createTypedStore(`${resource.type}.${id}.${form}`, setKept), [resource, id, form]);
  const [opened] = useState(() => {
    const kept = asRecord(store.read());
    const now = originalOf(resource, row);
    const start = { ...now.values, ...readKeptValues(resource, kept?.values, !row) };
    const wasRestored = changedNames(start, now.values).length > 0;
    if (!wasRestored) return { original: now, start, wasRestored };
    const before = { ...now.values, ...readKeptValues(resource, kept?.before, !row) };
    const version = typeof kept?.version === 'string' ? kept.version : now.version;
    return { original: { row, values: before, version }, start, wasRestored };
  });
  useEffect(() => store.attach(), [store]);

  const keep = (values: FormValues, original: Original<R>) => {
    const names = changedNames(values, original.values);
    const pick = (from: FormValues) => Object.fromEntries(names.map((name) => [name, from[name]]));
    const kept = { values: pick(values), before: pick(original.values), version: original.version };
    store.write(names.length > 0 ? kept : undefined);
  };
  return { ...opened, isKept, keep, forget: store.forget };
}
