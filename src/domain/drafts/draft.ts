import type { drafts } from '#contract/drafts.ts';
import type { Row } from '#contract/resource.ts';
import { can } from '#src/page/can.ts';

export type Draft = Row<typeof drafts>;

/** Undecided; an empty status counts as in review. */
export const isInReview = ({ status }: Draft): boolean => status === 'in_review' || !status;

/** In review, and the reader may approve or reject it. */
export const isDecidable = (draft: Draft): boolean =>
  isInReview(draft) && (can(draft, 'approve') || can(draft, 'reject'));

/** When a draft was written, in Unix seconds; infinity, as if after all messages, if unknown. */
export const writtenAtUnix = ({ created_at_unix }: Pick<Draft, 'created_at_unix'>): number =>
  created_at_unix || Number.POSITIVE_INFINITY;

/** Decided, but the author has not read the verdict. */
export const isUnread = (draft: Draft): boolean =>
  !isInReview(draft) && draft.create_user_resolved_read_time_unix === null;
