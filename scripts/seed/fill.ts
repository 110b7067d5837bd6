import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import { ROOM_KIND } from '#server/resources/insert-room.ts';
import {
  draftRow,
  kindOf,
  memberRows,
  messageRows,
  type Plan,
  roomRow,
  type SeededRoom,
  timeOf,
  userRow,
} from './rows.ts';
import { pick } from './texts.ts';

/** Rows per statement: engines limit one to some 30,000 parameters. */
const BATCH = 1_000;
/** Statements per transaction: a running service can write in between. */
const STATEMENTS = 20;
const MIN_STAFF = 12;
const ROOMS_PER_STAFF = 500;

type Db = Kysely<Tables>;
type Report = (count: number, what: string, seconds: number) => void;

/**
 * Adds rooms with people and messages, then drafts across all rooms of the tenant, in chronological order. Calls
 * `report` after each kind.
 */
export async function fill(db: Db, plan: Plan, report: Report): Promise<void> {
  if (plan.rooms > 0) await timed(plan.rooms, 'rooms', report, () => addRooms(db, plan));
  if (plan.drafts > 0) await timed(plan.drafts, 'drafts', report, () => addDrafts(db, plan));
}

async function addRooms(db: Db, plan: Plan) {
  const staff = await addUsers(db, 'staff', Math.max(MIN_STAFF, Math.ceil(plan.rooms / ROOMS_PER_STAFF)), plan);
  const pairs = pairsOf(staff);
  await inBatches(db, plan.rooms, async (transaction, indexes) => {
    const visitors = await insertUsers(transaction, 'visitor', indexes.length, plan);
    const rooms = indexes.map((index, place) => planRoom(index, visitors[place], staff, pairs, plan));
    const inserted = await transaction
      .insertInto('rooms')
      .values(rooms.map((room, place) => roomRow(indexes[place] ?? 0, room, plan)))
      .returning(['id', 'room_code'])
      .execute();
    const ids = inserted.map(({ id }) => id).sort((one, other) => one - other);
    await addMessagesAndMembers(
      transaction,
      rooms.map((room, place) => ({ ...room, id: ids[place] ?? 0 })),
      plan,
    );
  });
}

function planRoom(
  index: number,
  visitor: number | undefined,
  staff: readonly number[],
  pairs: readonly (readonly [number, number])[],
  plan: Plan,
): Omit<SeededRoom, 'id'> {
  const { random } = plan;
  const kind = kindOf(index, pairs.length);
  const createdAt = timeOf(index, plan.rooms, plan);
  if (kind === ROOM_KIND.direct) {
    const pair = pairs[Math.floor(index / 100) * 4 + (index % 100) - 96] ?? [];
    return { kind, createdAt, visitor: undefined, staff: pair, isAwaiting: false };
  }
  const count = kind === ROOM_KIND.group ? 4 : random() < 0.1 ? 0 : 1 + Math.floor(random() * 2);
  const some = [...new Set(Array.from({ length: count }, () => pick(staff, random)))];
  const isSupport = kind === ROOM_KIND.support;
  return {
    kind,
    createdAt,
    visitor: isSupport ? visitor : undefined,
    staff: some,
    isAwaiting: isSupport && random() < 0.03,
  };
}

/** Adds messages and members to new rooms, and sets the rooms' newest message. */
async function addMessagesAndMembers(db: Db, rooms: readonly SeededRoom[], plan: Plan) {
  const newest = new Map<number, number>();
  for (const rows of chunks(rooms.flatMap((room) => messageRows(room, plan)))) {
    const messages = await db.insertInto('messages').values(rows).returning(['id', 'room_id']).execute();
    for (const { id, room_id } of messages) newest.set(room_id, Math.max(id, newest.get(room_id) ?? 0));
  }
  for (const rows of chunks(rooms.flatMap((room) => memberRows(room, newest.get(room.id) ?? null, plan)))) {
    await db.insertInto('room_members').values(rows).execute();
  }
  const ids = rooms.map(({ id }) => id);
  await db
    .updateTable('rooms')
    .from((eb) =>
      eb
        .selectFrom('messages')
        .leftJoin('users', 'users.id', 'messages.user_id')
        .select(['messages.id', 'messages.room_id', 'messages.created_at_unix', 'users.kind'])
        .where('messages.id', 'in', [...newest.values()])
        .as('newest'),
    )
    .set((eb) => ({
      last_message_id: eb.ref('newest.id'),
      last_message_unix: eb.ref('newest.created_at_unix'),
      last_message_by_staff: eb.case().when('newest.kind', '=', 'visitor').then(0).else(1).end(),
    }))
    .whereRef('rooms.id', '=', 'newest.room_id')
    .where('rooms.id', '>=', Math.min(...ids))
    .execute();
}

async function addDrafts(db: Db, plan: Plan) {
  const rooms = await db.selectFrom('rooms').select('id').orderBy('id').execute();
  if (rooms.length === 0) throw new Error('The tenant has no rooms for drafts: specify --rooms as well.');
  const people = await db.selectFrom('users').select('id').where('kind', '=', 'staff').execute();
  const roomIds = rooms.map(({ id }) => id);
  const staff = people.length > 0 ? people.map(({ id }) => id) : await addUsers(db, 'staff', MIN_STAFF, plan);
  await inBatches(db, plan.drafts, async (transaction, indexes) => {
    const rows = indexes.map((index) => draftRow(index, plan, roomIds, staff));
    await transaction.insertInto('support_draft_messages').values(rows).execute();
  });
}

async function addUsers(db: Db, kind: 'staff' | 'visitor', count: number, plan: Plan) {
  const ids: number[] = [];
  await inBatches(db, count, async (transaction, indexes) => {
    ids.push(...(await insertUsers(transaction, kind, indexes.length, plan)));
  });
  return ids;
}

async function insertUsers(db: Db, kind: 'staff' | 'visitor', count: number, plan: Plan) {
  const rows = Array.from({ length: count }, () => userRow(kind, plan));
  const users = await db.insertInto('users').values(rows).returning('id').execute();
  return users.map(({ id }) => id);
}

async function inBatches(db: Db, count: number, write: (db: Db, indexes: number[]) => Promise<void>) {
  const all = BATCH * STATEMENTS;
  for (let done = 0; done < count; done += all) {
    await db.transaction().execute(async (transaction) => {
      for (let from = done; from < Math.min(done + all, count); from += BATCH) {
        await write(
          transaction,
          Array.from({ length: Math.min(BATCH, count - from) }, (_, offset) => from + offset),
        );
      }
    });
  }
}

async function timed(count: number, what: string, report: Report, work: () => Promise<void>) {
  const startedAt = performance.now();
  await work();
  report(count, what, (performance.now() - startedAt) / 1000);
}

const chunks = <Row>(rows: readonly Row[]) =>
  Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, index) => rows.slice(index * BATCH, (index + 1) * BATCH));

const pairsOf = (staff: readonly number[]) =>
  staff.flatMap((one, index) => staff.slice(index + 1).map((other) => [one, other] as const));
