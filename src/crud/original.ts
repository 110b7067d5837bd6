import type { Resource, Row } from '#contract/resource.ts';
import { type FormValues, toFormValues } from './form-values.ts';

/** The baseline that a form's inputs are compared with: the record as opened, or as last seen since. */
export interface Original<R extends Resource> {
  /** Undefined for a new record. */
  row: Row<R> | undefined;
  /** The record's values as form inputs. */
  values: FormValues;
  /** Version of the values, if the tenant has versions. */
  version: string | undefined;
}

export function originalOf<R extends Resource>(resource: R, row: Row<R> | undefined): Original<R> {
  return { row, values: toFormValues(resource, row), version: row?.meta.version };
}
