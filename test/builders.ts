import type { Insertable, Kysely } from 'kysely';
import type { Role } from '#server/access/caller.ts';
import { mintToken } from '#server/access/tokens.ts';
import { normalizeForSearch } from '#server/db/search/normalize-for-search.ts';
import type {
  ClientsTable,
  DraftsTable,
  KeywordsTable,
  MessagesTable,
  RoomsTable,
  SuggestionsTable,
  Tables,
  UsersTable,
} from '#server/db/tables.ts';

/** Noon on a Wednesday: the default creation time of every record. */
export const MADE_AT_UNIX = 1_741_780_800;

/** The current time, in whole seconds. */
export const unixNow = () => Math.floor(Date.now() / 1000);

let made = 0;
const next = () => ++made;

type Given<Table> = Partial<Insertable<Table>>;

/** A user; staff by default. */
export async function aUser(db: Kysely<Tables>, given: Given<UsersTable> = {}) {
  const name = given.name ?? `Person ${next()}`;
  return db
    .insertInto('users')
    .values({ kind: 'staff', ...given, name, name_folded: normalizeForSearch(name) })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A user's token, which does not expire; a guest's gives access to one room. Returns the token itself. */
export const aToken = (db: Kysely<Tables>, userId: number, role: Role = 'admin', roomId: number | null = null) =>
  mintToken(db, { userId, role, roomId, expiresAtUnix: null });

/** A support room that is not waiting for support, with the given members. */
export async function aRoom(db: Kysely<Tables>, given: Given<RoomsTable> = {}, memberIds: readonly number[] = []) {
  const name = given.name === undefined ? `Room ${next()}` : given.name;
  const room = await db
    .insertInto('rooms')
    .values({
      is_private: 0,
      settings: '{}',
      kind: 1,
      enabled: 1,
      room_code: `R${next()}`,
      awaiting_support: 0,
      created_at_unix: MADE_AT_UNIX,
      created_at_ms: MADE_AT_UNIX * 1000,
      is_external: 0,
      ...given,
      name,
      name_folded: normalizeForSearch(name),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  for (const userId of memberIds) await aMember(db, room.id, userId);
  return room;
}

/** Adds a user to a room. */
export async function aMember(db: Kysely<Tables>, roomId: number, userId: number, starred = 0) {
  await db.insertInto('room_members').values({ room_id: roomId, user_id: userId, starred }).execute();
}

/** A message, and the room's denormalized last-message columns; `isByStaff` is false for a visitor's message. */
export async function aMessage(
  db: Kysely<Tables>,
  given: Given<MessagesTable> & { room_id: number },
  isByStaff = true,
) {
  const message = await db
    .insertInto('messages')
    .values({
      content: `Message ${next()}`,
      kind: 'text',
      settings: '{}',
      user_id: null,
      created_at_unix: MADE_AT_UNIX,
      created_at_ms: MADE_AT_UNIX * 1000,
      ...given,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await db
    .updateTable('rooms')
    .set({
      last_message_id: message.id,
      last_message_unix: message.created_at_unix,
      last_message_by_staff: isByStaff ? 1 : 0,
    })
    .where('id', '=', message.room_id)
    .execute();
  return message;
}

/** A room whose history has so many megabytes, which older versions of the service accepted. Returns its id. */
export async function aHeavyRoom(db: Kysely<Tables>, megabytes: number): Promise<number> {
  const { id } = await aRoom(db);
  const settings = JSON.stringify({ text: 'x'.repeat(1_000_000) });
  for (let count = 0; count < megabytes; count += 1) await aMessage(db, { room_id: id, settings });
  return id;
}

/** A draft in review, by default in a new room. */
export async function aDraft(db: Kysely<Tables>, given: Given<DraftsTable> = {}) {
  const content = given.message_content ?? `Draft ${next()}`;
  return db
    .insertInto('support_draft_messages')
    .values({
      kind: 'text',
      settings: '{}',
      status: 'in_review',
      created_at_unix: MADE_AT_UNIX,
      updated_at_unix: MADE_AT_UNIX,
      ...given,
      room_id: given.room_id ?? (await aRoom(db)).id,
      message_content: content,
      message_content_folded: normalizeForSearch(content),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A draft with a verdict. */
export const aResolvedDraft = (db: Kysely<Tables>, resolvedUserId: number, given: Given<DraftsTable> = {}) =>
  aDraft(db, { status: 'approved', resolved_user_id: resolvedUserId, resolved_time_unix: MADE_AT_UNIX, ...given });

/** Adds copies of a record, in batches, without what its builder does besides. */
export async function addCopies<Row extends { id: number; version?: number }>(
  db: Kysely<Tables>,
  table: 'messages' | 'suggestions' | 'support_draft_messages',
  record: Row,
  count: number,
) {
  const { id: _, version: __, ...row } = record;
  for (let left = count; left > 0; left -= 1_000) {
    const rows = Array.from({ length: Math.min(left, 1_000) }, () => row);
    // The columns are those of a record of this table.
    await db
      .insertInto(table)
      .values(rows as never)
      .execute();
  }
}

/** A suggestion of one message, by default in a new room. */
export async function aSuggestion(db: Kysely<Tables>, given: Given<SuggestionsTable> = {}) {
  const messages = [{ kind: 'text', content: `Suggestion ${next()}`, settings: {} }];
  return db
    .insertInto('suggestions')
    .values({
      suggestion_messages_data: JSON.stringify(messages),
      ...given,
      room_id: given.room_id ?? (await aRoom(db)).id,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A chat widget. */
export async function aClient(db: Kysely<Tables>, given: Given<ClientsTable> = {}) {
  return db
    .insertInto('clients')
    .values({ title: `Client ${next()}`, code: `C${next()}`, injectable_code: '', settings: '{}', ...given })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A keyword. */
export async function aKeyword(db: Kysely<Tables>, given: Given<KeywordsTable> = {}) {
  return db
    .insertInto('master_keywords')
    .values({ key_name: `key ${next()}`, ...given })
    .returningAll()
    .executeTakeFirstOrThrow();
}
