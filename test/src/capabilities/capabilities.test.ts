import { describe, expect, test, vi } from 'vitest';
import { drafts } from '#contract/drafts.ts';
import { rooms } from '#contract/rooms.ts';
import { users } from '#contract/users.ts';
import {
  capabilities,
  filterCapability,
  forgetCapabilities,
  isUnsupported,
  markAnnounced,
  unannouncedGaps,
  unsupportedFilters,
} from '#src/api/capabilities.ts';
import { connection, signIn } from '#src/api/connection.ts';
import { belowQuery, countsQuery, listQuery } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';
import { request } from '#src/api/request.ts';
import { endpointOf } from '#src/api/tenant/detect-capabilities.ts';
import { findIgnoredFilters } from '#src/api/tenant/detect-from-rows.ts';
import { isOperationMissing } from '#src/api/tenant/outcome.ts';
import { parseRow } from '#src/api/tenant/parse-row.ts';
import { act, save } from '#src/api/tenant/writes.ts';
import { type Given, here, tenantAnswers } from '../api/tenant-answers.ts';
import { leavePage } from '../browser-events.ts';

const STORED = 'countersign.capabilities.https://chat.example';
const HISTORY = 'GET /rooms/{id}/history';
const room = (name: string, more = {}) => ({ id: '7', type: 'rooms', attributes: { name, ...more } });
const caught = async (asked: Promise<unknown>) => asked.catch((reason: unknown) => reason);

test.each([
  ['GET', '/rooms', 'GET /rooms'],
  ['GET', '/rooms/7', 'GET /rooms/{id}'],
  ['GET', '/rooms/room_counts', 'GET /rooms/room_counts'],
  ['GET', '/rooms/7/history', HISTORY],
  ['UPDATE', '/clients/abc-def', 'PUT /clients/{id}'],
  ['GET', '/rooms/7/relationships/users', undefined],
  ['GET', '/elsewhere', undefined],
])('%s %s is the endpoint %s', (method, path, endpoint) => {
  expect(endpointOf(method, path)).toBe(endpoint);
});

