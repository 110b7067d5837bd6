import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { drafts } from '#contract/drafts.ts';
import type { Resource, Row } from '#contract/resource.ts';
import { type Connection, connection, signInMark } from '#src/api/connection.ts';
import { isDecisionApplied } from '#src/api/decide-draft.ts';
import { ApiError, refusal } from '#src/api/errors.ts';
import { meQuery } from '#src/api/me-query.ts';
import { queryClient } from '#src/api/query-client.ts';
import { fetchOne } from '#src/api/reads.ts';
import { isOtherTabsAction } from '#src/bulk/action-owner.ts';
import { type RecordWrite, type StoredAction, storedActions, takeActions } from '#src/bulk/delayed-actions.ts';
import { canReturnTo, isKnownOwn } from '#src/bulk/failed-actions.ts';
import { isInReview } from '#src/domain/drafts/draft.ts';
import { after } from '#src/lib/delay.ts';
import { useStore } from '#src/lib/store.ts';
import { otherTabs, tabId } from '#src/lib/tab-channel.ts';
import { useAfterChange } from '#src/lib/use-after-change.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#src/ui/overlay/dialog.tsx';
import { formatList } from '#src/ui/text/format-list.ts';
import { schedule } from './decision-outbox.ts';
import {
  amongEntries,
  batchOf,
  dropDecisions,
  outbox,
  type PendingDecision,
  readOutbox,
  updateDecisions,
} from './outbox-store.ts';
import { resourceOf, useResend } from './recent/resend-action.ts';
import { resolveDecisions } from './resolve-decisions.ts';

const RECHECK_MS = 15_000;
/** How long the last request of a closed page may take to arrive. */
const UNDER_WAY_MS = 10_000;
const mayStillArrive = (sentAt: number) => Date.now() - sentAt < UNDER_WAY_MS;

