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

/** A decision on one draft, with what the reviewer had on the screen when taking it. */
export interface Decision {
  draftId: string;
  kind: 'approve' | 'reject';
  /** Why; empty for none. */
  comment: string;
  /** The text to approve instead of the one that was written. */
  editedContent?: string | undefined;
  /** Approve although the visitor wrote after what was on the screen. */
  force: boolean;
  seen: {
    roomId?: string | undefined;
    content: string;
    updatedAtUnix: number;
    /** Tenants that have versions check this themselves. */
    version?: string | undefined;
    lastMessageId?: string | undefined;
  };
}

/**
 * Sends a decision and returns the draft as it stands then. Throws an ApiError: with code `already_resolved`,
 * `stale_version` or `room_moved_on` where what the reviewer saw is no longer so, also at tenants that do not check it.
 */
export async function sendDecision(decision: Decision, from: Connection, keepalive = false): Promise<Draft> {
  const isChecking = decision.seen.version !== undefined;
  // A page that goes away has no time to look first.
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

/** Whether a request may have been carried out although it failed here. */
export const isAnswerLost = (error: unknown): boolean => error instanceof ApiError && error.isAnswerLost;

/**
 * Finds out whether a decision whose answer was lost has arrived, and sends it again only if it has not and `onResend`
 * does not throw. Throws as `sendDecision` does.
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

/** Whether the draft stands as the decision would have it. Throws an ApiError where it cannot be read. */
export async function isCarriedOut(decision: Decision, from: Connection): Promise<boolean> {
  return isAsDecided(await readDraft(decision.draftId, from), decision);
}

/** The status that a decision leads to. */
const outcomeOf = (kind: Decision['kind']) => (kind === 'approve' ? 'approved' : 'rejected');

/** With its reason: somebody else may have decided alike, and said nothing or something else. */
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

/** What a tenant does not offer to tell is no reason not to decide. */
function unlessRefused(error: unknown): undefined {
  if (!(error instanceof ApiError) || error.kind !== 'refused') throw error;
}

/** A page that goes away has no time to find out why it was refused. */
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
 * Whoever drops the comment of a decision may still take it as a change of the draft. Throws a CommentLost; an ApiError
 * with code `already_resolved` where somebody else had decided alike before, whose reason is not touched.
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

/** Whether it was decided in my name; undefined where the tenant does not tell. */
async function isMine({ one }: Draft, from: Connection): Promise<boolean | undefined> {
  if (!isCurrent(from) || !one.resolved_user) return undefined;
  const me = await queryClient.query(meQuery()).catch(() => undefined);
  return me ? me.id === one.resolved_user.id : undefined;
}

/** Services may take the blanks off the ends of a text. */
const isComment = ({ comment }: Draft, wanted: string) => comment?.trim() === wanted.trim();

async function writeDraft(id: string, attributes: Partial<Draft>, from: Connection): Promise<void> {
  const body = { data: { type: drafts.type, id, attributes: toWire(drafts, attributes) } };
  await request({ method: 'UPDATE', path: pathOf(id), body, from });
}

/** The refusal that our service would have given, where a tenant does not check it. */
export function refusal(code: string): ApiError {
  const error: ReadError = { code, title: '', detail: '', field: undefined, meta: {} };
  return new ApiError('refused', 422, [error]);
}
