import { t } from '@lingui/core/macro';
import { drafts } from '#contract/drafts.ts';
import { PAGE_SIZE } from '#contract/list-query.ts';
import { rooms } from '#contract/rooms.ts';
import { mergeRecord, mergeWritten } from '#src/api/cache.ts';
import { type Connection, connection } from '#src/api/connection.ts';
import { ApiError } from '#src/api/errors.ts';
import { lacks } from '#src/api/offers/offers.ts';
import { isNotOffered } from '#src/api/offers/probe.ts';
import { listQuery, oneQuery } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';
import { findWritten, readWritten } from '#src/api/read-document.ts';
import { request } from '#src/api/request.ts';
import { toWire } from '#src/api/wire-forms.ts';
import { asRecord } from '#src/lib/json.ts';
import { type Draft, isInReview } from '#src/records/drafts/draft.ts';
import { roomDraftsQuery } from '#src/records/drafts/room-drafts-query.ts';
import { CommentLost } from './comment-lost.ts';
import { readDraft } from './read-draft.ts';
import { type Decision, isAnswerLost, refusal, seeToComment } from './send-decision.ts';

/** Why drafts were not decided, by draft id. */
export type Failures = Readonly<Record<string, unknown>>;

/**
 * Sends one decision on several drafts of a room, exactly those given, as the room's batch action in one request.
 * Returns undefined if that is impossible or the outcome is unknown: each must then be sent alone. A refused draft
 * stops no other. Throws an ApiError if nothing was done.
 */
export async function sendTogether(
  decisions: readonly Decision[],
  from: Connection,
  keepalive = false,
): Promise<Failures | undefined> {
  const [first] = decisions;
  const roomId = first?.seen.roomId;
  if (!first || roomId === undefined) return undefined;
  const endpoint = `PUT /${rooms.type}/{id}/${actionOf(first)}`;
  if (lacks(endpoint)) return undefined;
  try {
    // A closing page has no time to check first.
    if (keepalive) return await act(roomId, decisions, from, true);
    const found = await lookFirst(roomId, decisions, from);
    if (!found) return undefined;
    const changed = decisions.filter((decision) => isChanged(decision, found.get(decision.draftId)));
    const failures = Object.fromEntries(changed.map(({ draftId }) => [draftId, refusal('stale_version')]));
    const unchanged = decisions.filter(({ draftId }) => !Object.hasOwn(failures, draftId));
    return unchanged.length > 0 ? { ...failures, ...(await act(roomId, unchanged, from, false)) } : failures;
  } catch (error) {
    const isMissing = error instanceof ApiError && error.isNotFound;
    const isLacking = !keepalive && (await isNotOffered(error, endpoint, { type: rooms.type, id: roomId, from }));
    if (isMissing || isLacking || isAnswerLost(error)) return undefined;
    throw error;
  }
}

/**
 * The drafts' current state, as the action takes no versions. Undefined if the action might hit other drafts too:
 * tenants with versions honour its ids, others may decide on every draft of the room.
 */
async function lookFirst(
  roomId: string,
  decisions: readonly Decision[],
  from: Connection,
): Promise<ReadonlyMap<string, Draft> | undefined> {
  // The user has switched: queries would go to another tenant.
  if (connection.get()?.key !== from.key) return undefined;
  if (decisions.every(({ seen }) => seen.version !== undefined)) return readDrafts(decisions);
  const { row: room } = await queryClient.query(oneQuery(rooms, roomId));
  const found = await queryClient.query({ ...roomDraftsQuery(room.id, room.name), staleTime: 0 });
  const chosen = new Set(decisions.map(({ draftId }) => draftId));
  const isWhole = found.rows.length === chosen.size && found.rows.every(({ id }) => chosen.has(id));
  return isWhole && !found.isCut && found.unplaced === 0 ? byId(found.rows) : undefined;
}

