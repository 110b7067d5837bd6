import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signIn } from '#src/api/connection.ts';
import { MAX_AT_ONCE } from '#src/api/sign-in/pending-writes.ts';
import type { Draft } from '#src/api/tenant/draft.ts';
import { delayAction } from '#src/bulk/delayed-actions.ts';
import { listen } from '#src/lib/listen.ts';
import { createDecision } from '#src/outbox/create-decision.ts';
import { enqueueDecisions, loadDelivery } from '#src/outbox/decision-outbox.ts';
import { outbox } from '#src/outbox/outbox-store.ts';
import { asksBeforeLeaving, leavePage } from '../browser-events.ts';

/** How many writes have been sent. */
let writes = 0;

beforeEach(async () => {
  writes = 0;
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) => {
    if (method !== 'GET') writes++;
    return new Response('', { status: 403 });
  });
  // A service worker is in control of the page.
  vi.stubGlobal('navigator', Object.create(navigator, { serviceWorker: { value: { controller: {} } } }));
  signIn('https://chat.example', 'cs_secret');
  await loadDelivery();
});

// No decision is dropped while it is being sent.
afterEach(() => vi.waitUntil(() => outbox.get().every(({ state }) => state === 'waiting'), { timeout: 60_000 }));

function decide(count: number, comment = '') {
  const decisions = Array.from({ length: count }, (_, index) => {
    const draft = { id: String(index), message_content: 'Hello', updated_at_unix: 2, one: {}, meta: { version: '1' } };
    return createDecision(draft as unknown as Draft, comment ? 'reject' : 'approve', { comment });
  });
  enqueueDecisions(decisions, 'Blue Heron');
}

function deleteLater(bytes = 0) {
  const from = signIn('https://chat.example', 'cs_secret');
  const send = async () => {
    writes++;
    return undefined;
  };
  delayAction({ from, subject: 'a keyword', text: '', requests: 1, bytes, send, onUndo: () => undefined });
}

test('more decisions than a closing page can send are sent after the leave prompt, not before', () => {
  const count = MAX_AT_ONCE + 1;
  decide(count);
  expect([asksBeforeLeaving(), writes]).toEqual([true, 0]);
  expect(outbox.get().filter(({ state }) => state === 'waiting')).toHaveLength(count);
  leavePage();
  expect(writes).toBe(count);
});

test.each([
  ['decisions with long reasons', () => decide(36, '配送の案内が古い。'.repeat(100))],
  [
    'other writes and decisions',
    () => {
      deleteLater(40_000);
      decide(1, 'x'.repeat(30_000));
    },
  ],
])('the browser asks before it leaves with more bytes than a closing page can send: %s', (_, act) => {
  act();
  expect([asksBeforeLeaving(), writes]).toEqual([true, 0]);
  leavePage();
});

test('the browser does not ask while a closing page can send all reasons', () => {
  decide(36, 'Too long');
  expect(asksBeforeLeaving()).toBe(false);
  leavePage();
});

test('pending actions are not sent while a form asks before leaving', () => {
  decide(1);
  deleteLater();
  // A form that opens later asks later.
  const stop = listen(window, 'beforeunload', (event) => event.preventDefault());
  expect([asksBeforeLeaving(), writes]).toEqual([true, 0]);
  stop();
  expect(asksBeforeLeaving()).toBe(false);
  leavePage();
  expect(writes).toBe(2);
});
