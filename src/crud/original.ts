import type { Resource, Row } from '#contract/resource.ts';
import { type FormValues, toFormValues } from './form-values.ts';

/** What the inputs of a form are compared with: the record as it was opened, or as it was last seen since. */
export interface Original<R extends Resource> {
  /** Undefined for a record that is yet to be created. */
  row: Row<R> | undefined;
  /** The record's values as inputs hold them. */
  values: FormValues;
  /** The version they are of, where the tenant has versions. */
  version: string | undefined;
}

export function originalOf<R extends Resource>(resource: R, row: Row<R> | undefined): Original<R> {
  return { row, values: toFormValues(resource, row), version: row?.meta.version };
}
