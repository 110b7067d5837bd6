import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { drafts } from '#contract/drafts.ts';
import { choose, connection, signIn } from '#src/api/connection.ts';
import { listQuery, oneQuery } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';
import { flushWrites } from '#src/api/sign-in/pending-writes.ts';
import { countStoredData, deleteConnection } from '#src/features/connections/remove-connection.tsx';
import { createDraftStorage } from '#src/form/draft/draft-storage.ts';
import { asRecord, isRecord, isText } from '#src/lib/json.ts';
import { readStoredList } from '#src/lib/storage/local-storage.ts';
import { writeViews } from '#src/lib/storage/saved-views.ts';
import { createDecision, rejectTextKey } from '#src/outbox/create-decision.ts';
import { enqueueDecisions } from '#src/outbox/decision-outbox.ts';
import { failedDecisions, locallyDecidedIds } from '#src/outbox/decision-outcomes.ts';
import { onOutcome } from '#src/outbox/resolve-decisions.ts';
import { aDraft, aRoom } from '#test/builders.ts';
import { createService, type TestService, type TestTenant } from '#test/service.ts';
import '#src/outbox/recent/persist-failures.ts';

let harbor: TestService;
let lumen: TestTenant;
/** The same id in both tenants. */
let id: string;

beforeEach(async () => {
  harbor = await createService();
  onTestFinished(harbor.close);
  lumen = await harbor.addTenant('lumen');
  const written = [harbor, lumen].map(async ({ name, db }) => {
    const room = await aRoom(db, { name: `Room of ${name}` });
    return aDraft(db, { room_id: room.id, message_content: `Text of ${name}` });
  });
  const ids = (await Promise.all(written)).map((draft) => String(draft.id));
  expect(new Set(ids).size).toBe(1);
  [id = ''] = ids;
  vi.stubGlobal('fetch', harbor.fetch);
  signIn(lumen.origin, lumen.tokens.reviewer);
  signIn(harbor.origin, harbor.tokens.reviewer);
});

const read = async () => (await queryClient.query(oneQuery(drafts, id))).row;
const statusAt = async (tenant: TestTenant) =>
  (await harbor.send('GET', `/support_draft_messages/${id}`, { tenant })).record.attributes?.status;
const settled = () => new Promise<void>((resolve) => onOutcome(() => resolve()));

test('records of one tenant are not shown under the other, even with equal ids', async () => {
  expect((await read()).message_content).toBe('Text of harbor');
  choose(lumen.origin);
  expect(queryClient.getQueryData(oneQuery(drafts, id).queryKey)).toBeUndefined();
  expect((await read()).message_content).toBe('Text of lumen');
  choose(harbor.origin);
  expect(queryClient.getQueryData(oneQuery(drafts, id).queryKey)?.row.message_content).toBe('Text of harbor');
});

test('a decision is sent to the tenant where it was made, and does not affect the other', async () => {
  const draft = await read();
  const text = createDraftStorage(rejectTextKey(id));
  localStorage.setItem(`countersign.typed.${lumen.origin}.${rejectTextKey(id)}`, '"half a reason"');
  const outcome = settled();
  enqueueDecisions([createDecision(draft, 'reject', { comment: 'The price is wrong.' })], 'Room of harbor');
  choose(lumen.origin);
  await queryClient.query(listQuery(drafts));
  await read();
  await outcome;
  expect([await statusAt(harbor), await statusAt(lumen)]).toEqual(['rejected', 'in_review']);
  expect((await read()).status).toBe('in_review');
  expect(locallyDecidedIds.get().has(id)).toBe(false);
  expect(text.read(isText)).toBeUndefined();
  expect(createDraftStorage(rejectTextKey(id)).read(isText)).toBe('half a reason');
  choose(harbor.origin);
  expect(locallyDecidedIds.get().has(id)).toBe(true);
});

test('a failed decision is reported at its own tenant, with the draft’s state there', async () => {
  const draft = await read();
  await harbor.send('PUT', `/support_draft_messages/${id}/reject`, { as: 'supervisor' });
  const outcome = settled();
  enqueueDecisions([createDecision(draft, 'approve')], 'Room of harbor');
  choose(lumen.origin);
  await read();
  await outcome;
  expect(failedDecisions.get()).toEqual({});
  expect((await read()).message_content).toBe('Text of lumen');
  choose(harbor.origin);
  expect(Object.keys(failedDecisions.get())).toEqual([id]);
});

/** Makes a decision at the current tenant, which will fail. Returns its outcome. */
async function decideInVain(tenant: TestTenant): Promise<{ outcome: Promise<void> }> {
  const draft = await read();
  await harbor.send('PUT', `/support_draft_messages/${id}/reject`, { as: 'supervisor', tenant });
  const outcome = settled();
  enqueueDecisions([createDecision(draft, 'approve')], `Room of ${tenant.name}`);
  return { outcome };
}

async function failAt(tenant: TestTenant) {
  const { outcome } = await decideInVain(tenant);
  await flushWrites();
  await outcome;
}
const keptLabels = () =>
  readStoredList('countersign.failed', isRecord).map(({ decision }) => asRecord(decision)?.label);

test('failed decisions on drafts with equal ids are both kept', async () => {
  await failAt(harbor);
  choose(lumen.origin);
  await failAt(lumen);
  expect(keptLabels()).toEqual(['Room of harbor', 'Room of lumen']);
});

test('a decision that fails while the user is elsewhere is shown on return, also if its id failed there', async () => {
  choose(lumen.origin);
  await failAt(lumen);
  choose(harbor.origin);
  const { outcome } = await decideInVain(harbor);
  choose(lumen.origin);
  await outcome;
  choose(harbor.origin);
  expect(failedDecisions.get()[id]?.decision.label).toBe('Room of harbor');
});

test('removing a tenant deletes its failed decisions', async () => {
  await failAt(harbor);
  choose(lumen.origin);
  await deleteConnection(harbor.origin);
  expect(keptLabels()).toEqual([]);
});

test('removing a tenant deletes all its stored data and no other’s', async () => {
  const longer = signIn(`${harbor.origin}.example`, 'cs_other').key;
  for (const key of [harbor.origin, longer]) {
    localStorage.setItem(`countersign.typed.${key}.reject.1`, '"a reason"');
    writeViews(key, [{ id: '1', name: 'Mine', path: '/review' }]);
  }
  expect(countStoredData(harbor.origin)).toEqual({ texts: 1, views: 1, decisions: 0 });
  choose(harbor.origin);
  await deleteConnection(harbor.origin);
  expect(connection.get()).toBeUndefined();
  expect(Object.keys(localStorage).filter((key) => key.includes(harbor.origin) && !key.includes(longer))).toEqual(
    ['countersign.chosen'].filter((key) => key.includes(harbor.origin)),
  );
  expect(countStoredData(longer)).toEqual({ texts: 1, views: 1, decisions: 0 });
  expect(JSON.stringify({ ...sessionStorage })).not.toContain(harbor.tokens.reviewer);
});

test.each([
  ['ends its session, even while another is current', undefined, ['DELETE']],
  ['sends nothing if it has a token instead of a session', 'cs_own', []],
])('removing the page’s own workspace %s', async (_, token, sent) => {
  const methods: (string | undefined)[] = [];
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (url !== `${location.origin}/session`) return harbor.fetch(url, init);
    methods.push(init.method);
    return Promise.resolve(new Response(null, { status: 204 }));
  });
  signIn(location.origin, token);
  choose(harbor.origin);
  await deleteConnection(location.origin);
  expect(methods).toEqual(sent);
});
