import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { drafts } from '#contract/drafts.ts';
import { serverNow } from '#src/api/clock.ts';
import { ApiError } from '#src/api/errors.ts';
import { useAction } from '#src/api/mutations.ts';
import { readList } from '#src/api/read-document.ts';
import { may } from '#src/crud/may.ts';
import { useErrorSentence } from '#src/crud/request-error.tsx';
import type { Draft } from '#src/records/send-decision.ts';
import { showToast } from '#src/ui/toasts.ts';
import { isUnread } from './own-draft.ts';

/** `isQuiet`: nobody pressed a button, so that a refusal is not told. */
export type MarkRead = (draft: Draft, options?: { isQuiet?: boolean }) => void;

/** Marks the verdict on one draft as read. */
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

/** Marks every verdict as read: in one request, or one by one those given where the tenant has none for all. */
export function useMarkAllRead() {
  const { t } = useLingui();
  const sentence = useErrorSentence();
  const all = useAction(drafts, 'mark_read_all_resolved');
  const one = useAction(drafts, 'mark_read');

  const oneByOne = async (unread: readonly Draft[]) => {
    for (const { id } of unread) await one.mutateAsync({ id });
    return unread.length;
  };
  const markAll = async (unread: readonly Draft[]) => {
    try {
      const body = await all.mutateAsync({}).catch((error) => {
        if (error instanceof ApiError && (error.isNotOffered || error.isNotFound)) return oneByOne(unread);
        throw error;
      });
      const marked = typeof body === 'number' ? body : countMarked(body);
      showToast({
        tone: 'good',
        text:
          marked === undefined
            ? t`All marked read`
            : t`${plural(marked, { one: '# verdict marked read', other: '# verdicts marked read' })}`,
      });
    } catch (error) {
      showToast({ tone: 'bad', text: t`They could not be marked read`, detail: sentence(error) });
    }
  };
  return { markAll, isBusy: all.isPending || one.isPending };
}

function countMarked(body: unknown): number | undefined {
  const { rows, total } = readList(drafts, { status: 200, url: '', body, location: undefined }, {});
  return total ?? (rows.length || undefined);
}
