import type { Insertable } from 'kysely';
import { normalizeForSearch } from '#server/db/search/normalize-for-search.ts';
import type { NewRoom, Tables } from '#server/db/tables.ts';
import { ROOM_KIND } from '#server/resources/insert-room.ts';
import { personName, pick, replyText, roomName } from './texts.ts';

/** How much to seed, and the end of its time span. Times are Unix seconds. */
export interface Plan {
  rooms: number;
  drafts: number;
  nowUnix: number;
  random: () => number;
}

export interface SeededRoom {
  id: number;
  kind: number;
  createdAt: number;
  /** Id of the visitor, if any. `staff` are the ids of its staff members. */
  visitor: number | undefined;
  staff: readonly number[];
  isAwaiting: boolean;
}

const SPAN_SECONDS = 365 * 86_400;

/** Returns the creation time of item `index` of `count`, spread in order over one year. */
export const timeOf = (index: number, count: number, { nowUnix, random }: Plan) =>
  nowUnix - SPAN_SECONDS + Math.floor(((index + random()) / count) * SPAN_SECONDS);

export function userRow(kind: 'staff' | 'visitor', { random }: Plan): Insertable<Tables['users']> {
  const name = personName(random);
  return { name, name_folded: normalizeForSearch(name), kind };
}

/** Of 100 rooms, 90 are support rooms, 6 groups and 4 direct rooms, while unused staff pairs remain. */
export function kindOf(index: number, pairs: number) {
  const place = index % 100;
  if (place < 90) return ROOM_KIND.support;
  return place < 96 || Math.floor(index / 100) * 4 + place - 96 >= pairs ? ROOM_KIND.group : ROOM_KIND.direct;
}

export function roomRow(index: number, room: Omit<SeededRoom, 'id'>, plan: Plan): NewRoom {
  const name = roomName(index, plan.random);
  return {
    name,
    name_folded: normalizeForSearch(name),
    description: null,
    is_private: room.kind === ROOM_KIND.direct || plan.random() < 0.1 ? 1 : 0,
    settings: '{}',
    kind: room.kind,
    enabled: plan.random() < 0.97 ? 1 : 0,
    // Longer than generated codes, so that they cannot collide.
    room_code: `seed-${plan.nowUnix.toString(36)}-${index.toString(36)}`,
    awaiting_support: room.isAwaiting ? 1 : 0,
    awaiting_since_unix: room.isAwaiting ? room.createdAt + 3_600 : null,
    created_at_unix: room.createdAt,
    created_at_ms: room.createdAt * 1000,
    is_external: 0,
    direct_pair: room.kind === ROOM_KIND.direct ? [...room.staff].sort((a, b) => a - b).join(':') : null,
  };
}

/** A short conversation that ends with the visitor's message if the room awaits support. */
export function messageRows(room: SeededRoom, { random }: Plan): Insertable<Tables['messages']>[] {
  const count = 3 + Math.floor(random() * 5);
  return Array.from({ length: count }, (_, index) => {
    const isLast = index === count - 1;
    const isByVisitor = isLast ? room.isAwaiting || random() < 0.2 : index % 2 === 0;
    const at = room.createdAt + Math.floor(((index + 1) * 3_600) / count);
    return {
      room_id: room.id,
      user_id: (isByVisitor ? room.visitor : room.staff[0]) ?? room.visitor ?? null,
      content: replyText(-1, random),
      kind: 'text',
      settings: '{}',
      created_at_unix: at,
      created_at_ms: at * 1000,
    };
  });
}

/** The members of a room, most of whom have read everything. */
export function memberRows(room: SeededRoom, lastMessageId: number | null, { random }: Plan) {
  const people = room.visitor === undefined ? room.staff : [room.visitor, ...room.staff];
  return people.map((user_id) => ({
    room_id: room.id,
    user_id,
    starred: random() < 0.02 ? 1 : 0,
    last_read_message_id: random() < 0.8 ? lastMessageId : null,
  }));
}

/** 5 % are in review, mostly the newest; 80 % of the others are approved. */
export function draftRow(index: number, plan: Plan, roomIds: readonly number[], staff: readonly number[]) {
  const { drafts, random } = plan;
  const content = replyText(index, random);
  const createdAt = timeOf(index, drafts, plan);
  const isOpen = index > drafts * 0.96 || random() < 0.01;
  const resolvedAt = isOpen ? null : createdAt + 60 + Math.floor(random() * 3_600);
  const isRead = !isOpen && random() < 0.9;
  const status = isOpen ? 'in_review' : random() < 0.8 ? 'approved' : 'rejected';
  return {
    // Rooms are at least as old as their drafts.
    room_id: roomIds[Math.floor(random() * (index / drafts) * roomIds.length)] ?? 0,
    created_user_id: pick(staff, random),
    resolved_user_id: isOpen ? null : pick(staff, random),
    message_content: content,
    message_content_folded: normalizeForSearch(content),
    kind: 'text',
    settings: '{}',
    status,
    resolved_time_unix: resolvedAt,
    comment: status === 'rejected' ? 'Please check the number again.' : null,
    create_user_resolved_read_time_unix: isRead && resolvedAt ? resolvedAt + 600 : null,
    created_at_unix: createdAt,
    updated_at_unix: resolvedAt ?? createdAt,
    version: isOpen ? 1 : 2,
  };
}
