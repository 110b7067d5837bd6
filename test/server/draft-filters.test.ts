import { beforeAll, describe, expect, test } from 'vitest';
import { aDraft, aResolvedDraft, aRoom, aUser } from '#test/builders.ts';
import { newPlace } from '#test/database-place.ts';
import { serviceForFile, serviceForTest } from '#test/service.ts';

const TYPE = 'support_draft_messages';

const service = await serviceForFile();

describe('filters', () => {
  let reviewers: number;
  const own: Record<string, number> = {};
  beforeAll(async () => {
    const { db, userIds } = service;
    reviewers = (await aUser(db)).id;
    const room_id = (await aRoom(db, { name: 'Filtered ＲＯＯＭ' })).id;
    const resolved = { room_id, created_user_id: userIds.agent, kind: 'filters' };
    own.approved = (await aResolvedDraft(db, reviewers, resolved)).id;
    own.rejected = (await aResolvedDraft(db, reviewers, { ...resolved, status: 'rejected' })).id;
    own.read = (await aResolvedDraft(db, reviewers, { ...resolved, create_user_resolved_read_time_unix: 1 })).id;
    own.open = (await aDraft(db, { room_id, created_user_id: reviewers, kind: 'filters' })).id;
    own.blank = (await aDraft(db, { status: '', message_content: 'Say 50% Äpfel', kind: 'filters' })).id;
    own.odd = (await aDraft(db, { room_id, resolved_user_id: reviewers, kind: 'filters' })).id;
  });

  test.each([
    ['approved=1', ['approved', 'read']],
    ['rejected=true', ['rejected']],
    ['resolved=1', ['approved', 'rejected', 'read']],
    ['in_review=1', ['open', 'blank']],
    ['approved=0', ['approved', 'rejected', 'read', 'open', 'blank', 'odd']],
    ['rejected=0', ['approved', 'rejected', 'read', 'open', 'blank', 'odd']],
    ['resolved=0', ['approved', 'rejected', 'read', 'open', 'blank', 'odd']],
    ['in_review=false', ['approved', 'rejected', 'read', 'open', 'blank', 'odd']],
    ['read=1', ['read']],
    ['read=f', ['approved', 'rejected', 'open', 'blank', 'odd']],
    ['read=1,0', ['approved', 'rejected', 'read', 'open', 'blank', 'odd']],
    ['content_or_room_name_like=filtered%20room', ['approved', 'rejected', 'read', 'open', 'odd']],
    ['content_or_room_name_like=50%25%20ä', ['blank']],
    ['content_or_room_name_like=%25', ['blank']],
  ])('%s', async (filter, expected) => {
    const { records } = await service.send(
      'GET',
      `/${TYPE}?filter[${filter.replace('=', ']=')}&sort=-id&page[size]=100`,
    );
    const mine = records.filter((record) => record.attributes?.kind === 'filters').map((record) => record.id);
    expect(mine.sort()).toEqual(expected.map((name) => String(own[name])).sort());
  });

  test('by author and reviewer', async () => {
    const ids = async (filter: string) =>
      (await service.send('GET', `/${TYPE}?${filter}`)).records.map(({ id }) => Number(id));
    expect(await ids(`filter[resolved_user_id]=${reviewers}`)).toEqual([own.approved, own.rejected, own.read, own.odd]);
    expect(await ids(`filter[created_user_id]=${reviewers}`)).toEqual([own.open]);
    expect(await ids(`filter[created_user_id]=${reviewers}&filter[approved]=1`)).toEqual([]);
  });
});

/** One database for services in several time zones, because creating one takes longer than a test. */
const place = newPlace();
test.each<[string, string, number, number]>([
  ['UTC', '2025-03-12T12:00:00Z', Date.UTC(2025, 2, 12), Date.UTC(2025, 2, 13)],
  ['UTC', '2025-03-12T00:00:00Z', Date.UTC(2025, 2, 12), Date.UTC(2025, 2, 13)],
  ['UTC', '2025-03-12T23:59:59Z', Date.UTC(2025, 2, 12), Date.UTC(2025, 2, 13)],
  ['Asia/Tokyo', '2025-03-12T16:00:00Z', Date.UTC(2025, 2, 12, 15), Date.UTC(2025, 2, 13, 15)],
  ['Pacific/Kiritimati', '2025-03-12T09:59:59Z', Date.UTC(2025, 2, 11, 10), Date.UTC(2025, 2, 12, 10)],
  // Start of daylight saving time: a day of 23 hours, which in Beirut begins at 01:00.
  ['Europe/Berlin', '2025-03-30T12:00:00Z', Date.UTC(2025, 2, 29, 23), Date.UTC(2025, 2, 30, 22)],
  ['Asia/Beirut', '2025-03-30T12:00:00Z', Date.UTC(2025, 2, 29, 22), Date.UTC(2025, 2, 30, 21)],
  ['UTC', '1970-01-01T00:00:00Z', 0, Date.UTC(1970, 0, 2)],
])('a filter by day in %s at %s covers that day from start to end', async (timeZone, time, start, end) => {
  const other = await serviceForTest({ timeZone }, place);
  await other.db.deleteFrom(TYPE).execute();
  const starts = [start / 1000 - 1, start / 1000, end / 1000 - 1, end / 1000];
  const made = [];
  for (const created_at_unix of starts) made.push((await aDraft(other.db, { created_at_unix })).id);
  const unix = Date.parse(time) / 1000;
  const ids = async (filter: string) =>
    (await other.send('GET', `/${TYPE}?${filter}`)).records.map(({ id }) => Number(id));
  expect(await ids(`filter[from_created_at]=${unix}`)).toEqual(made.slice(1));
  expect(await ids(`filter[to_created_at]=${unix}`)).toEqual(made.slice(0, 3));
  expect(await ids(`filter[from_created_at]=${unix}&filter[to_created_at]=${unix}`)).toEqual(made.slice(1, 3));
});

test.each(['x', '1.5', '2025-03-12', '9999999999999'])('the day %s is refused', async (time) => {
  expect(await service.send('GET', `/${TYPE}?filter[from_created_at]=${time}`)).toMatchObject({
    status: 400,
    errors: [{ code: '107', source: { parameter: 'filter[from_created_at]' } }],
  });
});
