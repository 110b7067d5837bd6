import { expect, test, vi } from 'vitest';
import { drafts } from '#contract/drafts.ts';
import { signIn, signOut } from '#src/api/connection.ts';
import { oneQuery } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';
import { updateSettings } from '#src/lib/storage/settings.ts';
import { createDecision } from '#src/outbox/create-decision.ts';
import { enqueueDecisions, loadDelivery, undoDecisions } from '#src/outbox/decision-outbox.ts';
import { claimDecisions, findOrphans } from '#src/outbox/outbox-recovery.tsx';
import { outbox } from '#src/outbox/outbox-store.ts';
import { onOutcome } from '#src/outbox/resolve-decisions.ts';
import { aDraft } from '#test/builders.ts';
import { intercepting } from '#test/src/answering.ts';
import { emptyResponse } from '#test/src/network-faults.ts';
import { fireStorageEvent } from '../browser-events.ts';
import { startService } from '../render-page.tsx';

/** A pending decision, at a service whose session another tab can end. */
async function aWaitingDecision() {
  const service = await startService();
  const { id } = await aDraft(service.db, { created_user_id: service.userIds.agent });
  await loadDelivery();
  let hasEnded = false;
  vi.stubGlobal('fetch', intercepting(() => hasEnded, emptyResponse(401))(service.fetch));
  signIn(service.origin, service.tokens.reviewer);
  updateSettings({ undoSeconds: 30 });
  const { row } = await queryClient.query(oneQuery(drafts, String(id)));
  enqueueDecisions([createDecision(row, 'approve')], 'Blue Heron');
  const setEnded = (next: boolean) => {
    hasEnded = next;
  };
  const status = async () =>
    (await service.send('GET', `/support_draft_messages/${id}`)).record.attributes?.status as string;
  return { service, setEnded, status };
}

test('a decision pending at sign-out is offered at the next sign-in and sent once', async () => {
  const { service, setEnded, status } = await aWaitingDecision();
  setEnded(true);
  signOut();
  await expect.poll(outbox.get).toMatchObject([{ state: 'waiting' }]);
  expect(await status()).toBe('in_review');
  setEnded(false);
  signIn(service.origin, service.tokens.reviewer);
  const unsent = await findOrphans();
  expect(unsent).toHaveLength(1);
  const outcome = new Promise((resolve) => onOutcome((_, failures) => resolve(failures)));
  claimDecisions(unsent);
  expect(await outcome).toEqual({});
  expect([await status(), outbox.get()]).toEqual(['approved', []]);
});

test('a write sent just before the page closed is offered for retry only after its deadline', async () => {
  const { status } = await aWaitingDecision();
  const [entry] = outbox.get();
  const setSent = (agoMs: number) => {
    const sent = { ...entry, owner: 'closed', state: 'sending', dueAt: Date.now() - agoMs };
    localStorage.setItem('countersign.outbox', JSON.stringify([sent]));
    fireStorageEvent();
  };
  setSent(1_000);
  expect(await findOrphans()).toEqual([]);
  expect(outbox.get()).toMatchObject([{ state: 'sending' }]);
  setSent(60_000);
  const unsent = await findOrphans();
  expect(unsent).toHaveLength(1);
  claimDecisions(unsent);
  await expect.poll(status).toBe('approved');
  setSent(1_000);
  expect(await findOrphans()).toEqual([]);
  expect(outbox.get()).toEqual([]);
});

test('a decision already sent by another tab is not reported as undone', async () => {
  await aWaitingDecision();
  const stored = (localStorage.getItem('countersign.outbox') ?? '').replace('waiting', 'sending');
  localStorage.setItem('countersign.outbox', stored);
  expect(undoDecisions(outbox.get())).toEqual([]);
  expect(localStorage.getItem('countersign.outbox')).toBe(stored);
  localStorage.removeItem('countersign.outbox');
});
