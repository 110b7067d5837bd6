import { drafts } from '#contract/drafts.ts';
import { mergeWritten, refreshListsLater } from './cache.ts';
import type { Connection } from './connection.ts';
import { CommentNotSavedError, type Decision, refusal } from './decision.ts';
import { fetchHistory } from './history.ts';
import { oldestFirst } from './list-page.ts';
import { ACCEPTED, type ApiAnswer, type ApiRequest, request } from './request.ts';
import { type Draft, ensureComment, isAsDecided, isInReview, pathOf, readDraft, writeDraft } from './tenant/draft.ts';
import { isOperationMissing, type Outcome, outcomeOf } from './tenant/outcome.ts';
import { findWritten, parseWritten } from './tenant/parse-written.ts';
import { toWire } from './tenant/to-wire.ts';

/** What became of a decision. `commentLost`: it was applied, but the tenant dropped its comment. */
export type DecisionOutcome = Outcome<void> | { kind: 'commentLost'; error: CommentNotSavedError };

/** Sends a decision, once. */
export const decideDraft = (decision: Decision, from: Connection, keepalive = false): Promise<DecisionOutcome> =>
  decisionOutcome(() => sendDecision(decision, from, keepalive));

/** Resends a decision whose response was lost if it was not applied and `onResend` does not throw. */
export const resumeDecision = (decision: Decision, from: Connection, onResend: () => void): Promise<DecisionOutcome> =>
  decisionOutcome(() => sendDecision(decision, from, false, onResend));

/** Whether the decision was applied, judging by the draft. */
export const isDecisionApplied = (decision: Decision, from: Connection): Promise<Outcome<boolean>> =>
  outcomeOf(async () => isAsDecided(await readDraft(decision.draftId, from), decision, from));

async function decisionOutcome(run: () => Promise<void>): Promise<DecisionOutcome> {
  try {
    return await outcomeOf(run);
  } catch (error) {
    if (error instanceof CommentNotSavedError) return { kind: 'commentLost', error };
    throw error;
  }
}

/**
 * Sends a decision, and checks that its comment was taken if the tenant has applied it. Throws an ApiError: with code
 * `already_resolved`, `stale_version` or `room_moved_on` if what the reviewer saw is outdated, also for tenants that do
 * not check it.
 */
async function sendDecision(decision: Decision, from: Connection, keepalive: boolean, onResend?: () => void) {
  const { draftId: id, kind, comment, editedContent, force, seen } = decision;
  const isChecking = seen.version !== undefined;
  // A closing page has no time to check first.
  const now = onResend || !(isChecking || keepalive) ? await checkCurrent(decision, from) : undefined;
  if (now && !isInReview(now)) return;
  onResend?.();
  const isWritten = now !== undefined && now.message_content !== seen.content;
  if (!isChecking && editedContent !== undefined && !isWritten)
    await writeDraft(id, { message_content: editedContent }, from, decision.by);
  const given = { comment: comment || undefined, message_content: editedContent };
  const answer = await requestAction({
    method: 'PUT',
    path: `${pathOf(id)}/${kind}`,
    from,
    keepalive,
    expectedUser: decision.by,
    body: {
      data: { type: drafts.type, id, attributes: toWire(drafts, given, drafts.actions[kind].input) },
      meta: force ? { force } : { version: seen.version, last_message_id: seen.lastMessageId },
    },
  });
  if (answer.status === ACCEPTED) return refreshListsLater(drafts);
  const found = parseWritten(drafts, answer);
  for (const { resource, row } of found) mergeWritten(resource, row, from);
  const answered = findWritten(drafts, found, id);
  const draft = answered?.status ? answered : await readDraft(id, from);
  mergeWritten(drafts, draft, from);
  if (comment) await ensureComment(draft, decision, from);
}

/**
 * The current draft. Throws an ApiError with code `already_resolved` if it was decided otherwise, and for tenants that do
 * not check it, if what the reviewer saw is outdated.
 */
async function checkCurrent(decision: Decision, from: Connection): Promise<Draft> {
  const { kind, editedContent, force, seen } = decision;
  const now = await readDraft(decision.draftId, from);
  const isOpen = isInReview(now);
  if (!isOpen && !(await isAsDecided(now, decision, from))) throw refusal('already_resolved');
  if (!isOpen || seen.version !== undefined) return now;
  const isChanged = now.message_content !== seen.content || now.updated_at_unix !== seen.updatedAtUnix;
  // An earlier attempt may have written the edits.
  if (isChanged && now.message_content.trim() !== editedContent?.trim()) throw refusal('stale_version');
  const { roomId, lastMessageId } = seen;
  if (kind === 'reject' || force || roomId === undefined || lastMessageId === undefined) return now;
  const history = await outcomeOf(() => fetchHistory(roomId, 1, { from }));
  // A tenant that refuses this lookup must not block the decision.
  if (history.kind !== 'done' && history.error.kind !== 'refused') throw history.error;
  const entries = history.kind === 'done' ? oldestFirst(history.value.entries) : [];
  const newer = entries.slice(entries.findIndex(({ id }) => id === lastMessageId) + 1);
  // An answer by staff, such as another draft approved just now, is no reason to read again.
  if (newer.some(({ text, author }) => text !== undefined && author?.isVisitor !== false))
    throw refusal('room_moved_on');
  return now;
}

/** Records an unsupported action, unless the page is closing and has no time to look into the refusal. */
async function requestAction(asked: ApiRequest & { from: Connection }): Promise<ApiAnswer> {
  try {
    return await request(asked);
  } catch (error) {
    const [, type = '', id = '', name] = asked.path.split('/');
    if (!asked.keepalive) await isOperationMissing(error, `PUT /${type}/{id}/${name}`, { type, id, from: asked.from });
    throw error;
  }
}
