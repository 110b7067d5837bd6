import { describe, expect, test, vi } from 'vitest';
import { keywords } from '#contract/keywords.ts';
import { type Connection, signIn, signOut } from '#src/api/connection.ts';
import { deleteRecord } from '#src/api/mutations.ts';
import { flushWrites } from '#src/api/sign-in/pending-writes.ts';
import { delayedActions, storedActions } from '#src/bulk/delayed-actions.ts';
import { delay } from '#src/lib/delay.ts';
import { isRecord } from '#src/lib/json.ts';
import { readStoredList, storedKeys } from '#src/lib/storage/local-storage.ts';
import { recentKey } from '#src/lib/storage/recent-actions.ts';
import { enqueueDecisions, loadDelivery } from '#src/outbox/decision-outbox.ts';
import { failedDecisions } from '#src/outbox/decision-outcomes.ts';
import { outbox } from '#src/outbox/outbox-store.ts';
import { decidedNow, delayWrite, expectedAt, signedInAs } from './user-actions.ts';

describe('a stored action', () => {
  const takers = () => storedActions.get().map(({ connectionKey, by }) => ({ connectionKey, by }));

  /** Makes a deletion while the user is not known yet. */
  function deleteLater() {
    return deleteAt(expectedAt(location.origin).from);
  }

  function deleteAt(from: Connection) {
    delayWrite(from, async () => undefined);
    return from.key;
  }

  test('has the id of its user once known, and not of a later user', () => {
    const connectionKey = deleteLater();
    expect(takers()).toEqual([{ connectionKey, by: undefined }]);
    signedInAs('7');
    expect(takers()).toEqual([{ connectionKey, by: '7' }]);
    signedInAs('8');
    expect(takers()).toEqual([{ connectionKey, by: '7' }]);
  });

  test('has no user id if another sign-in came first', () => {
    const connectionKey = deleteLater();
    signIn(location.origin);
    signedInAs('8');
    expect(takers()).toEqual([{ connectionKey, by: undefined }]);
  });

  test('has no token', () => {
    deleteAt(signIn('https://chat.example', 'cs_secret'));
    expect(storedActions.get()).toHaveLength(1);
    expect(JSON.stringify(storedActions.get())).not.toContain('cs_secret');
  });
});

describe.each<[string, (from: Connection) => void]>([
  ['a decision', () => enqueueDecisions([decidedNow('4')], 'Blue Heron')],
  ['a deletion', (from) => delayWrite(from, (how) => deleteRecord(keywords, '4', { from, ...how }))],
])('%s of a user who is not known yet', (_, take) => {
  /** Takes the action; the server responds when `answer` is called. */
  async function takeIt() {
    const from = signIn('https://chat.example', 'cs_secret');
    await loadDelivery();
    const { promise, resolve } = Promise.withResolvers<void>();
    vi.stubGlobal('fetch', async () => {
      await promise;
      return new Response('', { status: 403 });
    });
    // Sign-outs are distinguished by their time, so this one must differ from that of the previous test.
    await delay(5);
    take(from);
    const answer = async () => {
      resolve();
      await vi.waitUntil(() => outbox.get().length + delayedActions.get().length === 0, { timeout: 60_000 });
    };
    return { from, answer };
  }
  const histories = () => storedKeys('local').filter((key) => key.startsWith('countersign.recent.'));

  test.each(['a named', 'an unnamed'])(
    'is neither in the history nor among the failures of %s later user',
    async (who) => {
      const { from, answer } = await takeIt();
      signOut();
      signIn(from.address, 'cs_other');
      if (who === 'a named') signedInAs('8');
      await answer();
      expect([histories(), failedDecisions.get(), readStoredList('countersign.failed', isRecord)]).toEqual([
        [],
        {},
        [],
      ]);
    },
  );

  test('is in the history of the user once known', async () => {
    const { from, answer } = await takeIt();
    signedInAs('7');
    void flushWrites();
    await answer();
    expect(histories()).toEqual([recentKey(from.key, '7')]);
  });
});
