import { expressionBuilder } from 'kysely';
import type { Json } from '#contract/attribute.ts';
import type { ErrorObject } from '#contract/document.ts';
import { rooms } from '#contract/rooms.ts';
import { runCached } from '../db/statement-cache.ts';
import type { RoomRow, Tables } from '../db/tables.ts';
import { enumColumn, timestampColumn } from '../jsonapi/column.ts';
import { errorObject, problem } from '../jsonapi/document/problem.ts';
import type { Hooks, Unfit } from '../jsonapi/hooks.ts';
import { type Context, nowUnix } from '../jsonapi/request/context.ts';
import { validationError } from '../jsonapi/write/input.ts';
import { addMembers, createOrFindDirectRoom, createOrFindGroupRoom } from './create-or-find-room.ts';
import { assertMayDelete, deleteRoomBatch, findRoomsWithVerdicts } from './delete-room.ts';
import { ROOM_KIND, roomColumns } from './insert-room.ts';
import { markRoomRead } from './mark-room-read.ts';
import { permissions } from './permissions.ts';
import { recordWait } from './record-wait.ts';
import { resolveRoomDrafts } from './resolve-room-drafts.ts';
import { countByTallies, countRooms } from './room-counts.ts';
import { newestActivity, roomFilters, unreadFirst } from './room-filters.ts';
import { hideDraftBatch, showDraftBatch } from './room-privacy.ts';
import { roomScope } from './room-scope.ts';
import { summarizeRooms } from './room-summaries.ts';
import { readWaitingHistory } from './waiting-history.ts';

const message = expressionBuilder<Tables, 'messages'>();

export const roomHooks: Hooks<typeof rooms, 'rooms'> = {
  table: 'rooms',
  permissions: permissions.rooms,
  columns: {
    name: { normalized: 'name_folded' },
    kind: enumColumn('kind', rooms.attributes.kind.choices ?? []),
    created_at: timestampColumn('created_at_ms'),
  },
  many: {
    messages: { table: 'messages', owner: 'room_id', member: 'id' },
    users: { table: 'room_members', owner: 'room_id', member: 'user_id' },
  },
  filters: roomFilters,
  first: unreadFirst,
  order: newestActivity,
  count: countByTallies,
  scope: roomScope,
  hides: ({ role }) => (role === 'guest' ? ['description', 'settings'] : []),
  assertAllowed: (operation, row, context) => {
    if (operation === 'members') return assertMayChangeMembers(row, context);
    if (operation === 'delete') return assertMayDelete(row, context);
  },
  findUnfit,
  findBlocked: async (rows, context) => {
    const foreign = (await findForeign(rows, context)).map((id) => ({ operation: 'members', id }));
    if (!permissions.rooms.delete.includes(context.caller.role)) return foreign;
    const ids = rows.map(({ id }) => id);
    return [...foreign, ...(await findRoomsWithVerdicts(ids, context)).map((id) => ({ operation: 'delete', id }))];
  },
  meta: ({ awaiting_since_unix }) => ({ awaiting_since_unix }),
  summarize: summarizeRooms,
  requires: (given, row) => ((row ? row.kind === ROOM_KIND.direct : given.kind === 'direct_room') ? [] : ['name']),
  onCreate: (values, context) => ({ ...roomColumns(context), ...awaitingSince(values, undefined, context) }),
  afterCreate: async ({ id, kind }, context) => {
    // Otherwise the creator of a private room could not see it.
    if (kind !== ROOM_KIND.support) await addMembers(id, [context.caller.userId], context);
  },
  onUpdate: async (values, row, context) => {
    if (values.awaiting_support === 0) await recordWait(context.db, row.id, nowUnix(context));
    return awaitingSince(values, row, context);
  },
  gradual: { attribute: 'is_private', before: hideDraftBatch, after: showDraftBatch },
  deleteBatch: deleteRoomBatch,
  actions: {
    history: async ({ row }) => ({
      where: message('messages.room_id', '=', row.id),
      order: [{ by: message.ref('messages.id'), direction: 'desc' }],
    }),
    approve_support_draft_messages: ({ row, input, meta, context }) =>
      resolveRoomDrafts(row, { verdict: 'approved', ...input }, meta, context),
    reject_support_draft_messages: ({ row, input, meta, context }) =>
      resolveRoomDrafts(row, { verdict: 'rejected', ...input }, meta, context),
    mark_read: async ({ row, meta, context }) => ({ record: await markRoomRead(row, meta, context) }),
    create_or_find_group_room: ({ input, context }) => createOrFindGroupRoom(input, context),
    create_or_find_direct_room: ({ input, context }) => createOrFindDirectRoom(input, context),
    room_counts: async ({ query, matching, context }) => ({
      meta: { room_counts: await countRooms(query, matching(), context) },
    }),
    waiting_history: async ({ context }) => {
      const { history, freshUntilMs } = await readWaitingHistory(context);
      return { meta: { waiting_history: history }, freshUntilMs };
    },
  },
};

async function assertMayChangeMembers(row: RoomRow, context: Context) {
  if ((await findForeign([row], context)).length === 0) return;
  throw problem(403, '403', 'Only members of the room and admins can change its members.');
}

/** Who cannot join a room: visitors, except in support rooms, and others than the pair of a direct room. */
async function findUnfit({ kind, direct_pair }: RoomRow, ids: readonly number[], { db }: Context): Promise<Unfit> {
  const unfit = new Map<number, (pointer: string) => ErrorObject>();
  if (kind === ROOM_KIND.support) return unfit;
  const pair = direct_pair?.split(':').map(Number);
  for (const id of ids) {
    if (pair && !pair.includes(id)) unfit.set(id, outsidePair);
  }
  const visitors = await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ids)
    .where('kind', '<>', 'staff')
    .execute();
  for (const { id } of visitors) unfit.set(id, (pointer) => validationError(pointer, { code: 'not_staff' }));
  return unfit;
}

const outsidePair = (pointer: string) =>
  errorObject(422, '100', 'Only the two people of this room can be its members.', { source: { pointer } });

/** Ids of the rooms whose members the caller may not change: rooms without the caller, other than support rooms. */
async function findForeign(
  rows: readonly RoomRow[],
  { db, inProcessDb = db, statements, caller }: Context,
): Promise<number[]> {
  const closed = rows.filter(({ kind }) => kind !== ROOM_KIND.support).map(({ id }) => id);
  if (caller.role === 'admin' || closed.length === 0) return [];
  const query = () =>
    inProcessDb
      .selectFrom('room_members')
      .select('room_id')
      .where('room_id', 'in', closed)
      .where('user_id', '=', caller.userId);
  const own = await runCached(inProcessDb, statements, `own ${closed.length}`, query, closed);
  return closed.filter((id) => !own.some(({ room_id }) => room_id === id));
}

/**
 * `awaiting_since_unix` is set when a room starts to await support; setting `awaiting_support` again does not reset it.
 */
function awaitingSince(values: Json, row: RoomRow | undefined, context: Context) {
  if (values.awaiting_support === undefined) return {};
  const since = values.awaiting_support === 1 ? (row?.awaiting_since_unix ?? nowUnix(context)) : null;
  return { awaiting_since_unix: since };
}
