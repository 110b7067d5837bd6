import { describe, expect, test } from 'vitest';
import { clients } from '#contract/clients.ts';
import { drafts } from '#contract/drafts.ts';
import { listQuery } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';
import { save } from '#src/api/tenant/writes.ts';
import { clientDocument as client, draftDocument, type Given, here, tenantAnswers } from './tenant-answers.ts';

test.each([
  [1, 100],
  [2, 100],
  [4, 20],
])('a new record whose response was lost is found if sorts are refused, on page %i of %i rows', async (last, size) => {
  const others = Array.from({ length: (last - 1) * size }, (_, index) => client(`Other ${index}`, `${index + 10}`));
  const data = [...others, client(`Unsorted ${last} ${size}`, '500')];
  const sent = tenantAnswers(({ method, path }) => {
    if (method === 'POST') return 502;
    if (path.includes('sort=')) return { status: 400, body: { errors: [{ code: '114', detail: 'id is no sort.' }] } };
    const start = Number(/page\[number\]=(\d+)/.exec(path)?.[1] ?? 1) * size - size;
    return { body: { data: data.slice(start, start + size), meta: { record_count: data.length } } };
  });
  const create = () => save(clients, { attributes: { title: `Unsorted ${last} ${size}` } }, here());
  expect(await create()).toMatchObject({ id: '500' });
  expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

describe('a new draft whose response was lost', () => {
  /** Creates it at a tenant whose clock is `behind` seconds slow and which has an equal draft, `age` seconds old. */
  function create({ behind, age, isClockShown }: { behind: number; age: number; isClockShown: boolean }) {
    const now = Math.floor(Date.now() / 1000) - behind;
    const message_content = `Sent ${behind} ${age}`;
    const equal: unknown[] = [];
    tenantAnswers(({ method }) => {
      const answer = { body: { data: equal } };
      if (method === 'GET')
        return isClockShown ? { ...answer, headers: { Date: new Date(now * 1000).toUTCString() } } : answer;
      equal.push(draftDocument('9', 'in_review', { message_content, created_at_unix: now - age }));
      throw new TypeError('connection reset');
    });
    const one = { room: { type: 'rooms', id: '7' } };
    const saved = () => save(drafts, { attributes: { message_content }, one }, here());
    return queryClient.query(listQuery(drafts)).then(saved);
  }

  test.each([
    ['right', { behind: 0, age: 0, isClockShown: false }],
    ['twenty seconds fast', { behind: 20, age: 0, isClockShown: false }],
    ['an hour fast, which the tenant’s clock shows', { behind: 3600, age: 0, isClockShown: true }],
  ])('is found if the local clock is %s', async (_, tenant) => {
    expect(await create(tenant)).toMatchObject({ id: '9' });
  });

  test.each([
    ['the tenant’s clock', { behind: 20, age: 20, isClockShown: true }],
    ['the computer’s', { behind: 0, age: 600, isClockShown: false }],
  ])('is not confused with an equal draft that is older by %s', async (_, tenant) => {
    await expect(create(tenant)).rejects.toMatchObject({ kind: 'unreachable', isOutcomeUnknown: false });
  });
});

test.each<[string, Given, object]>([
  ['whose response was lost', 502, { status: 502, isOutcomeUnknown: false }],
  ['whose response has no id', 204, { id: '', title: 'Twin' }],
])('a new record %s is not confused with an equal one cached before', async (_, given, outcome) => {
  tenantAnswers(({ method }) => (method === 'POST' ? given : { body: { data: [client('Twin')] } }));
  await queryClient.query(listQuery(clients));
  const create = () => save(clients, { attributes: { title: 'Twin' } }, here()).catch((reason: unknown) => reason);
  expect(await create()).toMatchObject(outcome);
  expect(await create()).toMatchObject(outcome);
});

test('a new record whose response was lost is found even if the tenant fills in an attribute', async () => {
  tenantAnswers(({ method }) => (method === 'POST' ? 502 : { body: { data: [client('No code')] } }));
  const row = await save(clients, { attributes: { title: 'No code', code: undefined } }, here());
  expect(row).toMatchObject({ id: '5', code: 'abc' });
});

test('a retry finds a new record whose response was lost, even if it has been listed since', async () => {
  let isListed = false;
  const sent = tenantAnswers(({ method }) => {
    if (method === 'POST') return 502;
    return isListed ? { body: { data: [client('Late', '6'), client('Late')] } } : { body: { data: [client('Late')] } };
  });
  await queryClient.query(listQuery(clients));
  const create = () => save(clients, { attributes: { title: 'Late' } }, here());
  await expect(create()).rejects.toMatchObject({ status: 502 });
  isListed = true;
  await queryClient.query({ ...listQuery(clients), staleTime: 0 });
  expect(await create()).toMatchObject({ id: '6' });
  expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1);
});
