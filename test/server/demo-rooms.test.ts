import { describe, expect, test } from 'vitest';
import { DEADLINE_MS } from '#server/db/deadlines.ts';
import { readWaitingHistory } from '#server/resources/waiting-history.ts';
import { unixNow } from '#test/builders.ts';
import { countBy, demoForFile, readRows } from './demo-rows.ts';

const demo = await demoForFile();

async function db(name: string) {
  const tenant = await demo.tenants.byName(name);
  if (!tenant) throw new Error(`There is no tenant ${name}.`);
  return tenant.db;
}

describe.each(['harbor', 'lumen'])('in %s', (name) => {
  test('support rooms have one visitor and several staff, direct rooms a pair', async () => {
    const { rooms, members, users } = await readRows(demo, name);
    const kindOf = new Map(users.map(({ id, kind }) => [id, kind]));
    for (const room of rooms) {
      const inRoom = members.filter(({ room_id }) => room_id === room.id);
      const kinds = countBy(inRoom, ({ user_id }) => kindOf.get(user_id) ?? 'unknown');
      if (room.kind === 1) {
        expect(kinds).toEqual({ visitor: 1, staff: expect.any(Number) });
        expect(kinds.staff).toBeGreaterThanOrEqual(2);
        expect(JSON.parse(room.settings)).toMatchObject({ client: expect.any(String), language: expect.any(String) });
      } else if (room.kind === 2) {
        expect(kinds).toEqual({ staff: 2 });
        expect(room.direct_pair).toBe(inRoom.map(({ user_id }) => user_id).join(':'));
      } else {
        expect(kinds.visitor).toBeUndefined();
        expect(room.name).toBeTruthy();
      }
      if (room.kind !== 2) expect(room.direct_pair).toBeNull();
      expect(room.room_code).toMatch(/^[A-Z2-9]{8}$/);
    }
  });

  test('room columns agree with their messages', async () => {
    const { rooms, messages, members, users } = await readRows(demo, name);
    const isStaff = new Map(users.map(({ id, kind }) => [id, kind === 'staff']));
    for (const room of rooms) {
      const own = messages.filter(({ room_id }) => room_id === room.id);
      const last = own.at(-1);
      const byStaff = last ? Number(isStaff.get(last.user_id ?? 0)) : null;
      expect(room).toMatchObject({
        last_message_id: last?.id ?? null,
        last_message_unix: last?.created_at_unix ?? null,
        last_message_by_staff: byStaff,
      });
      const inRoom = new Map(
        members.filter(({ room_id }) => room_id === room.id).map((member) => [member.user_id, member]),
      );
      const ids = new Set(own.map(({ id }) => id));
      for (const message of own) expect(message.created_at_unix).toBeGreaterThanOrEqual(room.created_at_unix);
      for (const { last_read_message_id: read } of inRoom.values()) expect(read === null || ids.has(read)).toBe(true);
      for (const message of own) {
        expect(inRoom.has(message.user_id ?? 0)).toBe(true);
        expect(inRoom.get(message.user_id ?? 0)?.last_read_message_id).toBeGreaterThanOrEqual(message.id);
      }
    }
    for (const [index, message] of messages.entries()) {
      expect(Math.floor(message.created_at_ms / 1000)).toBe(message.created_at_unix);
      expect(message.created_at_ms).toBeGreaterThanOrEqual(messages[index - 1]?.created_at_ms ?? 0);
      expect(message.created_at_unix).toBeLessThanOrEqual(unixNow());
    }
  });

  test('several weeks of finished waits are recorded', async () => {
    const of = await db(name);
    const { since_unix } = await of.selectFrom('wait_recording').selectAll().executeTakeFirstOrThrow();
    const waits = await of.selectFrom('waits').selectAll().execute();
    expect(waits.length).toBeGreaterThan(300);
    for (const { started_unix, ended_unix } of waits) {
      expect(started_unix).toBeGreaterThan(since_unix - 86_400);
      expect(ended_unix).toBeGreaterThanOrEqual(started_unix);
      expect(ended_unix).toBeLessThanOrEqual(unixNow());
    }
    const { history } = await readWaitingHistory({ db: of, deadlineMs: DEADLINE_MS, nowMs: Date.now() });
    expect(history.hours.starts.filter(Boolean).length).toBeGreaterThan(150);
    expect(Math.max(...history.minutes.counts.map(Number))).toBeGreaterThanOrEqual(5);
  });

  test('rooms wait since today’s first unanswered visitor message', async () => {
    const { rooms, messages, users } = await readRows(demo, name);
    const visitors = new Set(users.filter(({ kind }) => kind === 'visitor').map(({ id }) => id));
    const waiting = rooms.filter(({ awaiting_support }) => awaiting_support === 1);
    expect(waiting.length).toBeGreaterThanOrEqual(8);
    for (const room of rooms) {
      expect(room.awaiting_since_unix === null).toBe(room.awaiting_support === 0);
    }
    for (const room of waiting) {
      const own = messages.filter(({ room_id }) => room_id === room.id);
      const since = own.findIndex(({ created_at_unix }) => created_at_unix === room.awaiting_since_unix);
      expect(since).toBeGreaterThanOrEqual(0);
      expect(own.slice(since).every(({ user_id }) => visitors.has(user_id ?? 0))).toBe(true);
      const before = own[since - 1];
      const isOldTopic = before && (room.awaiting_since_unix ?? 0) - before.created_at_unix > 6 * 3_600;
      if (before && !isOldTopic) expect(visitors.has(before.user_id ?? 0)).toBe(false);
      expect(unixNow() - (room.awaiting_since_unix ?? 0)).toBeLessThan(8 * 3_600);
    }
    const waits = await db(name).then((of) => of.selectFrom('waits').selectAll().execute());
    // Each staff reply to a visitor ended a wait that began with the first unanswered message.
    const ends = new Map(waits.map(({ started_unix, ended_unix }) => [ended_unix, started_unix]));
    const answers = messages.filter(({ id, room_id, user_id }) => {
      const before = messages.findLast((other) => other.room_id === room_id && other.id < id);
      return before && visitors.has(before.user_id ?? 0) && !visitors.has(user_id ?? 0);
    });
    const answered = answers.filter(({ created_at_unix }) => ends.has(created_at_unix));
    expect(answered.length).toBeGreaterThan(answers.length * 0.9);
    const newest = Math.max(...waiting.map(({ awaiting_since_unix }) => awaiting_since_unix ?? 0));
    expect(unixNow() - newest).toBeLessThan(10 * 60);
  });
});
