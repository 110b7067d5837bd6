import { useState } from 'react';
import type { Resource, Row } from '#contract/resource.ts';
import { connection } from '#src/api/connection.ts';
import { asRecord, isRecord } from '#src/lib/json.ts';
import { createDraftStorage } from './draft/draft-storage.ts';
import { useDraftStorage } from './draft/use-draft-storage.ts';
import { type Baseline, baselineOf, changedFieldNames, type FormValues, parseStoredValues } from './form-values.ts';

/** Unsaved values, and the baseline that they change. */
interface DraftValues<R extends Resource> {
  baseline: Baseline<R>;
  /** Initial input values: the record overlaid with the draft. */
  start: FormValues;
}

/**
 * Autosaves a form's draft until it is saved. A draft remembers the values and version it was based on, so that a
 * concurrent change by another user is detected on save.
 */
export function useFormDraft<R extends Resource>(resource: R, row: Row<R> | undefined) {
  const { store, stored, isKept, isShared, other, swapOther, dropOther } = useDraftStorage(
    nameOf(resource, row),
    isRecord,
  );
  // The user may have switched before a save is answered.
  const [connectionKey] = useState(() => connection.get()?.key ?? '');
  const [opened] = useState(() => {
    const restored = readTyped(resource, row, stored);
    const now = baselineOf(resource, row);
    return { ...(restored ?? { baseline: now, start: now.values }), isRestoredDraft: restored !== undefined };
  });

  const draftOf = (values: FormValues, baseline: Baseline<R>) => {
    const names = changedFieldNames(values, baseline.values);
    const pick = (from: FormValues) => Object.fromEntries(names.map((name) => [name, from[name]]));
    const kept = { values: pick(values), before: pick(baseline.values), version: baseline.version };
    return names.length > 0 ? kept : undefined;
  };
  return {
    ...opened,
    isKept,
    isShared,
    /** Stores what differs from the baseline. */
    keep: (values: FormValues, baseline: Baseline<R>) => store.write(draftOf(values, baseline)),
    /** Whether exactly this draft is stored: another form may have overwritten it. */
    isStored: (values: FormValues, baseline: Baseline<R>) =>
      JSON.stringify(store.read(isRecord)) === JSON.stringify(draftOf(values, baseline)),
    flush: store.flush,
    forget: store.forget,
    /** Moves the draft from the form of a new record to the record just created. `values` are those of the inputs. */
    moveTo: (created: Row<R>, values: FormValues) => {
      store.forget();
      const own = createDraftStorage(nameOf(resource, created), { connectionKey });
      own.write(draftOf(values, baselineOf(resource, created)));
      own.flush();
    },
    /** Draft of another tab for the same form. */
    other: readTyped(resource, row, other),
    swapOther,
    dropOther,
  };
}

const nameOf = ({ type }: Resource, row: { id: string } | undefined) => `${type}.${row?.id ?? 'new'}.form`;

/** Text typed into the form of a deleted record. */
export const readTypedValues = (resource: Resource, id: string): FormValues =>
  asRecord(createDraftStorage(nameOf(resource, { id })).read(isRecord)?.values) ?? {};

/** Removes a form's stored draft if it no longer differs from the record. */
export function forgetSavedDraft<R extends Resource>(resource: R, row: Row<R>): void {
  const store = createDraftStorage(nameOf(resource, row));
  const stored = store.read(isRecord);
  if (stored && !readTyped(resource, row, stored)) store.forget();
}

/** The stored draft over the current record; undefined if it changes nothing. */
function readTyped<R extends Resource>(resource: R, row: Row<R> | undefined, raw: unknown): DraftValues<R> | undefined {
  const kept = asRecord(raw);
  const now = baselineOf(resource, row);
  const start = { ...now.values, ...parseStoredValues(resource, kept?.values, !row) };
  if (changedFieldNames(start, now.values).length === 0) return undefined;
  const before = { ...now.values, ...parseStoredValues(resource, kept?.before, !row) };
  const version = typeof kept?.version === 'string' ? kept.version : now.version;
  return { baseline: { row, values: before, version }, start };
}