/** Asks whether to send or discard decisions and other actions that a closed tab left unsent. */
export function OutboxRecovery() {
  const { t } = useLingui();
  const [[decisions, actions], close] = useUnsent();
  const resend = useResend();
  const count = decisions.length + actions.length;
  if (count === 0) return null;
  // Another tab may have taken them already, and another user may have signed in.
  const take = () => {
    const taken = takeActions(actions.filter(isOwn).map(({ id }) => id));
    return actions.filter((action) => taken.some(({ id }) => id === action.id));
  };
  const discard = () => {
    dropDecisions(decisions);
    take();
    close();
  };
  const send = () => {
    claimDecisions(decisions);
    take().forEach(resend);
    close();
  };
  const wordsOf = ({ text, writes }: StoredAction) => {
    if (writes.some(({ attributes }) => attributes)) return text;
    const quoted = writes.map(({ label: name }) => t`“${name}”`);
    return t`Delete ${{ name: formatList(quoted) }}`;
  };
  return (
    <Dialog
      role="alertdialog"
      title={<Plural value={count} one="# unsent action" other="# unsent actions" />}
      description={t`You closed the page before these were sent. Nothing has changed yet.`}
      onClose={close}
    >
      <DialogBody>
        <ul ref={focusDialog} className="flex flex-col gap-2">
          {decisions.map(({ draftId, kind, label, comment }) => (
            <li key={draftId}>
              {kind === 'approve' ? <Trans>Approve</Trans> : <Trans>Reject</Trans>} <span dir="auto">{label}</span>
              {comment && (
                <p dir="auto" className="text-muted">
                  {comment}
                </p>
              )}
            </li>
          ))}
          {actions.map((action) => (
            <li key={action.id} dir="auto">
              {wordsOf(action)}
            </li>
          ))}
        </ul>
      </DialogBody>
      <DialogFooter leave={<Trans>Discard</Trans>} onLeave={discard}>
        <Button kind="primary" onClick={send}>
          <Trans>Send now</Trans>
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

/** The dialog may open while the user types: the next key must not press one of its buttons. */
const focusDialog = (part: HTMLElement | null) => part?.closest('dialog')?.focus();

type Unsent = readonly [decisions: readonly PendingDecision[], actions: readonly StoredAction[]];

const NOTHING: Unsent = [[], []];
const keyOf = (entry: PendingDecision | StoredAction) => ('id' in entry ? entry.id : `${entry.draftId} ${entry.dueAt}`);

/**
 * Unsent actions of closed tabs: read on mount, then polled while other tabs have pending actions. Closing leaves them to
 * the next start.
 */
function useUnsent(): [Unsent, close: () => void] {
  const [[decisions, actions], setUnsent] = useState(NOTHING);
  const [later, setLater] = useState<readonly string[]>([]);
  const isAsked = (entry: PendingDecision | StoredAction) => !later.includes(keyOf(entry));
  const [looks, setLooks] = useState(0);
  const foreign = [...useStore(outbox), ...useStore(storedActions)].filter(isOtherTabsAction).length;
  useAfterChange(foreign === 0 ? undefined : `${foreign} ${looks}`, () => {
    let isGone = false;
    // A record that cannot be read now is retried with the next poll.
    const decided = findOrphans().catch((): PendingDecision[] => []);
    const acted = findUnsentActions().catch((): StoredAction[] => []);
    void Promise.all([decided, acted]).then((found) => isGone || setUnsent(found));
    const cancel = after(RECHECK_MS, () => setLooks(looks + 1));
    return () => {
      isGone = true;
      cancel();
    };
  });
  const close = () => setLater([...later, ...[...decisions, ...actions].map(keyOf)]);
  return [[decisions.filter(isAsked), actions.filter(isAsked)], close];
}

/** Takes over decisions of closed tabs and sends them now, one request per draft. */
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
 * Decisions of closed tabs whose draft is still in review. Reports what became of the others, and leaves out those whose
 * request may still arrive. Throws an ApiError if a draft cannot be read.
 */
export async function findOrphans(): Promise<PendingDecision[]> {
  const from = connection.get();
  if (!from || !outbox.get().some(isOtherTabsAction)) return [];
  // Only the user who decided may send. If the user cannot be read now, the request itself compares again.
  const [alive] = await Promise.all([otherTabs(), queryClient.query(meQuery()).catch(() => undefined)]);
  const orphans = outbox.get().filter((entry) => isOtherTabsAction(entry) && !alive.has(entry.owner));
  const found = await Promise.all(orphans.map(({ draftId }) => readIfThere(drafts, draftId)));
  const unsent = orphans.filter((_, index) => found[index] && isInReview(found[index]));
  const settled = orphans.filter((entry) => !unsent.includes(entry));
  await reportSettled(settled, from);
  return unsent.filter(({ state, dueAt }) => state !== 'sending' || !mayStillArrive(dueAt));
}

/** Reports decisions of closed tabs that were sent as the page closed, or overtaken by someone else. */
async function reportSettled(entries: readonly PendingDecision[], from: Connection): Promise<void> {
  const failures: Record<string, unknown> = {};
  const known: PendingDecision[] = [];
  for (const entry of entries) {
    const outcome = await isDecisionApplied(entry, from);
    // An outcome that cannot be read now is left to the next start.
    if (outcome.kind === 'missing') failures[entry.draftId] = outcome.error;
    else if (outcome.kind !== 'done') continue;
    else if (!outcome.value) failures[entry.draftId] = refusal('already_resolved');
    known.push(entry);
  }
  // Another tab may have reported them already.
  const left = known.filter(amongEntries(readOutbox()));
  for (const batch of Map.groupBy(left, batchOf).values()) resolveDecisions(batch, failures);
}

/** Whether the action is the signed-in user's. If the service names no users, it is anyone's until a sign-out. */
const isOwn = (action: StoredAction): boolean => isKnownOwn(action) && canReturnTo(action);

/**
 * Unsent actions of closed tabs, without the writes that the records show as applied. Deletes actions with no writes
 * left, and those of an unnamed user who is not the one signed in; leaves out those whose request may still arrive.
 * Throws an ApiError if a record or the signed-in user cannot be read.
 */
export async function findUnsentActions(): Promise<StoredAction[]> {
  if (!storedActions.get().some(isOtherTabsAction)) return [];
  const [alive] = await Promise.all([otherTabs(), queryClient.query(meQuery())]);
  const closed = storedActions.get().filter((action) => isOtherTabsAction(action) && !alive.has(action.owner));
  const found = await Promise.all(closed.map((action) => (isOwn(action) ? withoutArrived(action) : action)));
  const over = closed.filter((action, index) =>
    isOwn(action) ? !found[index]?.writes.length : action.by === undefined,
  );
  takeActions(over.map(({ id }) => id));
  return found.filter((action) => isOwn(action) && action.writes.length > 0 && !mayStillArrive(action.sentAt ?? 0));
}

async function withoutArrived(action: StoredAction): Promise<StoredAction> {
  const isToDo = async (write: RecordWrite) => {
    const resource = resourceOf(write);
    const row = resource && (await readIfThere(resource, write.id));
    return row !== undefined && !isSaved(row, write);
  };
  const areToDo = await Promise.all(action.writes.map(isToDo));
  return { ...action, writes: action.writes.filter((_, index) => areToDo[index]) };
}

/** Whether the record already has the attributes; always false for a deletion. */
const isSaved = (row: object, { attributes }: RecordWrite) =>
  attributes !== undefined &&
  Object.keys(attributes).every((name) => JSON.stringify(attributes[name]) === JSON.stringify(Reflect.get(row, name)));

async function readIfThere<R extends Resource>(resource: R, id: string): Promise<Row<R> | undefined> {
  try {
    return (await fetchOne(resource, id)).row;
  } catch (error) {
    if (error instanceof ApiError && error.isNotFound) return undefined;
    throw error;
  }
}