describe('an endpoint', () => {
  test.each([405, 501])(
    'that answers %i is unsupported, and stored with the date and without the token',
    async (status) => {
      tenantAnswers(() => ({ status, body: { errors: [{ code: String(status), title: 'Not for cs_secret' }] } }));
      await caught(queryClient.query(countsQuery(rooms, 'room_counts')));
      expect(isUnsupported('GET /rooms/room_counts')).toBe(true);
      expect(capabilities.get()['GET /rooms/room_counts']).toMatchObject({
        state: 'refused',
        answer: `${status} Not for …`,
      });
      leavePage();
      expect(localStorage.getItem(STORED)).toContain(`${status} Not for …`);
      expect(localStorage.getItem(STORED)).not.toContain('cs_secret');
      expect(capabilities.get()['GET /rooms/room_counts']?.at).toBeGreaterThan(Date.now() - 10_000);
    },
  );

  test('whose sort or action is refused is stored without the token too', async () => {
    const errors = [{ code: '114', title: 'Not for cs_secret' }];
    tenantAnswers(({ method, path }) => {
      if (method !== 'GET') return { status: 404, body: { errors } };
      if (path.includes('sort=')) return { status: 400, body: { errors } };
      return { body: { data: path === '/rooms' ? [room('Anna')] : room('Anna') } };
    });
    await queryClient.query(listQuery(rooms, { sort: ['name'] }));
    await caught(save(rooms, { id: '7', attributes: { name: 'Ana' } }, here()));
    expect(capabilities.get()['GET /rooms sort[name]']?.answer).toBe('400 114 Not for …');
    expect(capabilities.get()['PUT /rooms/{id}']?.answer).toBe('404 114 Not for …');
  });

  test('that works again is no longer unsupported', async () => {
    let status = 405;
    tenantAnswers(() => ({ status, body: {} }));
    await caught(request({ path: '/rooms/7/history' }));
    expect(isUnsupported(HISTORY)).toBe(true);
    status = 200;
    await request({ path: '/rooms/7/history' });
    expect(isUnsupported(HISTORY)).toBe(false);
  });

  test('is tried again after a week', async () => {
    tenantAnswers(() => 405);
    await caught(request({ path: '/rooms/7/history' }));
    vi.useFakeTimers({ now: Date.now() + 8 * 24 * 3_600_000 });
    expect(isUnsupported(HISTORY)).toBe(false);
  });

  test.each([403, 422, 429, 500, 503])('that answers %i is not marked unsupported', async (status) => {
    tenantAnswers(() => ({ status, body: { errors: [{ title: 'No' }] } }));
    await caught(request({ path: '/rooms/7/history' }));
    expect(isUnsupported(HISTORY)).toBe(false);
  });

  test.each<[string, Given, boolean]>([
    ['exists', { body: { data: room('Anna') } }, true],
    ['is gone', 404, false],
    ['is null', { body: { data: null } }, false],
  ])('that answers 404 is unsupported only if its record %s', async (_, record, isLacking) => {
    tenantAnswers(({ path }) => (path === '/rooms/7' ? record : 404));
    const error = await caught(request({ path: '/rooms/7/history' }));
    expect(await isOperationMissing(error, HISTORY, { type: 'rooms', id: '7' })).toBe(isLacking);
    expect(isUnsupported(HISTORY)).toBe(isLacking);
  });

  test.each([
    ['/data/relationships/room', false],
    ['/data/attributes/user_ids', false],
    ['/data/attributes/detail', true],
    ['/data', true],
    ['/data/0', true],
  ])('that answers 404 with the pointer %s is unsupported: %j', async (pointer, isLacking) => {
    const body = { errors: [{ status: '404', title: 'Not found', source: { pointer } }] };
    tenantAnswers(({ method }) => (method === 'GET' ? { body: { data: room('Anna') } } : { status: 404, body }));
    await caught(save(rooms, { id: '7', attributes: { name: 'Bea' } }, here()));
    await caught(act(rooms, 'create_or_find_group_room', { attributes: { user_ids: ['99'] } }, here()));
    const lacking = isLacking ? ['POST /rooms/create_or_find_group_room', 'PUT /rooms/{id}'] : [];
    expect(unannouncedGaps(capabilities.get()).sort()).toEqual(lacking);
  });

  test('for updates is never retried with another verb', async () => {
    const sent = tenantAnswers(({ method }) => (method === 'PUT' ? 404 : { body: { data: room('Anna') } }));
    await caught(save(rooms, { id: '7', attributes: { name: 'Bea' } }, here()));
    expect(sent.map(({ method }) => method)).toEqual(['PUT', 'GET']);
    expect(isUnsupported('PUT /rooms/{id}')).toBe(true);
  });

  test('that is missing at the server just left is not recorded for the current one', async () => {
    tenantAnswers(({ method }) => {
      if (method === 'PUT') return 404;
      signIn('https://other.example', 'cs_other');
      return { body: { data: room('Anna') } };
    });
    await caught(save(rooms, { id: '7', attributes: { name: 'Bea' } }, here()));
    expect(connection.get()?.key).toBe('https://other.example');
    expect(isUnsupported('PUT /rooms/{id}')).toBe(false);
  });

  test('for an action is unsupported if it answers 404 while the record exists', async () => {
    tenantAnswers(({ method }) => (method === 'PUT' ? 404 : { body: { data: { id: '9', attributes: {} } } }));
    await caught(act(drafts, 'mark_read', { id: '9' }, here()));
    expect(unannouncedGaps(capabilities.get())).toContain('PUT /support_draft_messages/{id}/mark_read');
  });
});

test('a sort that a list below a record refuses is applied in the browser', async () => {
  const people = ['Zoe', 'Ada', 'Mia'].map((name, index) => ({
    id: String(index),
    type: 'users',
    attributes: { name },
  }));
  const refused = { errors: [{ status: '400', code: '114', title: 'Invalid sort criteria' }] };
  tenantAnswers(({ path }) => (path.includes('sort=') ? { status: 400, body: refused } : { body: { data: people } }));
  const { rows: sorted } = await queryClient.query(belowQuery(rooms, '7', 'users', users, { sort: ['name'] }));
  expect(sorted.map(({ name }) => name)).toEqual(['Ada', 'Mia', 'Zoe']);
});

