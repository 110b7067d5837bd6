import { expect, test } from 'vitest';
import { drafts } from '#contract/drafts.ts';
import { parseListQuery } from '#contract/list-query.ts';
import { users } from '#contract/users.ts';
import type { Role } from '#server/access/caller.ts';
import { isQuickList } from '#server/jsonapi/read/quick-reads.ts';
import type { Context } from '#server/jsonapi/request/context.ts';
import { configureResource } from '#server/jsonapi/resource-config.ts';
import { draftHooks } from '#server/resources/drafts.ts';
import { userHooks } from '#server/resources/users.ts';
import { aDraft, addCopies, aRoom, MADE_AT_UNIX } from '#test/builders.ts';
import { engine } from '#test/database-place.ts';
import { LONG_TIMEOUT_MS } from '#test/long-timeout.ts';
import { serviceForFile } from '#test/service.ts';

const { db, userIds } = await serviceForFile();
const ofDrafts = configureResource(drafts, draftHooks);
const ofUsers = configureResource(users, userHooks);

function isQuick(search: string, role: Role = 'reviewer', config = ofDrafts) {
  const context: Context = {
    db,
    caller: { userId: userIds[role], role, roomId: null },
    dataVersion: '',
    origin: '',
    requestId: '',
    nowMs: MADE_AT_UNIX * 1000,
    deadlineMs: LONG_TIMEOUT_MS,
    tenant: 'harbor',
    timeZone: 'UTC',
  };
  return isQuickList(config, parseListQuery(search).query, context);
}

async function addDrafts(count: number, status: string, kind = 2) {
  const { id } = await aRoom(db, { kind });
  const draft = await aDraft(db, { room_id: id, message_content: 'Same', status });
  await addCopies(db, 'support_draft_messages', draft, count - 1);
}

const QUEUE = 'filter[in_review]=1&sort=created_at_unix&include=room';

test.each([
  '',
  'sort=-id&page[size]=100',
  'include=room,created_user',
  'filter[id]=4711,4712&include=room',
  QUEUE,
  'filter[in_review]=1&sort=-created_at_unix&page[number]=40',
])('%s is a quick read, which runs in the service process', async (search) => {
  expect(await isQuick(search)).toBe(true);
});

test.each([
  'filter[content_or_room_name_like]=ahoy',
  'filter[in_review]=1&filter[content_or_room_name_like]=a',
  'filter[in_review]=1&filter[created_user_id]=4',
  'sort=message_content',
  'filter[id]=4711&sort=message_content',
  'sort=-comment,kind',
  'page[number]=9000',
  'filter[in_review]=1&sort=kind',
  'include=room.messages',
])('%s may scan the whole table, so it runs outside the service process from the start', async (search) => {
  expect(await isQuick(search)).toBe(false);
});

test('a list of many rows that all staff see is a quick read', async () => {
  await addDrafts(2_001, 'in_review', 1);
  expect([await isQuick(''), await isQuick(QUEUE)]).toEqual([true, true]);
});

test('a list that hides many rows is a quick read only for callers who see all of them', async () => {
  // PostgreSQL runs its queries outside this process anyway.
  const isAtOnce = engine === 'PostgreSQL';
  await addDrafts(2_000, 'in_review');
  expect([await isQuick(''), await isQuick(QUEUE)]).toEqual([true, true]);
  await addDrafts(1, 'approved');
  expect([await isQuick(''), await isQuick(QUEUE)]).toEqual([isAtOnce, true]);
  await addDrafts(1, 'in_review');
  expect([await isQuick(''), await isQuick(QUEUE)]).toEqual([isAtOnce, isAtOnce]);
  expect([await isQuick('', 'admin'), await isQuick(QUEUE, 'admin')]).toEqual([true, true]);
  expect([await isQuick('', 'guest'), await isQuick(QUEUE, 'guest')]).toEqual([true, true]);
});

test('a list of people is a quick read, except for a guest, whose room may have any number of messages', async () => {
  expect([await isQuick('', 'agent', ofUsers), await isQuick('', 'guest', ofUsers)]).toEqual([
    true,
    engine === 'PostgreSQL',
  ]);
});
