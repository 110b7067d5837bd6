import type { RecordMeta } from '#contract/document.ts';

/** Whether the user may do something to a record. If the record does not say, assumes so: trying will show. */
export const can = (row: { meta: RecordMeta }, name: string): boolean => row.meta.can?.includes(name) ?? true;
