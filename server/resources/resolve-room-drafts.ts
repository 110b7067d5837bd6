import { sql } from 'kysely';
import type { Json } from '#contract/attribute.ts';
import { MAX_VERDICTS } from '#contract/rooms.ts';
import { lockRow } from '../db/engine.ts';
import type { DraftRow, RoomRow } from '../db/tables.ts';
import { ConcurrencyError } from '../db/transact.ts';
import { Problem } from '../jsonapi/document/problem.ts';
import type { ActionResult } from '../jsonapi/hooks.ts';
import { parseId } from '../jsonapi/read/select.ts';
import type { Context } from '../jsonapi/request/context.ts';
import { assertVersion, Conflict } from '../jsonapi/write/optimistic-lock.ts';
import { alreadyResolved, isInReview } from './draft-rules.ts';
import { type Decision, parseSeen, resolveDraft } from './resolve-draft.ts';

interface Refusal {
  id: string;
  code: string;
  detail: string;
}

/**
 * Applies one verdict to the drafts in `ids`, or to the open drafts of a room, up to `MAX_VERDICTS` per call. A failed
 * draft does not stop the others.
 */
export async function resolveRoomDrafts(
  room: RoomRow,
  { ids, ...decision }: Decision & { ids?: string[] },
  { version, ...meta }: Json,
  context: Context,
): Promise<ActionResult> {
  // A malformed id refuses the whole call, not each of its drafts.
  if (decision.verdict === 'approved') parseSeen(meta);
  await lockRow(context.db, 'rooms', room.id);
  assertVersion(version === undefined ? room : await reloadRoom(room, context), { version });
  const rows: DraftRow[] = [];
  const refused: Refusal[] = [];
  const drafts = ids ? await selectNamed(room, ids, context) : await selectOpen(room, context);
  const remaining = ids || drafts.length < MAX_VERDICTS ? 0 : (await countOpen(room, context)) - MAX_VERDICTS;
  for (const id of ids ?? []) {
    if (!drafts.some((row) => row.id === parseId(id))) {
      refused.push({ id, code: '404', detail: 'This draft isn’t in this room.' });
    }
  }
  for (const draft of drafts) {
    try {
      if (!isInReview(draft) && !isRepeated(draft, decision, context)) throw alreadyResolved(draft);
      rows.push(await resolveDraft(draft, decision, meta, context));
    } catch (error) {
      refused.push(toRefusal(draft.id, error));
    }
  }
  return { rows, meta: { record_count: rows.length, refused, ...(remaining > 0 && { remaining_count: remaining }) } };
}

/** Makes retries after a lost response idempotent, including those by the browser itself. */
const isRepeated = (draft: DraftRow, { verdict }: Decision, { caller }: Context) =>
  draft.status === verdict && draft.resolved_user_id === caller.userId;

/** Re-reads the room, which is now locked. */
async function reloadRoom({ id }: RoomRow, { db }: Context): Promise<RoomRow> {
  const found = await db.selectFrom('rooms').selectAll().where('id', '=', id).executeTakeFirst();
  if (!found) throw new ConcurrencyError(`room ${id}`);
  return found;
}

async function selectNamed(room: RoomRow, ids: readonly string[], context: Context): Promise<DraftRow[]> {
  return selectByIds(
    room,
    ids.map(parseId).filter((id) => id !== undefined),
    context,
  );
}

async function selectByIds({ id: roomId }: RoomRow, ids: readonly number[], { db }: Context): Promise<DraftRow[]> {
  if (ids.length === 0) return [];
  const drafts = db.selectFrom('support_draft_messages').selectAll().where('id', 'in', ids).orderBy('id');
  // The `+` keeps SQLite from using the index of `room_id`, which may read all drafts of the room.
  return drafts.where(sql`+room_id`, '=', roomId).execute();
}

const openDrafts = ({ id }: RoomRow, { db }: Context) =>
  db.selectFrom('support_draft_messages').where('room_id', '=', id).where('status', 'in', ['in_review', '']);

/**
 * Selects open drafts. The caller's own come last if the caller may not resolve them: they could fill every call.
 * Selects ids before rows, because an index contains the columns that are compared and sorted.
 */
async function selectOpen(room: RoomRow, context: Context): Promise<DraftRow[]> {
  const { role, userId } = context.caller;
  const isOwn = sql<number>`case when created_user_id = ${userId} then 1 else 0 end`;
  const open = openDrafts(room, context).select('id');
  const ids = await (role === 'admin' ? open : open.orderBy(isOwn)).orderBy('id').limit(MAX_VERDICTS).execute();
  const rows = await selectByIds(
    room,
    ids.map(({ id }) => id),
    context,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map(({ id }) => byId.get(id)).filter((row) => row !== undefined);
}

async function countOpen(room: RoomRow, context: Context): Promise<number> {
  const counted = openDrafts(room, context).select((eb) => eb.fn.countAll<number>().as('count'));
  return (await counted.executeTakeFirstOrThrow()).count;
}

/** `resolveDraft` throws before it writes, so a failed draft leaves no changes in the transaction. */
function toRefusal(id: number, error: unknown): Refusal {
  if (error instanceof Conflict) return { id: String(id), code: error.code, detail: error.detail };
  const [first] = error instanceof Problem ? error.errors : [];
  if (!first) throw error;
  return { id: String(id), code: first.code, detail: first.detail };
}
