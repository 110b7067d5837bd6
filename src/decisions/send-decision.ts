import { drafts } from '#contract/drafts.ts';
import { mergeWritten } from '#src/api/cache.ts';
import { type Connection, isCurrent } from '#src/api/connection.ts';
import { ApiError, type ReadError } from '#src/api/errors.ts';
import { noteHabit } from '#src/api/offers/learn.ts';
import { isNotOffered } from '#src/api/offers/probe.ts';
import { queryClient } from '#src/api/query-client.ts';
import { findWritten, readWritten } from '#src/api/read-document.ts';
import { type ApiAnswer, type ApiRequest, request } from '#src/api/request.ts';
import { toWire } from '#src/api/wire-forms.ts';
import { readNewestMessageId } from '#src/records/conversation/conversation-query.ts';
import { type Draft, isInReview } from '#src/records/drafts/draft.ts';
import { meQuery } from '#src/records/people/use-me.ts';
import { CommentLost } from './comment-lost.ts';
import { pathOf, readDraft } from './read-draft.ts';

/** A decision on one draft, with what the reviewer saw when making it. */
export interface Decision {
  draftId: string;
  kind: 'approve' | 'reject';
  /** Why; empty for none. */
  comment: string;
  /** The text to approve instead of the original. */
  editedContent?: string | undefined;
  /** Approve even if the visitor has written since. */
  force: boolean;
  seen: {
    roomId?: string | undefined;
    content: string;
    updatedAtUnix: number;
    /** Tenants with versions check this themselves. */
    version?: string | undefined;
    lastMessageId?: string | undefined;
  };
}

/**
 * Sends a decision and returns the updated draft. Throws an ApiError: with code `already_resolved`, `stale_version` or
 * `room_moved_on` if what the reviewer saw is outdated, also for tenants that do not check it.
 */
export async function sendDecision(decision: Decision, from: Connection, keepalive = false): Promise<Draft> {
  const isChecking = decision.seen.version !== undefined;
  // A closing page has no time to check first.
  if (!isChecking && !keepalive) await lookFirst(decision, from);
  const { draftId: id, kind, comment, editedContent, force, seen } = decision;
  if (!isChecking && editedContent !== undefined) await writeDraft(id, { message_content: editedContent }, from);
  const given = { comment: comment || undefined, message_content: editedContent };
  const answer = await requestAction({
    method: 'PUT',
    path: `${pathOf(id)}/${kind}`,
    from,
    keepalive,
    body: {
      data: { type: drafts.type, id, attributes: toWire(drafts, given, drafts.actions[kind].input) },
      meta: force ? { force } : { version: seen.version, last_message_id: seen.lastMessageId },
    },
  });
  const found = readWritten(drafts, answer);
  for (const { resource, row } of found) mergeWritten(resource, row, from);
  const answered = findWritten(drafts, found, id);
  const draft = answered?.status ? answered : await readDraft(id, from);
  mergeWritten(drafts, draft, from);
  if (comment) await seeToComment(draft, comment, from);
  return draft;
}

/** Whether the request may have been applied although it failed. */
export const isAnswerLost = (error: unknown): boolean => error instanceof ApiError && error.isAnswerLost;

/**
 * Checks whether a decision whose response was lost was applied. Resends it only if it was not and `onResend` does not
 * throw. Throws as `sendDecision` does.
 */
export async function findOutcome(decision: Decision, from: Connection, onResend: () => void): Promise<Draft> {
  const draft = await readDraft(decision.draftId, from);
  if (isInReview(draft)) {
    onResend();
    return sendDecision(decision, from);
  }
  if (!isAsDecided(draft, decision)) throw refusal('already_resolved');
  return draft;
}

/** Whether the decision was applied, judging by the draft. Throws an ApiError if it cannot be read. */
export async function isCarriedOut(decision: Decision, from: Connection): Promise<boolean> {
  return isAsDecided(await readDraft(decision.draftId, from), decision);
}

const outcomeOf = (kind: Decision['kind']) => (kind === 'approve' ? 'approved' : 'rejected');

/** Compares the reason too: another reviewer may have decided alike, with another reason or none. */
const isAsDecided = (draft: Draft, { kind, comment }: Decision) =>
  draft.status === outcomeOf(kind) && (comment === '' || isComment(draft, comment));

async function lookFirst(decision: Decision, from: Connection): Promise<void> {
  const { draftId, kind, force, seen } = decision;
  const now = await readDraft(draftId, from);
  if (!isInReview(now)) {
    if (!isAsDecided(now, decision)) throw refusal('already_resolved');
    return;
  }
  if (now.message_content !== seen.content || now.updated_at_unix !== seen.updatedAtUnix)
    throw refusal('stale_version');
  if (kind === 'reject' || force || seen.roomId === undefined || seen.lastMessageId === undefined) return;
  const newest = await readNewestMessageId(seen.roomId, from).catch(unlessRefused);
  if (newest !== undefined && newest !== seen.lastMessageId) throw refusal('room_moved_on');
}

/** A tenant that refuses this lookup must not block the decision. */
function unlessRefused(error: unknown): undefined {
  if (!(error instanceof ApiError) || error.kind !== 'refused') throw error;
}

/** Records an unsupported action, unless the page is closing and has no time to look into the refusal. */
async function requestAction(asked: ApiRequest & { from: Connection }): Promise<ApiAnswer> {
  try {
    return await request(asked);
  } catch (error) {
    const [, type = '', id = '', name] = asked.path.split('/');
    if (!asked.keepalive) await isNotOffered(error, `PUT /${type}/{id}/${name}`, { type, id, from: asked.from });
    throw error;
  }
}

/**
 * A tenant that drops the comment of a decision may still accept it as an update of the draft. Throws a CommentLost; an
 * ApiError with code `already_resolved` if another reviewer had decided alike, whose reason is left alone.
 */
export async function seeToComment(decided: Draft, comment: string, from: Connection): Promise<void> {
  if (isComment(decided, comment)) return noteHabit('comment', true, from);
  if ((await isMine(decided, from)) === false) throw refusal('already_resolved');
  if (decided.comment?.trim()) throw new CommentLost(comment);
  noteHabit('comment', false, from);
  const { id } = decided;
  try {
    await writeDraft(id, { comment }, from);
    if (isComment(await readDraft(id, from), comment)) return;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
  throw new CommentLost(comment);
}

/** Whether the signed-in user decided it; undefined if the tenant does not tell. */
async function isMine({ one }: Draft, from: Connection): Promise<boolean | undefined> {
  if (!isCurrent(from) || !one.resolved_user) return undefined;
  const me = await queryClient.query(meQuery()).catch(() => undefined);
  return me ? me.id === one.resolved_user.id : undefined;
}

/** Services may trim texts. */
const isComment = ({ comment }: Draft, wanted: string) => comment?.trim() === wanted.trim();

async function writeDraft(id: string, attributes: Partial<Draft>, from: Connection): Promise<void> {
  const body = { data: { type: drafts.type, id, attributes: toWire(drafts, attributes) } };
  await request({ method: 'UPDATE', path: pathOf(id), body, from });
}

/** The refusal that our service would send, for tenants that do not check. */
export function refusal(code: string): ApiError {
  const error: ReadError = { code, title: '', detail: '', field: undefined, meta: {} };
  return new ApiError('refused', 422, [error]);
}
