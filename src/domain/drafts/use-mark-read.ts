import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { drafts } from '#contract/drafts.ts';
import { ApiError } from '#src/api/errors.ts';
import { useAction } from '#src/api/mutations.ts';
import { serverNow } from '#src/lib/clock.ts';
import { useSingleFlight } from '#src/lib/use-single-flight.ts';
import { can } from '#src/page/can.ts';
import { errorMessage } from '#src/page/error-message.ts';
import { showToast } from '#src/ui/overlay/toasts.ts';
import { type Draft, isUnread } from './draft.ts';

/** `isQuiet`: not triggered by a click, so errors are not shown. */
export type MarkRead = (draft: Draft, options?: { isQuiet?: boolean }) => void;

/** Marks the verdict on a draft as read, optimistically. */
export function useMarkRead(): MarkRead {
  const { t } = useLingui();
  const markRead = useAction(drafts, 'mark_read', {
    optimistic: () => ({ create_user_resolved_read_time_unix: serverNow() }),
  });
  return (draft, { isQuiet = false } = {}) => {
    if (!isUnread(draft) || !can(draft, 'mark_read')) return;
    markRead.mutate(
      { id: draft.id },
      {
        onError: (error) => {
          if (!isQuiet) showToast({ tone: 'bad', text: t`Couldn’t mark as read`, detail: errorMessage(error) });
        },
      },
    );
  };
}

/** Marks all verdicts as read in one request; the listed ones singly if `isListedOnly` or the action is missing. */
export function useMarkAllRead(listed: readonly Draft[], isListedOnly: boolean): [mark: () => void, isBusy: boolean] {
  const { t } = useLingui();
  const all = useAction(drafts, 'mark_read_all_resolved');
  const one = useAction(drafts, 'mark_read');

  const oneByOne = async () => {
    for (const { id } of listed) await one.mutateAsync({ id });
    return { count: listed.length };
  };
  const allAtOnce = () =>
    all.mutateAsync({}).catch((error) => {
      const isMissing = error instanceof ApiError && (error.isUnsupported || error.isNotFound);
      if (isMissing && listed.length > 0) return oneByOne();
      throw error;
    });
  return useSingleFlight(async () => {
    try {
      const { count: marked } = await (isListedOnly ? oneByOne() : allAtOnce());
      showToast({
        tone: 'good',
        text:
          marked === undefined
            ? t`All marked as read`
            : t`${plural(marked, { one: '# verdict marked as read', other: '# verdicts marked as read' })}`,
      });
    } catch (error) {
      showToast({ tone: 'bad', text: t`Couldn’t mark as read`, detail: errorMessage(error) });
    }
  });
}
