import type { drafts } from '#contract/drafts.ts';
import type { Row } from '#contract/resource.ts';
import { isInReview } from '#src/records/send-decision.ts';

export type Draft = Row<typeof drafts>;

/** Whether a verdict has come that its author has not read. */
export const isUnread = (draft: Draft): boolean =>
  !isInReview(draft) && draft.create_user_resolved_read_time_unix === null;

/** The text as its author wrote it, where a reviewer changed it; else undefined. */
export function originalText(draft: Draft): string | undefined {
  const original = draft.settings.original_content;
  return typeof original === 'string' && original !== draft.message_content ? original : undefined;
}
