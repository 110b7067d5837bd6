import { drafts } from '#contract/drafts.ts';
import { formatListQuery } from '#contract/list-query.ts';
import { messages } from '#contract/messages.ts';
import { mergeRecord, mergeWritten } from '#src/api/cache.ts';
import { type Connection, connection } from '#src/api/connection.ts';
import { ApiError, type ReadError } from '#src/api/errors.ts';
import { readList, readRecord } from '#src/api/read-document.ts';
import { request } from '#src/api/request.ts';
import { type Draft, isInReview } from '#src/records/drafts/draft.ts';

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

/** The decision was taken, but its comment was not: the tenant drops it. */
export class CommentLost extends Error {}

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
  const answer = await request({
    method: 'PUT',
    path: `${pathOf(id)}/${kind}`,
    from,
    keepalive,
    body: {
      data: { type: drafts.type, id, attributes: { comment: comment || undefined, message_content: editedContent } },
      meta: force ? { force } : { version: seen.version, last_message_id: seen.lastMessageId },
    },
  });
  const answered = readRecord(drafts, answer);
  const draft = answered?.id === id && answered.status ? answered : await readDraft(id, from);
  showWritten(draft, from);
  if (comment && draft.comment !== comment) await addComment(id, comment, from);
  return draft;
}

/** Whether a request may have been carried out although it failed here. */
export const isAnswerLost = (error: unknown): boolean =>
  error instanceof ApiError && (error.kind !== 'refused' || error.status === 502 || error.status === 504);

/**
 * Finds out whether a decision whose answer was lost has arrived, and sends it again only if it has not.
 * Throws as `sendDecision` does.
 */
export async function findOutcome(decision: Decision, from: Connection): Promise<Draft> {
  const draft = await readDraft(decision.draftId, from);
  if (isInReview(draft)) return sendDecision(decision, from);
  if (draft.status !== outcomeOf(decision.kind)) throw refusal('already_resolved');
  return draft;
}

/** Whether the draft stands as the decision would have it. Throws an ApiError where it cannot be read. */
export async function isCarriedOut({ draftId, kind }: Decision, from: Connection): Promise<boolean> {
  return (await readDraft(draftId, from)).status === outcomeOf(kind);
}

/** The draft as it stands now. Throws an ApiError. */
export async function readDraft(id: string, from: Connection): Promise<Draft> {
  const draft = readRecord(drafts, await request({ path: pathOf(id), from }));
  if (!draft) throw new ApiError('refused', 404);
  // Another tenant's may be on the screen by now.
  if (connection.get()?.key === from.key) mergeRecord(drafts, draft);
  return draft;
}

/** Shows a draft as a decision has left it. */
export function showWritten(draft: Draft, from: Connection): void {
  if (connection.get()?.key === from.key) mergeWritten(drafts, draft);
}

/** The status that a decision leads to. */
const outcomeOf = (kind: Decision['kind']) => (kind === 'approve' ? 'approved' : 'rejected');

async function lookFirst({ draftId, kind, force, seen }: Decision, from: Connection): Promise<void> {
  const now = await readDraft(draftId, from);
  if (!isInReview(now)) {
    if (now.status !== outcomeOf(kind)) throw refusal('already_resolved');
    return;
  }
  if (now.message_content !== seen.content || now.updated_at_unix !== seen.updatedAtUnix)
    throw refusal('stale_version');
  if (kind === 'reject' || force || seen.roomId === undefined || seen.lastMessageId === undefined) return;
  const search = formatListQuery({ page: { size: 1 } });
  const answer = await request({ path: `/rooms/${encodeURIComponent(seen.roomId)}/history`, search, from });
  const [newest] = readList(messages, answer, { size: 1 }).rows;
  if (newest?.id && newest.id !== seen.lastMessageId) throw refusal('room_moved_on');
}

async function addComment(id: string, comment: string, from: Connection): Promise<void> {
  try {
    const draft = await writeDraft(id, { comment }, from);
    if (draft?.comment === comment) return showWritten(draft, from);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
  throw new CommentLost(comment);
}

async function writeDraft(id: string, attributes: Partial<Draft>, from: Connection): Promise<Draft | undefined> {
  const body = { data: { type: drafts.type, id, attributes } };
  return readRecord(drafts, await request({ method: 'PUT', path: pathOf(id), body, from }));
}

const pathOf = (id: string) => `/${drafts.type}/${encodeURIComponent(id)}`;

/** The refusal that our service would have given, where a tenant does not check it. */
export function refusal(code: string): ApiError {
  const error: ReadError = { code, title: '', detail: '', field: undefined, meta: {} };
  return new ApiError('refused', 422, [error]);
}
