import type { RecordMeta } from '#contract/document.ts';

/** Whether the user may perform an action on a record. True if the record does not say: the tenant then decides. */
export const can = (row: { meta: RecordMeta }, name: string): boolean => row.meta.can?.includes(name) ?? true;
