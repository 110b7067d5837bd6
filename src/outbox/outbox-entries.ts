import { plural, t } from '@lingui/core/macro';
import { useMemo } from 'react';
import { connection, onSwitch, openConnection } from '#src/api/connection.ts';
import { queryClient, signedInId } from '#src/api/query-client.ts';
import { isOtherTabsAction, isOwnActionAt, userOf } from '#src/bulk/action-owner.ts';
import {
  assignActionUsers,
  delayedActions,
  type PendingAction,
  type StoredAction,
  storedActions,
  undoAction,
} from '#src/bulk/delayed-actions.ts';
import type { RunningJob } from '#src/bulk/job-runner.ts';
import { undoOtherTabAction } from '#src/bulk/other-tab-actions.ts';
import { hrefOf, sanitizeRedirect } from '#src/lib/base-path.ts';
import { currentLocation, navigate } from '#src/lib/router.ts';
import { forgetRecent, recentKey } from '#src/lib/storage/recent-actions.ts';
import { createStore, useStore } from '#src/lib/store.ts';
import { tabId } from '#src/lib/tab-channel.ts';
import { sectionOf } from '#src/page/switch-connection.ts';
import { announce } from '#src/ui/feedback/announcer.tsx';
import { undoDecisions } from './decision-outbox.ts';
import { batchOf, outbox, type PendingDecision, updateDecisions } from './outbox-store.ts';
import { decisionText, recordOutcome, recordUndone } from './recent/recent-decisions.ts';
import { type DecisionJob, onOutcome, reselectInQueue, runningJobs } from './resolve-decisions.ts';
import './follow-other-tabs.ts';
import './recent/persist-failures.ts';

/** A pending or unanswered action: a decision, a batch of decisions, or another write such as a deletion. */
export interface OutboxEntry {
  id: string;
  /** Label of the action. */
  text: string;
  /** Text for screen readers. */
  announcement: string;
  state: PendingDecision['state'];
  /** When it is sent or retried, in ms since 1970. */
  dueAt: number;
  isOfOtherTab: boolean;
  /** Set while a batch is being sent. */
  job?: RunningJob | undefined;
  /** Undoes the action if it is still pending, and navigates back to its record. */
  undo: () => void;
}

/** Whether the drawer of recent actions is open. */
export const isRecentActionsOpen = createStore(false);

/** Outbox entries of a connection, in send order. */
function listEntries(
  key: string | undefined,
  decisions: readonly PendingDecision[],
  actions: readonly PendingAction[],
  stored: readonly StoredAction[],
  jobs: ReadonlyMap<string, DecisionJob>,
): OutboxEntry[] {
  const shown = decisions.filter((entry) => isOwnActionAt(key, entry));
  const batches = [...Map.groupBy(shown, batchOf).values()];
  const own = actions.filter(({ from, by }) => isOwnActionAt(key, { connectionKey: from.key, by }));
  const foreign = stored.filter(isOtherTabsAction);
  const entries = [
    ...batches.flatMap((batch) => entryOfDecisions(batch, jobs)),
    ...own.map(entryOfAction),
    ...foreign.map(entryOfOtherTab),
  ];
  return entries.sort((a, b) => a.dueAt - b.dueAt);
}

/** Outbox entries of the current connection, in send order. */
export function useOutboxEntries(): readonly OutboxEntry[] {
  const key = useStore(connection)?.key;
  const [decisions, jobs] = [useStore(outbox), useStore(runningJobs)];
  const [actions, stored] = [useStore(delayedActions), useStore(storedActions)];
  return useMemo(() => listEntries(key, decisions, actions, stored, jobs), [key, decisions, actions, stored, jobs]);
}

/** Undoes the newest pending action. Returns false if there is none. */
export function undoNewest(): boolean {
  const key = connection.get()?.key;
  const entries = listEntries(key, outbox.get(), delayedActions.get(), storedActions.get(), runningJobs.get());
  const newest = entries.findLast(({ state }) => state === 'waiting');
  newest?.undo();
  return newest !== undefined;
}

