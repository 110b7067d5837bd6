import { beforeEach, expect, test, vi } from 'vitest';
import { signIn } from '#src/api/connection.ts';
import { reauthPrompt, settleReauth } from '#src/api/sign-in/reauthenticate.ts';
import { updateSettings } from '#src/lib/storage/settings.ts';
import { enqueueDecisions, loadDelivery } from '#src/outbox/decision-outbox.ts';
import { failedDecisions, idsToReselect } from '#src/outbox/decision-outcomes.ts';
import { outbox } from '#src/outbox/outbox-store.ts';
import { runningJobs } from '#src/outbox/resolve-decisions.ts';
import { refusal } from '../answering.ts';
import { asksBeforeLeaving, fireStorageEvent } from '../browser-events.ts';
import { decidedNow } from './user-actions.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1));
const ids = numbers(20);

beforeEach(() => {
  updateSettings({ undoSeconds: 0 });
  idsToReselect.set([]);
});

/** Decides on drafts as one selection, at a service that gives this answer to each request. */
async function decideAll(answer: () => Promise<Response>, draftIds = ids) {
  vi.stubGlobal('fetch', answer);
  signIn('https://chat.example', 'cs_secret');
  await loadDelivery();
  enqueueDecisions(draftIds.map(decidedNow), 'Blue Heron', true);
}

test('Cancel releases the decisions not started at once, even while the service does not answer', async () => {
  const { promise: outage, resolve: end } = Promise.withResolvers<void>();
  await decideAll(async () => {
    await outage;
    return refusal(403);
  });
  await vi.waitUntil(() => runningJobs.get().size > 0, { timeout: 60_000 });
  for (const job of runningJobs.get().values()) job.cancel();
  expect(outbox.get().map(({ draftId }) => draftId)).toEqual(ids.slice(0, 6));
  expect(idsToReselect.get()).toEqual(ids.slice(6));
  // The reviewer decides on one of them again, before the service answers.
  updateSettings({ undoSeconds: 30 });
  enqueueDecisions([decidedNow('7')], 'Blue Heron');
  end();
  await vi.waitUntil(() => runningJobs.get().size === 0, { timeout: 60_000 });
  expect(outbox.get().map(({ draftId }) => draftId)).toEqual(['7']);
  expect(idsToReselect.get().toSorted()).toEqual(ids.toSorted());
});

test('“Not now” at the sign-in prompt is asked once for a selection: the rest is released', async () => {
  let prompts = 0;
  const stop = reauthPrompt.subscribe(() => {
    if (!reauthPrompt.get()) return;
    prompts++;
    setTimeout(() => settleReauth(undefined), 20);
  });
  await decideAll(async () => refusal(401, { status: '401', title: 'Unauthorized' }));
  await vi.waitUntil(() => outbox.get().length === 0, { timeout: 60_000 });
  stop();
  expect(prompts).toBe(1);
  expect(idsToReselect.get().toSorted()).toEqual(ids.toSorted());
  expect(asksBeforeLeaving()).toBe(false);
});

test('all failures of a selection are marked, also more than can be stored', async () => {
  const many = numbers(120);
  await decideAll(async () => refusal(403), many);
  await vi.waitUntil(() => outbox.get().length === 0, { timeout: 60_000 });
  expect(Object.keys(failedDecisions.get())).toEqual(many);
  // Another tab retries one of them.
  const all: { decision: { draftId: string } }[] = JSON.parse(localStorage.getItem('countersign.failed') ?? '');
  expect(all).toHaveLength(100);
  const others = all.filter(({ decision }) => decision.draftId !== '50');
  localStorage.setItem('countersign.failed', JSON.stringify(others));
  fireStorageEvent();
  expect(Object.keys(failedDecisions.get()).toSorted()).toEqual(many.filter((id) => id !== '50').toSorted());
});
