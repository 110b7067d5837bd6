import type { Resource, Row } from '#contract/resource.ts';
import { changedNames, type FormValues, toFormValues } from './form-values.ts';

/** The baseline that a form's inputs are compared with: the record as opened, or as last seen since. */
export interface Baseline<R extends Resource> {
  /** Undefined for a new record. */
  row: Row<R> | undefined;
  /** The record's values as form inputs. */
  values: FormValues;
  /** Version of the values, if the record has one. */
  version: string | undefined;
}

export function baselineOf<R extends Resource>(resource: R, row: Row<R> | undefined): Baseline<R> {
  return { row, values: toFormValues(resource, row), version: row?.meta.version };
}

/** Values of the inputs that were changed. */
export function editsOf(values: FormValues, before: FormValues): FormValues {
  return Object.fromEntries(changedNames(values, before).map((name) => [name, values[name]]));
}

/** Rebases edits onto another user's version: inputs changed here keep their edits, all others take that version. */
export function rebase<R extends Resource>(
  resource: R,
  values: FormValues,
  baseline: Baseline<R>,
  theirs: Row<R>,
): { values: FormValues; baseline: Baseline<R> } {
  const next = baselineOf(resource, theirs);
  return { values: { ...next.values, ...editsOf(values, baseline.values) }, baseline: next };
}
