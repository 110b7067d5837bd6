import { drafts } from '#contract/drafts.ts';
import { mergeWritten } from './cache.ts';
import type { Connection } from './connection.ts';
import type { Decision } from './decision.ts';
import { refusal } from './errors.ts';
import { fetchHistory } from './history.ts';
import { oldestFirst } from './list-page.ts';
import { type Draft, ensureComment, isInReview, matchesDecision, readDraft } from './tenant/draft.ts';
import { type Outcome, outcomeOf } from './tenant/outcome.ts';
import { findWrittenRecord } from './tenant/parse-write-response.ts';
import { act, save } from './tenant/writes.ts';

/** Sends a decision, once. Throws a CommentNotSavedError if it was applied, but the tenant dropped its comment. */
export const decideDraft = (decision: Decision, from: Connection, keepalive = false): Promise<Outcome<void>> =>
  outcomeOf(() => sendDecision(decision, from, keepalive));

/** As `decideDraft`, for a decision whose response was lost: resends it unless it was applied or `onResend` throws. */
export const resumeDecision = (decision: Decision, from: Connection, onResend: () => void): Promise<Outcome<void>> =>
  outcomeOf(() => sendDecision(decision, from, false, onResend));

/** Whether the decision was applied, judging by the draft. */
export const isDecisionApplied = (decision: Decision, from: Connection): Promise<Outcome<boolean>> =>
  outcomeOf(async () => matchesDecision(await readDraft(decision.draftId, from), decision, from));

/**
 * Sends a decision and verifies that its comment was stored. Throws an ApiError, with code `already_resolved`,
 * `stale_version` or `room_moved_on` if the reviewer saw an outdated state. Tenants without versions are checked here.
 */
async function sendDecision(decision: Decision, from: Connection, keepalive: boolean, onResend?: () => void) {
  const { draftId: id, by: expectedUser, kind, comment, editedContent, force, seen } = decision;
  const isChecking = seen.version !== undefined;
  // A closing page has no time to check first.
  const now = onResend || !(isChecking || keepalive) ? await checkCurrent(decision, from) : undefined;
  if (now && !isInReview(now)) return;
  onResend?.();
  const isWritten = now !== undefined && now.message_content !== seen.content;
  if (!isChecking && editedContent !== undefined && !isWritten)
    await save(drafts, { id, attributes: { message_content: editedContent }, expectedUser }, from);
  const attributes = { comment: comment || undefined, message_content: editedContent };
  const meta = { version: seen.version, ...(force ? { force } : { last_message_id: seen.lastMessageId }) };
  const input = { id, attributes, meta, keepalive, expectedUser };
  const { records, isPending } = await act(drafts, kind, input, from);
  if (isPending) {
    // The comment can be checked only if the decision is applied already.
    const accepted = comment ? await readDraft(id, from).catch(() => undefined) : undefined;
    return accepted && !isInReview(accepted) ? ensureComment(accepted, decision, from) : undefined;
  }
  const answered = findWrittenRecord(drafts, records, id);
  const draft = answered?.status ? answered : await readDraft(id, from);
  mergeWritten(drafts, draft, from);
  if (comment) await ensureComment(draft, decision, from);
}

/**
 * Returns the current draft. Throws an ApiError with code `already_resolved` if it was decided differently and, for
 * tenants without versions, `stale_version` or `room_moved_on` if the reviewer saw an outdated state.
 */
async function checkCurrent(decision: Decision, from: Connection): Promise<Draft> {
  const { kind, editedContent, force, seen } = decision;
  const now = await readDraft(decision.draftId, from);
  const isOpen = isInReview(now);
  if (!isOpen && !(await matchesDecision(now, decision, from))) throw refusal('already_resolved');
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
  // Staff messages do not count: one may be another draft that was just approved.
  if (newer.some(({ text, author }) => text !== undefined && author?.isVisitor !== false))
    throw refusal('room_moved_on');
  return now;
}
