import type { RecordMeta } from '#contract/document.ts';

/** Whether the caller may do something to a record. A tenant that does not say is asked by trying. */
export const may = (row: { meta: RecordMeta }, name: string): boolean => row.meta.can?.includes(name) ?? true;
