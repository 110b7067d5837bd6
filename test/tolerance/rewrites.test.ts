import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_PREFIX, MEDIA_TYPE } from '#contract/document.ts';
import { aDraft, aMessage, aRoom } from '../builders.ts';
import { createService, type TestService } from '../service.ts';
import {
  type Rewrite,
  readRequest,
  readTenantAnswer,
  type TenantAnswer,
  type TenantRequest,
  textOf,
  urlOf,
} from './exchange.ts';
import { MATRIX_ROWS } from './matrix-rows.ts';
import { type RewriteName, rewrites } from './rewrites.ts';
import { tenants } from './tenants.ts';

interface Recording {
  request: TenantRequest;
  answer: TenantAnswer;
}

const names = Object.keys(rewrites) as RewriteName[]; // Object.keys widens them to string.

describe('the response variants of tenants', () => {
  let service: TestService;
  const recordings: Recording[] = [];

  async function record(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const sent = { 'x-access-token': service.tokens.admin, 'content-type': MEDIA_TYPE, ...headers };
    const text = body === undefined ? '' : JSON.stringify(body);
    const request = readRequest(method, API_PREFIX + path, sent, text);
    if (!request) throw new Error(`${path} is not below ${API_PREFIX}.`);
    const response = await service.fetch(API_PREFIX + path, { method, headers: sent, body: text === '' ? null : text });
    const answer = readTenantAnswer(response.status, Object.fromEntries(response.headers), await response.text());
    recordings.push({ request, answer });
  }

  beforeAll(async () => {
    service = await createService();
    const room = await aRoom(service.db, { name: 'Anna' }, [service.userIds.agent]);
    const users = { room_id: room.id, created_user_id: service.userIds.agent };
    const drafts = [await aDraft(service.db, users), await aDraft(service.db, users), await aDraft(service.db, users)];
    await aMessage(service.db, { room_id: room.id, user_id: service.userIds.agent });
    const [approved, rejected, third] = drafts.map(({ id }) => `/support_draft_messages/${id}`);
    const client = (attributes: unknown) => ({ data: { type: 'clients', attributes } });
    const decided = (attributes: unknown) => ({ data: { type: 'support_draft_messages', attributes } });

    await record('POST', '/clients', client({ title: 'Shop', settings: {} }));
    await record('POST', '/clients', client({ title: 'Shop' }), { 'content-type': `${MEDIA_TYPE}; charset=utf-8` });
    await record('POST', '/clients', client({ title: '' }));
    await record('PUT', '/clients/1', {
      data: { type: 'clients', id: '1', attributes: { default_guest_css: 'p {}' } },
    });
    await record('GET', '/clients');
    await record('POST', '/clients/1/login');
    await record('GET', `/rooms?filter[kind]=support_room&page[number]=2&page[size]=1`);
    await record('GET', '/rooms?filter[name_like]=nothing');
    await record('GET', '/rooms?fields[rooms]=name,awaiting_support');
    await record('GET', '/rooms/room_counts');
    await record('GET', `/rooms/${room.id}`);
    await record('GET', `/rooms/${room.id}/history?include=user`);
    await record('PUT', `/rooms/${room.id}`, {
      data: { type: 'rooms', id: `${room.id}`, attributes: { enabled: false } },
    });
    await record('PUT', `/rooms/${room.id}/reject_support_draft_messages`, {
      data: { type: 'rooms', attributes: { ids: [] } },
    });
    await record('GET', '/support_draft_messages?filter[in_review]=1&include=room,created_user');
    await record('GET', '/support_draft_messages?sort=-created_at_unix');
    await record('GET', '/support_draft_messages');
    await record('PUT', `${approved}/approve`);
    await record('PUT', `${rejected}/reject`, decided({ comment: 'Too late.' }));
    await record('PUT', `${third}`, {
      data: { type: 'support_draft_messages', id: `${drafts[2]?.id}`, attributes: { comment: 'Later.' } },
    });
    await record('GET', '/users?page[size]=1');
    await record('GET', '/users?filter[current_user]=1');
    await record('GET', '/master_keywords');
    await record('GET', '/clients/999');
    await record('GET', '/rooms', undefined, { 'x-access-token': 'unknown' });
    await record('DELETE', '/clients/2');
    await record('DELETE', `/rooms/${room.id}`);
  });
  afterAll(() => service.close());

  it('cover every row of the matrix', () => {
    expect(new Set(names.map((name) => rewrites[name].row))).toEqual(new Set(MATRIX_ROWS));
  });

  it('are each used by a tenant', () => {
    expect(new Set(Object.values(tenants).flat())).toEqual(new Set(names));
  });

  it.each(names)('%s: differs from our own format', (name) => {
    const { request, answer } = rewrites[name];
    const isChanged = recordings.some(
      (had) =>
        (request && shown(request(had.request)) !== shown(had.request)) ||
        (answer && shown(answer(had.answer, had.request)) !== shown(had.answer)),
    );
    expect(isChanged).toBe(true);
  });
});

type Passing = ReturnType<NonNullable<Rewrite['request']>>;

/** Serializes the request or answer, keeping its member order. */
const shown = (passing: Passing): string =>
  'status' in passing
    ? JSON.stringify([passing.status, passing.headers, textOf(passing)])
    : JSON.stringify([passing.method, urlOf(passing), passing.headers, passing.body]);
