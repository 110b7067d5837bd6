import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { drafts } from '#contract/drafts.ts';
import { connection, signInMark } from '#src/api/connection.ts';
import { ApiError } from '#src/api/errors.ts';
import { meQuery } from '#src/api/me-query.ts';
import { queryClient } from '#src/api/query-client.ts';
import { fetchOne } from '#src/api/reads.ts';
import { isInReview } from '#src/domain/drafts/draft.ts';
import { after } from '#src/lib/delay.ts';
import { useStore } from '#src/lib/store.ts';
import { otherTabs, tabId } from '#src/lib/tab-channel.ts';
import { useAfterChange } from '#src/lib/use-after-change.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#src/ui/overlay/dialog.tsx';
import { schedule } from './decision-outbox.ts';
import { batchOf, dropDecisions, isOfOtherTab, outbox, type PendingDecision, updateDecisions } from './outbox-store.ts';

const LOOK_AGAIN_MS = 15_000;

/** Asks what to do with decisions that a crash kept from being sent. */
export function OutboxRecovery() {
  const { t } = useLingui();
  const [unsent, close] = useUnsent();
  if (unsent.length === 0) return null;
  const discard = () => {
    dropDecisions(unsent);
    close();
  };
  const send = () => {
    claimDecisions(unsent);
    close();
  };
  return (
    <Dialog
      role="alertdialog"
      title={<Plural value={unsent.length} one="A decision was not sent" other="# decisions were not sent" />}
      description={t`The page was closed before they were sent. The drafts are still in review.`}
      onClose={close}
    >
      <DialogBody>
        <ul className="flex flex-col gap-2">
          {unsent.map(({ draftId, kind, label, comment }) => (
            <li key={draftId}>
              {kind === 'approve' ? <Trans>Approve</Trans> : <Trans>Reject</Trans>} <span dir="auto">{label}</span>
              {comment && (
                <p dir="auto" className="text-muted">
                  {comment}
                </p>
              )}
            </li>
          ))}
        </ul>
      </DialogBody>
      <DialogFooter>
        <Button onClick={discard}>
          <Trans>Discard</Trans>
        </Button>
        <Button kind="primary" onClick={send}>
          <Trans>Send now</Trans>
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

/** Unsent decisions of closed tabs: looked up at the start, then polled while other tabs have any. */
function useUnsent(): [readonly PendingDecision[], close: () => void] {
  const [unsent, setUnsent] = useState<readonly PendingDecision[]>([]);
  const [looks, setLooks] = useState(0);
  const foreign = useStore(outbox).filter(isOfOtherTab).length;
  useAfterChange(foreign === 0 ? undefined : `${foreign} ${looks}`, () => {
    let isGone = false;
    // A draft that cannot be read now is retried with the next poll.
    const look = findOrphans().catch((): PendingDecision[] => []);
    void look.then((found) => isGone || setUnsent(found));
    const cancel = after(LOOK_AGAIN_MS, () => setLooks(looks + 1));
    return () => {
      isGone = true;
      cancel();
    };
  });
  return [unsent, () => setUnsent([])];
}

/** Claims decisions of closed tabs and sends them now, each on its own. */
export function claimDecisions(entries: readonly PendingDecision[]): void {
  const from = connection.get();
  if (!from) return;
  const own = { owner: tabId, signIn: signInMark(from.key), dueAt: Date.now(), state: 'waiting' } as const;
  const here = entries.filter(({ connectionKey }) => connectionKey === from.key);
  updateDecisions(here, own);
  const claimed = here.map((entry) => ({ ...entry, ...own }));
  for (const batch of Map.groupBy(claimed, batchOf).values()) schedule(batch, from);
}

/**
 * Unsent decisions of closed tabs, judging by drafts that are still in review. Drops those that have arrived. Throws an
 * ApiError if a draft cannot be read.
 */
export async function findOrphans(): Promise<PendingDecision[]> {
  const from = connection.get();
  if (!from || !outbox.get().some(isOfOtherTab)) return [];
  // What another person has decided is theirs to send. If it can't be told, sending compares again.
  const [alive] = await Promise.all([otherTabs(), queryClient.query(meQuery()).catch(() => undefined)]);
  const orphans = outbox.get().filter((entry) => isOfOtherTab(entry) && !alive.has(entry.owner));
  const found = await Promise.all(orphans.map(({ draftId }) => readIfThere(draftId)));
  const unsent = orphans.filter((_, index) => found[index] && isInReview(found[index]));
  dropDecisions(orphans.filter((entry) => !unsent.includes(entry)));
  return unsent;
}

async function readIfThere(id: string) {
  try {
    return (await fetchOne(drafts, id)).row;
  } catch (error) {
    if (error instanceof ApiError && error.isNotFound) return undefined;
    throw error;
  }
}
