import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Role } from '#server/access/caller.ts';
import { aDraft, aKeyword, aMember, aMessage, aRoom, aUser } from '#test/builders.ts';
import { engine } from '#test/database-place.ts';
import { type Sent, serviceForFile } from '#test/service.ts';

const service = await serviceForFile();

const times = <Result>(count: number, work: (index: number) => Result) =>
  Array.from({ length: count }, (_, index) => work(index));
const all = (count: number, work: (index: number) => Promise<Sent>) => Promise.all(times(count, work));
const statuses = (answers: readonly Sent[]) => answers.map(({ status }) => status).sort();

test('one of many concurrent decisions on a draft wins, and one message is sent', async () => {
  for (const _ of times(20, String)) {
    const draft = await aDraft(service.db);
    const answers = await all(10, (index) =>
      service.send('PUT', `/support_draft_messages/${draft.id}/${index % 2 ? 'approve' : 'reject'}`, {
        as: index % 4 < 2 ? 'reviewer' : 'admin',
      }),
    );
    const verdicts = new Set(
      answers.filter(({ status }) => status === 200).map(({ record }) => record.attributes?.status),
    );
    expect([verdicts.size, statuses(answers)]).toEqual([1, [...Array(5).fill(200), ...Array(5).fill(422)]]);
    expect(new Set(answers.flatMap(({ errors }) => errors.map(({ code }) => code)))).toEqual(
      new Set(['already_resolved']),
    );
    const sent = await service.db.selectFrom('messages').selectAll().where('room_id', '=', draft.room_id).execute();
    expect(sent.length).toBe(verdicts.has('approved') ? 1 : 0);
    const { version } = await service.db
      .selectFrom('support_draft_messages')
      .select('version')
      .where('id', '=', draft.id)
      .executeTakeFirstOrThrow();
    expect(version).toBe(2);
  }
});

test('drafts approved together and one by one at the same time are each sent once', async () => {
  const room = await aRoom(service.db);
  const drafts = await Promise.all(times(12, () => aDraft(service.db, { room_id: room.id })));
  const answers = await Promise.all([
    ...times(3, () => service.send('PUT', `/rooms/${room.id}/approve_support_draft_messages`)),
    ...drafts.toReversed().map(({ id }) => service.send('PUT', `/support_draft_messages/${id}/approve`)),
    service.send('PUT', `/rooms/${room.id}/reject_support_draft_messages`),
  ]);
  expect(answers.every(({ status }) => status === 200 || status === 422)).toBe(true);
  const now = await service.db
    .selectFrom('support_draft_messages')
    .selectAll()
    .where('room_id', '=', room.id)
    .execute();
  const sent = await service.db.selectFrom('messages').select('content').where('room_id', '=', room.id).execute();
  const approved = now.filter(({ status }) => status === 'approved').map(({ message_content }) => message_content);
  expect(sent.map(({ content }) => content).sort()).toEqual(approved.sort());
  expect(now.map(({ version }) => version)).toEqual(Array(12).fill(2));
});

test('one of several concurrent updates of the same version wins', async () => {
  for (const _ of times(10, String)) {
    const { id } = await aKeyword(service.db);
    const answers = await all(10, (index) =>
      service.update('master_keywords', id, { key_title: `title ${index}` }, { meta: { version: '1' } }),
    );
    expect(statuses(answers)).toEqual([200, ...Array(9).fill(422)]);
    const winner = answers.find(({ status }) => status === 200)?.record;
    const losers = answers.filter(({ status }) => status === 422).map(({ errors }) => errors[0]);
    for (const error of losers) {
      expect(error).toMatchObject({ code: 'stale_version', meta: { current: { attributes: winner?.attributes } } });
    }
  }
});

test('concurrent updates of different attributes are all kept and counted in the version', async () => {
  const { id } = await aKeyword(service.db);
  const names = ['key_name', 'key_title', 'suggestions'];
  const answers = await all(9, (index) =>
    service.update('master_keywords', id, { [names[index % 3] ?? '']: `race ${index % 3}` }),
  );
  expect(statuses(answers)).toEqual(Array(9).fill(200));
  const row = await service.db.selectFrom('master_keywords').selectAll().where('id', '=', id).executeTakeFirst();
  expect(row).toMatchObject({ key_name: 'race 0', key_title: 'race 1', suggestions: 'race 2', version: 10 });
});

test('one of several concurrent creates with the same unique name wins', async () => {
  for (const round of times(10, String)) {
    const answers = await all(6, () => service.create('master_keywords', { key_name: `unique ${round}` }));
    expect(statuses(answers)).toEqual([201, ...Array(5).fill(422)]);
    for (const { errors } of answers.filter(({ status }) => status === 422)) {
      expect(errors).toMatchObject([{ code: '100', source: { pointer: '/data/attributes/key_name' } }]);
    }
  }
});