function entryOfDecisions(entries: readonly PendingDecision[], jobs: ReadonlyMap<string, DecisionJob>): OutboxEntry[] {
  // Show the decision that blocks the batch; otherwise all of them have the same state.
  const entry = entries.find(({ state }) => state === 'unknown' || state === 'busy') ?? entries[0];
  if (!entry) return [];
  const { state, dueAt, owner, label, isSelection } = entry;
  const id = batchOf(entry);
  const doing = progressText(entry, entries.length);
  return [
    {
      id,
      text: entries.length === 1 ? decisionText(entry) : doing,
      announcement: isSelection ? doing : `${doing} ${label}`,
      state,
      dueAt,
      isOfOtherTab: owner !== tabId,
      job: jobs.get(id),
      undo: () => takeBack(entries),
    },
  ];
}

const progressText = ({ kind }: PendingDecision, count: number): string =>
  kind === 'approve'
    ? t`${plural(count, { one: 'Approving…', other: 'Approving # drafts…' })}`
    : t`${plural(count, { one: 'Rejecting…', other: 'Rejecting # drafts…' })}`;

function entryOfAction(action: PendingAction): OutboxEntry {
  const { id, text, state, dueAt, path, job } = action;
  const undo = () => {
    if (undoAction(action)) void returnTo(path, true);
  };
  return { id, text, announcement: text, state, dueAt, isOfOtherTab: false, job, undo };
}

/** Undoes the decision on a draft, with the rest of its batch, if it is still pending. */
export function undoDecisionOn(draftId: string): void {
  const own = outbox.get().filter((entry) => isOwnActionAt(connection.get()?.key, entry));
  const entry = own.find((one) => one.draftId === draftId);
  if (entry) takeBack(own.filter((one) => batchOf(one) === batchOf(entry)));
}

function entryOfOtherTab(action: StoredAction): OutboxEntry {
  const { id, text, path, dueAt = 0, sentAt } = action;
  const undo = () => {
    if (undoOtherTabAction(action)) void returnTo(path, true);
  };
  const state = sentAt === undefined ? 'waiting' : 'sending';
  return { id, text, announcement: text, state, dueAt, isOfOtherTab: true, undo };
}

function takeBack(entries: readonly PendingDecision[]): void {
  const undone = undoDecisions(entries);
  const [first] = undone;
  if (!first) return;
  recordUndone(undone);
  announce(t`Undone: ${first.label}`);
  // Navigate first: switching to another tab of the queue clears the selection.
  void returnTo(first.path, false).then(() => reselectInQueue(undone));
}

/** Opens and focuses the undone item; stays on the page if it is listed there. */
async function returnTo(kept: string | undefined, mayBeListed: boolean): Promise<void> {
  const path = kept && sanitizeRedirect(kept);
  if (!path) return;
  await nextFrame();
  const { pathname, search } = currentLocation();
  const isHere = path === pathname + search;
  if (!isHere && !(mayBeListed && findLink(path))) {
    await navigate(path, { replace: sectionOf(path) === sectionOf(pathname) });
    await nextFrame();
  }
  // Not from a form that the user has opened since.
  if (!document.activeElement?.closest('[data-decision]')) findLink(path)?.focus({ preventScroll: true });
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

const findLink = (path: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('main a[href]')].find(
    (link) => link.getAttribute('href') === hrefOf(path),
  );

/** Fills in the user of this tab's pending decisions once the server has named the signed-in user. */
function nameDeciders(): void {
  const key = connection.get()?.key;
  const unnamed = outbox
    .get()
    .filter(({ by, state, owner }) => by === undefined && state === 'waiting' && owner === tabId)
    .filter(({ connectionKey, signIn }) => connectionKey === key && userOf(key, signIn) !== undefined);
  if (unnamed.length > 0) updateDecisions(unnamed, { by: signedInId() });
}

// Entries are visible to their own user only, so filter them again when the signed-in user becomes known.
queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (type !== 'updated' || query.queryKey[2] !== 'me') return;
  assignActionUsers();
  nameDeciders();
  if (outbox.get().length > 0) outbox.set([...outbox.get()]);
  if (storedActions.get().length > 0) storedActions.set([...storedActions.get()]);
});
onOutcome(recordOutcome);

onSwitch((left) => {
  isRecentActionsOpen.set(false);
  // Where the service does not name users, the next one to sign in must not see this one's history.
  if (left !== undefined && !openConnection(left)) forgetRecent(recentKey(left));
});