async function readDrafts(decisions: readonly Decision[]): Promise<Map<string, Draft>> {
  const rows: Draft[] = [];
  for (let start = 0; start < decisions.length; start += PAGE_SIZE.most) {
    const ids = decisions.slice(start, start + PAGE_SIZE.most).map(({ draftId }) => draftId);
    const page = { size: PAGE_SIZE.most };
    const found = await queryClient.query({ ...listQuery(drafts, { filter: { id: ids.join() }, page }), staleTime: 0 });
    for (const row of found.rows) mergeRecord(drafts, row);
    rows.push(...found.rows);
  }
  return byId(rows);
}

const byId = (rows: readonly Draft[]) => new Map(rows.map((row) => [row.id, row]));

/**
 * Whether the draft differs from what the reviewer read. If it is already decided, the tenant refuses it and says by
 * whom.
 */
function isChanged({ seen }: Decision, now: Draft | undefined): boolean {
  if (!now || !isInReview(now)) return false;
  if (seen.version !== undefined) return now.meta.version !== seen.version;
  return now.message_content !== seen.content || now.updated_at_unix !== seen.updatedAtUnix;
}

async function act(
  roomId: string,
  decisions: readonly Decision[],
  from: Connection,
  keepalive: boolean,
): Promise<Failures> {
  const [first] = decisions;
  if (!first) return {};
  const { comment } = first;
  const given = { ids: decisions.map(({ draftId }) => draftId), comment: comment || undefined };
  const action = actionOf(first);
  const attributes = toWire(drafts, given, rooms.actions[action].input);
  const answer = await request({
    method: 'PUT',
    path: `/${rooms.type}/${encodeURIComponent(roomId)}/${action}`,
    body: {
      data: { type: rooms.type, id: roomId, attributes },
      // For tenants that check whether the conversation has moved on; others ignore it.
      meta: { last_message_id: first.seen.lastMessageId },
    },
    from,
    keepalive,
  });
  const found = readWritten(drafts, answer);
  for (const { resource, row } of found) mergeWritten(resource, row, from);
  const refused = readRefused(answer.body);
  if (keepalive) return refused;
  const failures: Record<string, unknown> = { ...refused };
  for (const { draftId } of decisions) {
    if (Object.hasOwn(refused, draftId)) continue;
    const failure = await seeToDraft(draftId, comment, findWritten(drafts, found, draftId), from);
    if (failure) failures[draftId] = failure;
  }
  return failures;
}

const actionOf = ({ kind }: Decision) => `${kind}_support_draft_messages` as const;

/**
 * Checks the outcome for one draft: the tenant may omit it from the answer, leave it undecided, or drop the comment.
 * Returns the error to report, if any.
 */
async function seeToDraft(
  id: string,
  comment: string,
  answered: Draft | undefined,
  from: Connection,
): Promise<unknown> {
  try {
    const draft = answered ?? (await readDraft(id, from));
    if (isInReview(draft)) return undecided();
    if (comment) await seeToComment(draft, comment, from);
    return undefined;
  } catch (error) {
    if (error instanceof CommentLost || error instanceof ApiError) return error;
    throw error;
  }
}

function undecided(): ApiError {
  const detail = t`The service took the request, and the draft still waits. Decide about it alone.`;
  return new ApiError('refused', 422, [{ code: '', title: '', detail, field: undefined, meta: {} }]);
}

/** `meta.refused` of our service; other tenants have no equivalent. */
function readRefused(body: unknown): Failures {
  const refused = asRecord(asRecord(body)?.meta)?.refused;
  const errors = (Array.isArray(refused) ? refused : []).map((item): [string, ApiError] => {
    const { id, code, detail } = asRecord(item) ?? {};
    const read = { code: String(code ?? ''), title: '', detail: String(detail ?? ''), field: undefined, meta: {} };
    return [String(id), new ApiError('refused', 422, [read])];
  });
  return Object.fromEntries(errors);
}
