import { drafts } from '#contract/drafts.ts';
import { oneQuery } from '#src/api/queries.ts';

/** A draft with its room, author and reviewer. */
export const draftQuery = (id: string) => oneQuery(drafts, id, ['room', 'created_user', 'resolved_user']);