describe('a filter', () => {
  const ask = (filter: Record<string, string>) => caught(queryClient.query(listQuery(rooms, { filter })));

  test('that is refused by name is unsupported', async () => {
    const errors = [{ code: '102', detail: 'starred is not allowed.' }];
    tenantAnswers(({ path }) =>
      path.includes('starred') ? { status: 400, body: { errors } } : { body: { data: [] } },
    );
    await ask({ starred: '1', name_like: 'a' });
    expect(unsupportedFilters(rooms)).toEqual(['starred']);
    expect(unannouncedGaps(capabilities.get())).toEqual([]);
  });

  test('that is refused without a name is found by trying each alone', async () => {
    const sent = tenantAnswers(({ path }) => (path.includes('replied') ? 403 : { body: { data: [] } }));
    await ask({ replied: '1', name_like: 'a' });
    expect(unsupportedFilters(rooms)).toEqual(['replied']);
    expect(sent.every(({ method }) => method === 'GET')).toBe(true);
  });

  test('is not blamed if the whole list is refused', async () => {
    tenantAnswers(() => 403);
    await ask({ replied: '1' });
    expect(unsupportedFilters(rooms)).toEqual([]);
  });

  test('that changes nothing is unsupported, also after later successes', async () => {
    tenantAnswers(() => ({ body: { data: [room('Anna'), room('Bea'), room('Cleo')] } }));
    await ask({ name_like: 'anna' });
    expect(capabilities.get()[filterCapability('rooms', 'name_like')]?.state).toBe('ignored');
    await request({ path: '/rooms', search: 'filter[name_like]=anna' });
    expect(unsupportedFilters(rooms)).toEqual(['name_like']);
  });

  const sent = room('Ánna', { is_private: true, kind: 'support_room', awaiting_support: false });
  test.each<[Record<string, string>, string[]]>([
    [{ name_like: 'ANN' }, []],
    [{ name: 'Bea' }, ['name']],
    [{ name: '"Bea",Anna' }, []],
    [{ id: '7,8' }, []],
    [{ id: '8' }, ['id']],
    [{ is_private: '1' }, []],
    [{ is_private: 'false' }, ['is_private']],
    [{ awaiting_support: 'true' }, ['awaiting_support']],
    [{ kind: 'direct_room' }, ['kind']],
    [{ kind: '2' }, []],
    [{ starred: '1', replied: '0', private_rooms: '1' }, []],
  ])('with the filter %j, the rooms show that %j is ignored', (filter, ignored) => {
    const row = parseRow(rooms, sent);
    expect(findIgnoredFilters(rooms, filter, row ? [row] : [], sent).map(({ name }) => name)).toEqual(ignored);
  });

  const draft = {
    id: '9',
    attributes: { status: 'approved', created_at_unix: 1_000_000 },
    relationships: { created_user: { data: { type: 'users', id: '3' } } },
  };
  test.each<[Record<string, string>, string[]]>([
    [{ approved: '1', resolved: '1' }, []],
    [{ in_review: '1' }, ['in_review']],
    [{ rejected: '0' }, []],
    [{ created_user_id: '3', resolved_user_id: '4' }, []],
    [{ created_user_id: '4' }, ['created_user_id']],
    [{ from_created_at: '1050000' }, []],
    [{ from_created_at: '2000000' }, ['from_created_at']],
    [{ to_created_at: '500000' }, ['to_created_at']],
    [{ content_or_room_name_like: 'x' }, []],
  ])('with the filter %j, the drafts show that %j is ignored', (filter, ignored) => {
    const row = parseRow(drafts, draft);
    expect(findIgnoredFilters(drafts, filter, row ? [row] : [], draft).map(({ name }) => name)).toEqual(ignored);
  });

  test('is not blamed for attributes the tenant does not send', () => {
    const bare = { id: '7', attributes: { name: 'Anna' } };
    const row = parseRow(rooms, bare);
    expect(findIgnoredFilters(rooms, { is_private: '1', kind: 'direct_room' }, row ? [row] : [], bare)).toEqual([]);
  });
});

test('features missing from all responses are recorded and reported once', async () => {
  let meta: object | undefined;
  tenantAnswers(() => ({ body: { data: [room('Anna')], meta } }));
  await queryClient.query(listQuery(rooms));
  expect(unannouncedGaps(capabilities.get()).sort()).toEqual(['counts', 'meta.can']);
  markAnnounced(['counts', 'meta.can']);
  meta = { total: 1 };
  await queryClient.query(listQuery(rooms, { page: { size: 5 } }));
  expect([isUnsupported('counts'), isUnsupported('meta.can')]).toEqual([false, true]);
  meta = undefined;
  await queryClient.query(listQuery(rooms, { page: { size: 6 } }));
  expect(isUnsupported('counts')).toBe(true);
  expect(unannouncedGaps(capabilities.get())).toEqual([]);
});

test('capabilities can be reset', async () => {
  tenantAnswers(() => 405);
  await caught(request({ path: '/rooms/7/history' }));
  forgetCapabilities();
  expect(capabilities.get()).toEqual({});
  expect(localStorage.getItem(STORED)).toBeNull();
});
