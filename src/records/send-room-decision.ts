import { drafts } from '#contract/drafts.ts';
import { rooms } from '#contract/rooms.ts';
import { type Connection, connection } from '#src/api/connection.ts';
import { ApiError } from '#src/api/errors.ts';
import { queryClient } from '#src/api/query-client.ts';
import { readList } from '#src/api/read-document.ts';
import { request } from '#src/api/request.ts';
import { asRecord } from '#src/lib/json.ts';
import { roomDraftsQuery } from './room-drafts-query.ts';
import type { Room } from './room-name.ts';
import { CommentLost, type Decision, findOutcome, isAnswerLost, sendDecision } from './send-decision.ts';

/** What became of a decision about several drafts of a room: how many were changed, and why each of the others was not. */
export interface RoomOutcome {
  changed: number;
  refused: { id: string; error: unknown }[];
}

/**
 * Carries out one decision about several drafts of a room, exactly those given: in one request where the tenant offers
 * that, else one by one. What is refused stops nothing else. Throws an ApiError where nothing was done.
 */
export async function sendRoomDecision(
  room: Room,
  decisions: readonly Decision[],
  from: Connection,
  keepalive: boolean,
): Promise<RoomOutcome> {
  if (keepalive || (await isWholeRoom(room, decisions, from))) {
    try {
      return await sendTogether(room.id, decisions, from, keepalive);
    } catch (error) {
      const isMissing = error instanceof ApiError && (error.isNotOffered || error.isNotFound);
      // Whether a lost answer did its work shows when each is looked at by itself.
      if (!isMissing && !isAnswerLost(error)) throw error;
    }
  }
  return sendOneByOne(decisions, from);
}

/** Tenants with versions take the ids that go with the room's action; others may decide about all that the room has. */
async function isWholeRoom(room: Room, decisions: readonly Decision[], from: Connection): Promise<boolean> {
  if (decisions.every(({ seen }) => seen.version !== undefined)) return true;
  // What is read would be another tenant's.
  if (connection.get()?.key !== from.key) return false;
  const chosen = new Set(decisions.map(({ draftId }) => draftId));
  const found = await queryClient.query({ ...roomDraftsQuery(room.id, room.name), staleTime: 0 });
  return !found.isCut && found.unplaced === 0 && found.rows.every(({ id }) => chosen.has(id));
}

async function sendTogether(
  roomId: string,
  decisions: readonly Decision[],
  from: Connection,
  keepalive: boolean,
): Promise<RoomOutcome> {
  const [first] = decisions;
  const ids = decisions.map(({ draftId }) => draftId);
  const answer = await request({
    method: 'PUT',
    path: `/rooms/${encodeURIComponent(roomId)}/${first?.kind}_support_draft_messages`,
    body: {
      data: { type: rooms.type, id: roomId, attributes: { ids, comment: first?.comment || undefined } },
      // For tenants that check whether the conversation has moved on; others ignore it.
      meta: { last_message_id: first?.seen.lastMessageId },
    },
    from,
    keepalive,
  });
  const { rows } = readList(drafts, answer, {});
  const refused = readRefused(answer.body);
  return { changed: rows.length || ids.length - refused.length, refused };
}

/** `meta.refused` of our service; other tenants say nothing of the kind. */
function readRefused(body: unknown): RoomOutcome['refused'] {
  const refused = asRecord(asRecord(body)?.meta)?.refused;
  return (Array.isArray(refused) ? refused : []).map((item) => {
    const { id, code, detail } = asRecord(item) ?? {};
    const read = { code: String(code ?? ''), title: '', detail: String(detail ?? ''), field: undefined, meta: {} };
    return { id: String(id), error: new ApiError('refused', 422, [read]) };
  });
}

async function sendOneByOne(decisions: readonly Decision[], from: Connection): Promise<RoomOutcome> {
  const outcome: RoomOutcome = { changed: 0, refused: [] };
  for (const decision of decisions) {
    try {
      await sendDecision(decision, from).catch((error: unknown) => {
        if (isAnswerLost(error)) return findOutcome(decision, from);
        throw error;
      });
      outcome.changed++;
    } catch (error) {
      if (error instanceof CommentLost) outcome.changed++;
      else outcome.refused.push({ id: decision.draftId, error });
    }
  }
  return outcome;
}