test('an approval never overlooks a concurrent visitor message', async () => {
  for (const _ of times(20, String)) {
    const room = await aRoom(service.db, {}, [service.userIds.guest]);
    const seen = await aMessage(service.db, { room_id: room.id });
    const draft = await aDraft(service.db, { room_id: room.id });
    await service.db.updateTable('tokens').set({ room_id: room.id }).where('role', '=', 'guest').execute();
    const [verdict, word] = await Promise.all([
      service.send('PUT', `/support_draft_messages/${draft.id}/approve`, {
        body: { meta: { last_message_id: String(seen.id) } },
      }),
      sendAsVisitor(room.id),
    ]);
    expect(word.status).toBe(201);
    const messages = await service.db
      .selectFrom('messages')
      .selectAll()
      .where('room_id', '=', room.id)
      .orderBy('id')
      .execute();
    const last = messages.at(-1);
    const { awaiting_support, last_message_id } = await service.db
      .selectFrom('rooms')
      .selectAll()
      .where('id', '=', room.id)
      .executeTakeFirstOrThrow();
    // In either order, the visitor's message is the last one, and the room waits.
    expect([last?.content, awaiting_support, last_message_id]).toEqual(['Hello?', 1, last?.id]);
    expect([verdict.status, messages.length]).toEqual(verdict.status === 200 ? [200, 3] : [422, 2]);
  }
});

test('deleting a room during writes leaves no rows and causes no errors', async () => {
  for (const _ of times(10, String)) {
    const room = await aRoom(service.db);
    await aMember(service.db, room.id, service.userIds.agent);
    const draft = await aDraft(service.db, { room_id: room.id });
    const [removed, ...others] = await Promise.all([
      service.send('DELETE', `/rooms/${room.id}`),
      service.send('PUT', `/support_draft_messages/${draft.id}/approve`),
      service.update('support_draft_messages', draft.id, { comment: 'x' }),
      service.create('messages', { content: 'x', room_id: String(room.id) }),
    ]);
    expect(removed?.status).toBe(200);
    expect(others.map(({ status }) => status < 500)).toEqual([true, true, true]);
    const left = await service.db.selectFrom('messages').select('id').where('room_id', '=', room.id).execute();
    expect(left).toEqual([]);
  }
});

const changeMember = (method: 'POST' | 'DELETE', roomId: number, userId: number, as?: Role) =>
  service.send(method, `/rooms/${roomId}/relationships/users`, {
    ...(as && { as }),
    body: { data: [{ type: 'users', id: String(userId) }] },
  });
const hasStaff = async (roomId: number) => {
  const rooms = service.db.selectFrom('rooms').select('has_staff').where('id', '=', roomId);
  return (await rooms.executeTakeFirstOrThrow()).has_staff;
};

test('a room knows whether it has staff after concurrent joins and leaves', async () => {
  for (const joining of times(10, (round) => round % 2)) {
    const people = await Promise.all(times(3 + joining, () => aUser(service.db)));
    const leaving = people.slice(joining).map(({ id }) => id);
    const room = await aRoom(service.db, {}, leaving);
    const answers = await Promise.all(
      people.map(({ id }) => changeMember(leaving.includes(id) ? 'DELETE' : 'POST', room.id, id)),
    );
    expect(statuses(answers)).toEqual(people.map(() => 200));
    expect(await hasStaff(room.id)).toBe(joining);
  }
});

// SQLite has one writer at a time.
const onPostgres = engine === 'PostgreSQL' ? test : () => {};
onPostgres('two members who leave a room at the same time are both counted as gone', async () => {
  const { db } = service;
  const [one, other] = [await aUser(db), await aUser(db)];
  const room = await aRoom(db, {}, [one.id, other.id]);
  // Blocks both requests after they have left and before they commit.
  const leaving = await db.transaction().execute(async (holding) => {
    const [, events = ''] = /from (\S+)/.exec(holding.selectFrom('events').compile().sql) ?? [];
    await sql`lock table ${sql.raw(events)} in exclusive mode`.execute(holding);
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(holding);
    const heldUp = sql<{ count: number }>`
      with recursive waiting(pid) as (
        select ${rows[0]?.pid ?? 0}::int
        union select a.pid from pg_stat_activity a join waiting on waiting.pid = any(pg_blocking_pids(a.pid))
      ) select count(*)::int - 1 as count from waiting`;
    const leaving = Promise.all([
      changeMember('DELETE', room.id, one.id, 'agent'),
      // As another caller, because each may have only one connection.
      changeMember('DELETE', room.id, other.id, 'reviewer'),
    ]);
    await expect.poll(async () => (await heldUp.execute(db)).rows).toEqual([{ count: 2 }]);
    // Wrapped in an object, because the transaction would wait for a returned promise.
    return { answers: leaving };
  });
  expect(statuses(await leaving.answers)).toEqual([200, 200]);
  expect(await hasStaff(room.id)).toBe(0);
});

function sendAsVisitor(roomId: number) {
  return service.create('messages', { content: 'Hello?', room_id: String(roomId) }, { as: 'guest' });
}
