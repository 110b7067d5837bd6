import { drafts } from '#contract/drafts.ts';
import { mergeRecord } from '#src/api/cache.ts';
import type { Connection } from '#src/api/connection.ts';
import { readOne } from '#src/api/read-document.ts';
import { request } from '#src/api/request.ts';
import type { Draft } from '#src/records/drafts/draft.ts';

/** Path of a draft below `/rapi/v1`. */
export const pathOf = (id: string): string => `/${drafts.type}/${encodeURIComponent(id)}`;

/** Reads the current draft. Throws an ApiError. */
export async function readDraft(id: string, from: Connection): Promise<Draft> {
  const draft = readOne(drafts, await request({ path: pathOf(id), from }));
  mergeRecord(drafts, draft, from);
  return draft;
}
