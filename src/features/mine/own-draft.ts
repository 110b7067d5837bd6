import { type Draft, isInReview } from '#src/records/send-decision.ts';

/** Whether a verdict has come that its author has not read. */
export const isUnread = (draft: Draft): boolean =>
  !isInReview(draft) && draft.create_user_resolved_read_time_unix === null;
