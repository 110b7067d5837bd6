import type { Json } from '#contract/attribute.ts';
import { lockRow } from '../db/engine.ts';
import type { DraftRow, RoomRow } from '../db/tables.ts';
import { Overtaken } from '../db/transact.ts';
import type { Context } from '../jsonapi/context.ts';
import { Problem } from '../jsonapi/problem.ts';
import { recordId } from '../jsonapi/select.ts';
import type { Outcome } from '../jsonapi/served.ts';
import { Conflict, refuseStale } from '../jsonapi/version.ts';
import { alreadyResolved, type Decision, isOpen, resolveDraft } from './resolve-draft.ts';

interface Refusal {
  id: string;
  code: string;
  detail: string;
}

/**
 * Applies one verdict to all open drafts of a room, or to the drafts in `ids`. A failed draft does not stop the others.
 */
export async function resolveRoomDrafts(
  room: RoomRow,
  { ids, ...decision }: Decision & { ids?: string[] },
  { version, ...meta }: Json,
  context: Context,
): Promise<Outcome> {
  await lockRow(context.db, 'rooms', room.id);
  refuseStale(version === undefined ? room : await readAgain(room, context), { version });
  const rows: DraftRow[] = [];
  const refused: Refusal[] = [];
  const drafts = await selectDrafts(room, ids, context);
  for (const id of ids ?? []) {
    if (!drafts.some((row) => row.id === recordId(id))) {
      refused.push({ id, code: '404', detail: 'There is no such draft in this room.' });
    }
  }
  for (const draft of drafts) {
    try {
      if (!isOpen(draft) && !isRepeated(draft, decision, context)) throw alreadyResolved(draft);
      rows.push(await resolveDraft(draft, decision, meta, context));
    } catch (error) {
      refused.push(refusal(draft.id, error));
    }
  }
  return { rows, meta: { record_count: rows.length, refused } };
}

/** Makes retries after a lost response idempotent, including those by the browser itself. */
const isRepeated = (draft: DraftRow, { verdict }: Decision, { caller }: Context) =>
  draft.status === verdict && draft.resolved_user_id === caller.userId;

/** Re-reads the room, which is now locked. */
async function readAgain({ id }: RoomRow, { db }: Context): Promise<RoomRow> {
  const found = await db.selectFrom('rooms').selectAll().where('id', '=', id).executeTakeFirst();
  if (!found) throw new Overtaken(`room ${id}`);
  return found;
}

async function selectDrafts(room: RoomRow, ids: readonly string[] | undefined, { db }: Context): Promise<DraftRow[]> {
  const drafts = db.selectFrom('support_draft_messages').selectAll().where('room_id', '=', room.id).orderBy('id');
  if (!ids) return drafts.where('status', 'in', ['in_review', '']).execute();
  const numbers = ids.map(recordId).filter((id) => id !== undefined);
  return numbers.length > 0 ? drafts.where('id', 'in', numbers).execute() : [];
}

/** `resolveDraft` throws before it writes, so a failed draft leaves no changes in the transaction. */
function refusal(id: number, error: unknown): Refusal {
  if (error instanceof Conflict) return { id: String(id), code: error.code, detail: error.detail };
  const [first] = error instanceof Problem ? error.errors : [];
  if (!first) throw error;
  return { id: String(id), code: first.code, detail: first.detail };
}
