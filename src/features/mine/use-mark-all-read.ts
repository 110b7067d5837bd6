import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { drafts } from '#contract/drafts.ts';
import { ApiError } from '#src/api/errors.ts';
import { useAction } from '#src/api/mutations.ts';
import { readList } from '#src/api/read-document.ts';
import { useErrorSentence } from '#src/crud/use-error-sentence.ts';
import { useOnce } from '#src/crud/use-once.ts';
import { asRecord } from '#src/lib/json.ts';
import type { Draft } from '#src/records/drafts/draft.ts';
import { showToast } from '#src/ui/toasts.ts';

/** Marks all verdicts as read in one bulk request, or the given ones one by one if the tenant has no bulk action. */
export function useMarkAllRead(unread: readonly Draft[]): [markAll: () => void, isBusy: boolean] {
  const { t } = useLingui();
  const sentence = useErrorSentence();
  const all = useAction(drafts, 'mark_read_all_resolved');
  const one = useAction(drafts, 'mark_read');

  const oneByOne = async () => {
    for (const { id } of unread) await one.mutateAsync({ id });
    return unread.length;
  };
  return useOnce(async () => {
    try {
      const body = await all.mutateAsync({}).catch((error) => {
        if (error instanceof ApiError && (error.isNotOffered || error.isNotFound)) return oneByOne();
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
  });
}

function countMarked(answered: unknown): number | undefined {
  const body = Array.isArray(answered) ? answered : { data: [], ...asRecord(answered) };
  const { rows, total } = readList(drafts, { status: 200, url: '', body, location: undefined }, {});
  return total ?? (rows.length || undefined);
}
