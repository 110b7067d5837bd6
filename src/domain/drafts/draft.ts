import type { drafts } from '#contract/drafts.ts';
import type { Row } from '#contract/resource.ts';

export type Draft = Row<typeof drafts>;

/** Undecided; an empty status counts as in review. */
export const isInReview = ({ status }: Draft): boolean => status === 'in_review' || !status;

/** Decided, but the author has not read the verdict. */
export const isUnread = (draft: Draft): boolean =>
  !isInReview(draft) && draft.create_user_resolved_read_time_unix === null;
