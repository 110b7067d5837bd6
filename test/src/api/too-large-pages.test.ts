import { beforeEach, expect, test, vi } from 'vitest';
import { drafts } from '#contract/drafts.ts';
import type { ListQuery } from '#contract/list-query.ts';
import { connection, signIn } from '#src/api/connection.ts';
import { ApiError } from '#src/api/errors.ts';
import { fetchHistory } from '#src/api/history.ts';
import { fetchList } from '#src/api/reads.ts';
import { save } from '#src/api/tenant/writes.ts';
import { aDraft, aMessage, aRoom } from '#test/builders.ts';
import type { TestService } from '#test/service.ts';
import { intercepting, isWrite } from '../answering.ts';
import { responseLost } from '../network-faults.ts';
import { startService } from '../render-page.tsx';

const HEAVY = JSON.stringify({ text: 'x'.repeat(1_000_000) });

let service: TestService;
let asked: string[];
beforeEach(async () => {
  service = await startService();
  asked = [];
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    asked.push(new URL(url).searchParams.get('page[size]') ?? 'no size');
    return service.fetch(url, init);
  });
  signIn(service.origin, service.tokens.admin);
});

/** Creates drafts in one room; those for which `isHeavy` holds have a megabyte of settings. Returns the ids. */
async function someDrafts(count: number, isHeavy: (number: number) => boolean) {
  const room = await aRoom(service.db);
  const ids: string[] = [];
  for (let number = 1; number <= count; number++) {
    const settings = isHeavy(number) ? HEAVY : '{}';
    ids.push(String((await aDraft(service.db, { room_id: room.id, settings })).id));
  }
  return ids;
}

const read = async (query: Partial<ListQuery>) => {
  const { rows, included, ...page } = await fetchList(drafts, { include: ['room'], sort: ['id'], ...query });
  return { ids: rows.map(({ id }) => id), included: Object.keys(included), ...page };
};

test('a page that is too large for one response is read as several smaller pages', async () => {
  const ids = await someDrafts(60, (number) => number <= 25);
  const page = await read({ page: { number: 1, size: 40 } });
  expect(page).toMatchObject({ ids: ids.slice(0, 40), total: 60, isTotalMinimum: false, hasNext: true });
  expect(page.included).toHaveLength(1);
  expect(asked).toEqual(['40', '20', '10', '10', '20']);
  expect(await read({ page: { number: 2, size: 40 } })).toMatchObject({ ids: ids.slice(40), hasNext: false });
});

test('an odd page size is divided too, and the last page has no next one', async () => {
  const ids = await someDrafts(33, () => true);
  expect(await read({ page: { number: 1, size: 25 } })).toMatchObject({ ids: ids.slice(0, 25), hasNext: true });
  expect(await read({ page: { number: 2, size: 25 } })).toMatchObject({
    ids: ids.slice(25),
    hasNext: false,
    total: 33,
  });
});

test('a page that is too large does not mark its filter or include as refused', async () => {
  await someDrafts(20, () => true);
  const filter = { in_review: '1' };
  const page = await read({ filter, page: { size: 20 } });
  expect(page.ids).toHaveLength(20);
  await read({ filter, page: { size: 1 } });
  expect(asked.at(-1)).toBe('1');
  expect(page.included).toHaveLength(1);
});

test('a history page that is too large is read as smaller pages too', async () => {
  const room = await aRoom(service.db);
  for (let count = 0; count < 20; count++) await aMessage(service.db, { room_id: room.id, settings: HEAVY });
  const id = String(room.id);
  const { entries, hasOlder } = await fetchHistory(id, 1, { size: 20 });
  expect([entries.length, hasOlder]).toEqual([20, false]);
});

test('a created record whose response was lost is found although the list is too large', async () => {
  await someDrafts(20, () => true);
  const one = { room: { type: 'rooms', id: String((await aRoom(service.db)).id) } };
  vi.stubGlobal('fetch', intercepting(isWrite, responseLost)(globalThis.fetch));
  const made = await save(drafts, { attributes: { message_content: 'On its way' }, one }, connection.get());
  expect([made.id, made.message_content]).toEqual(['21', 'On its way']);
  const { length } = await service.db.selectFrom('support_draft_messages').select('id').execute();
  expect(length).toBe(21);
});

test('a single record that is too large is reported as an error', async () => {
  await someDrafts(1, () => false);
  await service.db
    .updateTable('support_draft_messages')
    .set({ settings: JSON.stringify({ text: 'x'.repeat(17_000_000) }) })
    .execute();
  const refused = await read({ page: { size: 4 } }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ApiError);
  expect(asked).toEqual(['4', '2', '1']);
});
