import type { Insertable, Transaction } from 'kysely';
import { normalizeForSearch } from '../db/search/normalize-for-search.ts';
import type { DraftsTable, MessagesTable, NewRoom, RoomMembersTable, Tables } from '../db/tables.ts';
import { ROOM_KIND } from '../resources/insert-room.ts';
import { CODE_ALPHABET } from '../resources/random-code.ts';
import type { RoomPlan } from './plan-room.ts';
import type { ScheduledDraft, ScheduledMessage } from './schedule-episode.ts';

/** User ids by key for staff and by name for visitors. */
export type UserIds = ReadonlyMap<string, number>;

/** Returns the ids of inserted rows in insertion order: ids ascend, while `returning` guarantees no order. */
export const insertedIds = (rows: readonly { id: number }[]) =>
  rows.map(({ id }) => id).sort((one, other) => one - other);

/** Inserts rooms with their messages, drafts and members. Returns the room ids in the order of the plans. */
export async function insertRooms(db: Transaction<Tables>, plans: readonly RoomPlan[], users: UserIds) {
  const rows = plans.map((plan) => roomRow(plan, users));
  const roomIds = insertedIds(await db.insertInto('rooms').values(rows).returning('id').execute());
  const messageIds = await insertMessages(db, plans, roomIds, users);
  for (const [index, plan] of plans.entries()) {
    const last = plan.messages.at(-1);
    if (!last) continue;
    await db
      .updateTable('rooms')
      .set({
        last_message_id: messageIds.get(last) ?? null,
        last_message_unix: last.at,
        last_message_by_staff: last.by === 'visitor' ? 0 : 1,
      })
      .where('id', '=', roomIds[index] ?? 0)
      .execute();
  }
  const members = plans.flatMap((plan, index) => memberRows(plan, roomIds[index] ?? 0, users, messageIds));
  await db.insertInto('room_members').values(members).execute();
  const drafts = plans.flatMap((plan, index) =>
    plan.drafts.map((draft) => draftRow(draft, roomIds[index] ?? 0, users)),
  );
  drafts.sort((one, other) => one.created_at_unix - other.created_at_unix);
  await db.insertInto('support_draft_messages').values(drafts).execute();
  return roomIds;
}

function roomRow(plan: RoomPlan, users: UserIds): NewRoom {
  const pair = plan.staff.map((key) => users.get(key) ?? 0).sort((one, other) => one - other);
  return {
    name: plan.name,
    name_folded: normalizeForSearch(plan.name),
    description: plan.description,
    is_private: Number(plan.isPrivate),
    settings: JSON.stringify(plan.settings),
    kind: plan.kind,
    enabled: Number(plan.isEnabled),
    room_code: Array.from({ length: 8 }, () => CODE_ALPHABET[Math.floor(plan.random() * CODE_ALPHABET.length)]).join(
      '',
    ),
    awaiting_support: Number(plan.awaitingSince !== null),
    awaiting_since_unix: plan.awaitingSince,
    created_at_unix: plan.createdAt,
    created_at_ms: plan.createdAt * 1000 + Math.floor(plan.random() * 1000),
    is_external: Number(plan.isExternal),
    direct_pair: plan.kind === ROOM_KIND.direct ? pair.join(':') : null,
    version: 1 + plan.waits.length * 2 + Number(plan.awaitingSince !== null),
  };
}

/** Inserts the messages of all rooms in chronological order, so that ids follow time. */
async function insertMessages(
  db: Transaction<Tables>,
  plans: readonly RoomPlan[],
  roomIds: readonly number[],
  users: UserIds,
) {
  const messages = plans
    .flatMap((plan, index) =>
      plan.messages.map((said) => ({ said, row: messageRow(said, plan, roomIds[index] ?? 0, users) })),
    )
    .sort((one, other) => one.row.created_at_ms - other.row.created_at_ms);
  const rows = messages.map(({ row }) => row);
  const ids = insertedIds(await db.insertInto('messages').values(rows).returning('id').execute());
  return new Map(messages.map(({ said }, index) => [said, ids[index] ?? 0]));
}

function messageRow(
  said: ScheduledMessage,
  plan: RoomPlan,
  roomId: number,
  users: UserIds,
): Insertable<MessagesTable> & { created_at_ms: number } {
  return {
    room_id: roomId,
    user_id: users.get(said.by === 'visitor' ? (plan.visitor ?? '') : said.by) ?? null,
    content: said.text,
    kind: 'text',
    settings: '{}',
    created_at_unix: said.at,
    created_at_ms: said.at * 1000 + Math.floor(plan.random() * 1000),
  };
}

function draftRow(draft: ScheduledDraft, roomId: number, users: UserIds): Insertable<DraftsTable> {
  const { verdict, readAt, original } = draft;
  return {
    room_id: roomId,
    created_user_id: users.get(draft.by) ?? null,
    resolved_user_id: verdict && (users.get(verdict.by) ?? null),
    message_content: draft.text,
    message_content_folded: normalizeForSearch(draft.text),
    kind: 'text',
    settings: JSON.stringify(original === undefined ? {} : { original_content: original }),
    status: draft.status,
    resolved_time_unix: verdict?.at ?? null,
    comment: draft.comment ?? null,
    create_user_resolved_read_time_unix: readAt,
    created_at_unix: draft.at,
    updated_at_unix: readAt ?? verdict?.at ?? draft.at,
    version: 1 + Number(verdict !== null) + Number(readAt !== null),
  };
}

/** Returns a room's member rows with their read positions: at least their own newest message, often everything. */
function memberRows(
  plan: RoomPlan,
  roomId: number,
  users: UserIds,
  messageIds: ReadonlyMap<ScheduledMessage, number>,
): Insertable<RoomMembersTable>[] {
  const idOf = (said: ScheduledMessage | undefined) => (said && messageIds.get(said)) ?? null;
  const newest = plan.messages.at(-1);
  const newestByStaff = plan.messages.findLast(({ by }) => by !== 'visitor');
  const member = (key: string, starred: boolean, read: ScheduledMessage | undefined) => ({
    room_id: roomId,
    user_id: users.get(key) ?? 0,
    starred: Number(starred),
    last_read_message_id: idOf(read),
  });

  const staff = plan.staff.map((key) => {
    const own = plan.messages.findLast(({ by }) => by === key);
    const isUpToDate = plan.random() < 0.7;
    const seen = plan.awaitingSince === null ? newest : newestByStaff;
    return member(key, plan.random() < 0.15, isUpToDate ? seen : own);
  });
  return plan.visitor === null ? staff : [...staff, member(plan.visitor, false, newest)];
}
