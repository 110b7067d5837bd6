import { drafts } from '#contract/drafts.ts';
import { oneQuery } from '#src/api/queries.ts';

/** A draft with its room and the people who wrote and decided it. */
export const draftQuery = (id: string) => oneQuery(drafts, id, ['room', 'created_user', 'resolved_user']);
