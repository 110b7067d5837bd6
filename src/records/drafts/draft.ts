import type { drafts } from '#contract/drafts.ts';
import type { Row } from '#contract/resource.ts';

export type Draft = Row<typeof drafts>;

/** Whether nobody has decided: an empty status counts so. */
export const isInReview = ({ status }: Draft): boolean => status === 'in_review' || !status;

/** Whether a verdict has come that its author has not read. */
export const isUnread = (draft: Draft): boolean =>
  !isInReview(draft) && draft.create_user_resolved_read_time_unix === null;
