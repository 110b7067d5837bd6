import { t } from '@lingui/core/macro';
import { type Draft, isInReview } from '#src/domain/drafts/draft.ts';
import { showToast } from '#src/ui/overlay/toasts.ts';

/** Says, visibly and to screen readers, why a key can't act on a draft. */
export function sayWhyNot(draft: Draft | undefined, wish: 'revise' | 'mark_read'): void {
  showToast({ id: 'why-not', text: reason(draft, wish) });
}

function reason(draft: Draft | undefined, wish: 'revise' | 'mark_read'): string {
  if (!draft) return t`Select a draft first.`;
  if (wish === 'revise') {
    if (draft.status === 'rejected') return t`This draft has no room, so it can’t be revised here.`;
    return isInReview(draft)
      ? t`This draft is still in review. Only rejected drafts can be revised.`
      : t`This draft was approved and sent. Only rejected drafts can be revised.`;
  }
  return isInReview(draft)
    ? t`This draft is still in review. Only verdicts can be marked as read.`
    : t`You’ve already read this verdict.`;
}
