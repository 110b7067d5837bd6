import { rooms } from '#contract/rooms.ts';
import { recordChange } from '../audit/record-change.ts';
import { normalizeForSearch } from '../db/search/normalize-for-search.ts';
import type { RoomRow } from '../db/tables.ts';
import { type Context, nowUnix } from '../jsonapi/request/context.ts';
import { randomCode } from './random-code.ts';

/** Numeric codes of the room kinds. Source: service document, which omits the group room's. */
export const ROOM_KIND = { support: 1, direct: 2, group: 3 } as const;

/** Cuts a generated name to the maximum length. */
export const cutName = (name: string) => [...name].slice(0, rooms.attributes.name.maxLength).join('');

/** Server-assigned columns of a new room. */
export function roomColumns(context: Context) {
  return {
    room_code: randomCode(),
    created_at_ms: context.nowMs,
    created_at_unix: nowUnix(context),
    is_external: 0,
  };
}

/** Creates a room with members. Returns undefined if the pair already has a direct room. */
export async function insertRoom(
  context: Context,
  room: { kind: number; name: string | null; direct_pair?: string },
  memberIds: readonly number[],
): Promise<RoomRow | undefined> {
  const row = await context.db
    .insertInto('rooms')
    .values({
      ...roomColumns(context),
      ...room,
      name_folded: normalizeForSearch(room.name),
      is_private: room.kind === ROOM_KIND.direct ? 1 : 0,
      settings: '{}',
      enabled: 1,
      awaiting_support: 0,
    })
    .onConflict((conflict) => conflict.column('direct_pair').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row) return undefined;
  const members = memberIds.map((userId) => ({ room_id: row.id, user_id: userId, starred: 0 }));
  await context.db.insertInto('room_members').values(members).execute();
  await recordChange(context, 'create', 'rooms', { after: { ...row, users: memberIds } });
  return row;
}
