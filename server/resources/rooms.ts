import { expressionBuilder, type Selectable } from 'kysely';
import type { Json } from '#contract/attribute.ts';
import { rooms } from '#contract/rooms.ts';
import type { RoomsTable, Tables } from '../db/tables.ts';
import { codeColumn, isoColumn } from '../jsonapi/column.ts';
import { type Context, nowUnix } from '../jsonapi/context.ts';
import { attributePointer, invalid } from '../jsonapi/input.ts';
import { Problem } from '../jsonapi/problem.ts';
import type { Hooks } from '../jsonapi/served.ts';
import { createOrFindDirectRoom, createOrFindGroupRoom } from './find-room.ts';
import { KIND, roomColumns } from './new-room.ts';
import { ownRoom } from './own-room.ts';
import { resolveRoomDrafts } from './resolve-room-drafts.ts';
import { countByTallies, countRooms } from './room-counts.ts';
import { is, newestActivity, roomFilters, unreadFirst } from './room-filters.ts';
import { rules } from './rules.ts';

const message = expressionBuilder<Tables, 'messages'>();

export const roomHooks: Hooks<typeof rooms, 'rooms'> = {
  table: 'rooms',
  rules: rules.rooms,
  columns: {
    name: { folded: 'name_folded' },
    kind: codeColumn('kind', rooms.attributes.kind.choices ?? []),
    created_at: isoColumn('created_at_ms'),
  },
  many: {
    messages: { table: 'messages', owner: 'room_id', member: 'id' },
    users: { table: 'room_members', owner: 'room_id', member: 'user_id' },
  },
  filters: roomFilters,
  first: unreadFirst,
  order: newestActivity,
  count: countByTallies,
  scope: (caller) => {
    const room = ownRoom(caller);
    return room === undefined ? undefined : is('rooms.id', '=', room);
  },
  meta: ({ awaiting_since_unix }) => ({ awaiting_since_unix }),
  onCreate: (values, context) => {
    if (values.kind !== KIND.direct) requireName(values.name);
    return { ...roomColumns(context), ...awaitingSince(values, undefined, context) };
  },
  onUpdate: (values, row, context) => {
    if (values.name !== undefined && row.kind !== KIND.direct) requireName(values.name);
    return awaitingSince(values, row, context);
  },
  actions: {
    history: async ({ row }) => ({
      where: message('messages.room_id', '=', row.id),
      order: [{ by: message.ref('messages.id'), direction: 'desc' }],
    }),
    approve_support_draft_messages: ({ row, input, meta, context }) =>
      resolveRoomDrafts(row, { verdict: 'approved', ...input }, meta, context),
    reject_support_draft_messages: ({ row, input, meta, context }) =>
      resolveRoomDrafts(row, { verdict: 'rejected', ...input }, meta, context),
    create_or_find_group_room: ({ input, context }) => createOrFindGroupRoom(input, context),
    create_or_find_direct_room: ({ input, context }) => createOrFindDirectRoom(input, context),
    room_counts: async ({ query, matching, context }) => ({
      meta: { room_counts: await countRooms(query, matching(), context) },
    }),
  },
};

function requireName(name: unknown) {
  if (typeof name === 'string' && name.trim() !== '') return;
  throw new Problem(422, [invalid(attributePointer('name'), { code: 'required' })]);
}

/**
 * `awaiting_since_unix` is set when a room starts to await support; setting `awaiting_support` again does not reset it.
 */
function awaitingSince(values: Json, row: Selectable<RoomsTable> | undefined, context: Context) {
  if (values.awaiting_support === undefined) return {};
  const since = values.awaiting_support === 1 ? (row?.awaiting_since_unix ?? nowUnix(context)) : null;
  return { awaiting_since_unix: since };
}
