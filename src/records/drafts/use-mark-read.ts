import { useLingui } from '@lingui/react/macro';
import { drafts } from '#contract/drafts.ts';
import { useAction } from '#src/api/mutations.ts';
import { may } from '#src/crud/may.ts';
import { useErrorSentence } from '#src/crud/use-error-sentence.ts';
import { serverNow } from '#src/lib/clock.ts';
import { showToast } from '#src/ui/toasts.ts';
import { type Draft, isUnread } from './draft.ts';

/** `isQuiet`: not triggered by a click, so errors are not shown. */
export type MarkRead = (draft: Draft, options?: { isQuiet?: boolean }) => void;

/** Marks the verdict on a draft as read, optimistically. */
export function useMarkRead(): MarkRead {
  const { t } = useLingui();
  const sentence = useErrorSentence();
  const markRead = useAction(drafts, 'mark_read', {
    optimistic: () => ({ create_user_resolved_read_time_unix: serverNow() }),
  });
  return (draft, { isQuiet = false } = {}) => {
    if (!isUnread(draft) || !may(draft, 'mark_read')) return;
    markRead.mutate(
      { id: draft.id },
      {
        onError: (error) => {
          if (!isQuiet) showToast({ tone: 'bad', text: t`It could not be marked read`, detail: sentence(error) });
        },
      },
    );
  };
}
