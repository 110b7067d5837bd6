import { t } from '@lingui/core/macro';
import { drafts } from '#contract/drafts.ts';
import { PAGE_SIZE } from '#contract/list-query.ts';
import { MAX_VERDICTS, rooms } from '#contract/rooms.ts';
import { asArray, asRecord } from '#src/lib/json.ts';
import { mergeRecord } from './cache.ts';
import { isUnsupported } from './capabilities.ts';
import { type Connection, connection } from './connection.ts';
import { isDecisionApplied } from './decide-draft.ts';
import { CommentNotSavedError, type Decision, type Failures } from './decision.ts';
import { ApiError, refusal } from './errors.ts';
import { listQuery, oneQuery } from './queries.ts';
import { queryClient } from './query-client.ts';
import { roomDraftsQuery } from './room-drafts-query.ts';
import { type Draft, ensureComment, isInReview, readDraft } from './tenant/draft.ts';
import { findWrittenRecord } from './tenant/parse-write-response.ts';
import { act } from './tenant/writes.ts';

/**
 * Sends one decision on exactly the given drafts of a room, in one request to the room's batch action. Returns the
 * failures, as a refused draft does not stop the others; undefined if impossible or of unknown outcome, so that each
 * decision must be sent individually. Throws an ApiError if all are refused.
 */
export async function decideBatch(decisions: readonly Decision[], from: Connection): Promise<Failures | undefined> {
  const [first] = decisions;
  const roomId = first?.seen.roomId;
  if (!first || roomId === undefined) return undefined;
  if (isUnsupported(`PUT /${rooms.type}/{id}/${actionOf(first)}`)) return undefined;
  try {
    return await sendUnchanged(roomId, decisions, from);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // The answer contains the drafts, which together may exceed its size limit. Nothing was written then.
    const isTooLarge = error.hasCode('answer_too_large');
    if (error.isNotFound || error.isUnsupported || error.isResponseLost || isTooLarge) return undefined;
    throw error;
  }
}

async function sendUnchanged(
  roomId: string,
  decisions: readonly Decision[],
  from: Connection,
): Promise<Failures | undefined> {
  const found = await readCurrent(roomId, decisions, from);
  if (!found) return undefined;
  const changed = decisions.filter((decision) => isChanged(decision, found.get(decision.draftId)));
  const failures = Object.fromEntries(changed.map(({ draftId }) => [draftId, refusal('stale_version')]));
  const unchanged = decisions.filter(({ draftId }) => !Object.hasOwn(failures, draftId));
  const sending = sendAction(roomId, unchanged, from).catch((error) => findUndecided(unchanged, from, error));
  return sending.then((refused) => refused && { ...failures, ...refused });
}

/** After a 500, which may follow the commit: finds the drafts not known to be decided. Rethrows other errors. */
async function findUndecided(decisions: readonly Decision[], from: Connection, error: unknown): Promise<Failures> {
  if (!(error instanceof ApiError) || error.status !== 500) throw error;
  const failures: Record<string, ApiError> = {};
  for (const decision of decisions) {
    const applied = await isDecisionApplied(decision, from);
    if (applied.kind === 'done' && applied.value) continue;
    const failure = new ApiError('refused', error.status, error.errors);
    failure.isOutcomeUnknown = applied.kind !== 'done';
    failures[decision.draftId] = failure;
  }
  return failures;
}

/**
 * Reads the current drafts, as the action takes no versions. Undefined if the action might decide other or changed
 * drafts: tenants with versions honour its ids, others may decide every draft of the room.
 */
async function readCurrent(
  roomId: string,
  decisions: readonly Decision[],
  from: Connection,
): Promise<ReadonlyMap<string, Draft> | undefined> {
  // The user has switched: queries would go to another tenant.
  if (connection.get()?.key !== from.key) return undefined;
  if (decisions.every(({ seen }) => seen.version !== undefined)) return readDrafts(decisions);
  const { row: room } = await queryClient.query(oneQuery(rooms, roomId));
  const found = await queryClient.query({ ...roomDraftsQuery(room), staleTime: 0 });
  const now = byId(found.rows);
  const isAsSeen = (decision: Decision) => now.has(decision.draftId) && !isChanged(decision, now.get(decision.draftId));
  const isWhole = found.rows.length === decisions.length && !found.isCut && found.unplaced === 0;
  return isWhole && decisions.every(isAsSeen) ? now : undefined;
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

/** Whether the draft differs from what the reviewer read. False if decided: the tenant refuses those itself. */
function isChanged({ seen }: Decision, now: Draft | undefined): boolean {
  if (!now || !isInReview(now)) return false;
  if (seen.version !== undefined) return now.meta.version !== seen.version;
  return now.message_content !== seen.content || now.updated_at_unix !== seen.updatedAtUnix;
}

/** Sends the decisions in as many requests as needed; undefined if only a request after the first fails. */
async function sendAction(
  roomId: string,
  decisions: readonly Decision[],
  from: Connection,
): Promise<Failures | undefined> {
  const [first] = decisions;
  if (!first) return {};
  if (decisions.length > MAX_VERDICTS) {
    const done = await sendAction(roomId, decisions.slice(0, MAX_VERDICTS), from);
    const more = await sendAction(roomId, decisions.slice(MAX_VERDICTS), from).catch(() => undefined);
    return done && more && { ...done, ...more };
  }
  const input = {
    id: roomId,
    attributes: { ids: decisions.map(({ draftId }) => draftId), comment: first.comment || undefined },
    // For tenants that check whether the conversation has moved on; others ignore it.
    meta: { last_message_id: first.seen.lastMessageId },
    expectedUser: first.by,
  };
  const { records, meta, isPending } = await act(rooms, actionOf(first), input, from);
  const refused = readRefused(meta.refused);
  if (isPending && !first.comment) return refused;
  const failures: Record<string, unknown> = { ...refused };
  for (const { draftId } of decisions) {
    if (Object.hasOwn(refused, draftId)) continue;
    const failure = await verifyDecided(draftId, first, findWrittenRecord(drafts, records, draftId), from, isPending);
    if (failure) failures[draftId] = failure;
  }
  return failures;
}

const actionOf = ({ kind }: Decision) => `${kind}_support_draft_messages` as const;

/**
 * Checks the outcome for one draft: the tenant may omit it from the answer, leave it undecided, or drop the comment.
 * Returns the error to report, if any.
 */
async function verifyDecided(
  id: string,
  decision: Decision,
  answered: Draft | undefined,
  from: Connection,
  isPending: boolean,
): Promise<unknown> {
  try {
    const draft = answered ?? (await readDraft(id, from));
    if (isInReview(draft)) {
      if (isPending) return undefined;
      const detail = t`The server accepted this, but the draft is still in review. Approve or reject it individually.`;
      return refusal('', detail);
    }
    if (decision.comment) await ensureComment(draft, decision, from);
    return undefined;
  } catch (error) {
    if (error instanceof CommentNotSavedError) return error;
    if (error instanceof ApiError) return isPending ? undefined : error;
    throw error;
  }
}

/** `meta.refused` of our service; other tenants have no equivalent. */
function readRefused(given: unknown): Failures {
  const errors = asArray(given).map((item): [string, ApiError] => {
    const { id, code, detail } = asRecord(item) ?? {};
    return [String(id), refusal(String(code ?? ''), String(detail ?? ''))];
  });
  return Object.fromEntries(errors);
}
