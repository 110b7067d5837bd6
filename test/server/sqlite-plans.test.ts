import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { onQuery } from '#server/db/query-events.ts';
import { aDraft, aMessage, aResolvedDraft, aUser, unixNow } from '#test/builders.ts';
import { serviceForFile } from '#test/service.ts';

const service = await serviceForFile();
const { db, send, userIds } = service;
const DRAFTS = 'support_draft_messages';

/** The query plans of those statements of `work` that contain a text. */
async function plansOf(text: string, work: () => Promise<unknown>) {
  const found: string[] = [];
  const stop = onQuery((query) => found.push(query.sql));
  await work();
  stop();
  const statements = found.filter((statement) => statement.includes(text));
  expect(statements).not.toEqual([]);
  const plans = [];
  for (const statement of statements) {
    const { rows } = await sql.raw<{ detail: string }>(`explain query plan ${statement}`).execute(db);
    plans.push(rows.map(({ detail }) => detail).join('\n'));
  }
  return plans;
}

test('the revision of a draft is found by an index', async () => {
  const draft = await aResolvedDraft(db, userIds.reviewer, {
    status: 'rejected',
    created_user_id: userIds.agent,
    resolved_time_unix: unixNow(),
  });
  const [plan] = await plansOf('"newer"', () => send('GET', `/${DRAFTS}/${draft.id}`));
  expect(plan).toMatch(
    /SEARCH newer EXISTS USING COVERING INDEX \S+_by_revision \(room_id=\? AND created_user_id=\? AND created_at_unix>\?\)/,
  );
});

test('the drafts in review of a room are selected by a covering index', async () => {
  const { room_id } = await aDraft(db, { created_user_id: userIds.agent });
  const plans = await plansOf(`"${DRAFTS}" where "room_id"`, () =>
    send('PUT', `/rooms/${room_id}/reject_${DRAFTS}`, { as: 'reviewer' }),
  );
  for (const plan of plans) expect(plan).toMatch(/USING COVERING INDEX \S+_by_room_status/);
});

test('the drafts that a queue hides are found by an index', async () => {
  await aDraft(db);
  const search = 'filter[in_review]=1&sort=created_at_unix';
  const [plan] = await plansOf('"closed_room_id" is not null', () =>
    send('GET', `/${DRAFTS}?${search}`, { as: 'reviewer' }),
  );
  expect(plan).toMatch(/USING (COVERING )?INDEX \S+_closed_in_review/);
});

test('hits within the review queue are counted by a covering index', async () => {
  for (let count = 0; count < 2; count += 1) await aDraft(db, { message_content: 'Hahahahahaha!' });
  // The index of words does not serve a text that repeats itself, so the queue is scanned, as for a frequent text.
  const search = 'filter[in_review]=1&filter[content_or_room_name_like]=hahahahahaha&page[size]=1';
  const [plan] = await plansOf('as "counted"', () => send('GET', `/${DRAFTS}?${search}`, { as: 'reviewer' }));
  expect(plan).toMatch(/SEARCH support_draft_messages USING COVERING INDEX \S+_in_review_by_age/);
});

test('drafts of given ids are looked up by primary key', async () => {
  const { id } = await aDraft(db);
  const plans = await plansOf('in (?, ?)', () =>
    send('GET', `/${DRAFTS}?filter[id]=${id},${id + 1}`, { as: 'reviewer' }),
  );
  for (const plan of plans)
    expect(plan).toMatch(/SEARCH support_draft_messages USING INTEGER PRIMARY KEY \(rowid=\?\)/);
});

test('for a guest, an index finds whether a user wrote in their room, regardless of its message count', async () => {
  const message = await aMessage(db, { room_id: service.guestRoomId, user_id: userIds.agent });
  for (const path of [`/users/${userIds.agent}`, `/messages/${message.id}?include=user`, '/messages?include=user']) {
    const [plan] = await plansOf('"users"."id" in (?', () => send('GET', path, { as: 'guest' }));
    expect(plan).toMatch(
      /SEARCH messages USING COVERING INDEX messages_by_user_id_room_id \(user_id=\? AND room_id=\?\)/,
    );
    expect(plan).not.toMatch(/messages_by_room_id/);
  }
  // A list must not run this test for each user of the tenant.
  const [plan] = await plansOf('limit ? offset ?', () => send('GET', '/users', { as: 'guest' }));
  expect(plan).not.toMatch(/SCAN users/);
});

const find = (attributes: object) =>
  send('POST', '/rooms/create_or_find_group_room', { as: 'agent', body: { data: { type: 'rooms', attributes } } });

test('the room of given members is found by an index', async () => {
  const { id } = await aUser(db);
  const attributes = { user_ids: [String(id)], name: 'Night shift' };
  const [plan] = await plansOf('room_member_sets', () => find(attributes));
  expect(plan).toMatch(/SEARCH sets USING COVERING INDEX \S+_by_name \(members=\? AND hash=\? AND name=\?\)/);
  const [unnamed] = await plansOf('room_member_sets', () => find({ user_ids: [String(id)] }));
  expect(unnamed).toMatch(/SEARCH sets USING COVERING INDEX \S+_by_key \(members=\? AND hash=\?\)/);
});
