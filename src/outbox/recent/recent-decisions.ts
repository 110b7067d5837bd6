import { plural, t } from '@lingui/core/macro';
import { CommentNotSavedError, type Failures, isApplied } from '#src/api/decision.ts';
import { ApiError } from '#src/api/errors.ts';
import { recordAction } from '#src/bulk/delayed-actions.ts';
import type { RecentAction } from '#src/lib/storage/recent-actions.ts';
import { paths } from '#src/paths.ts';
import { batchOf, type PendingDecision } from '../outbox-store.ts';

/** Longest quotation to store, in characters: the drawer truncates longer ones anyway. */
const MAX_TEXT_LENGTH = 100;

/** Matches a text whose first letter is of a right-to-left script, such as Hebrew or Arabic. */
const RIGHT_TO_LEFT = /^\P{Letter}*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/u;

/** Label of a decision, such as: Approved “It is on its way”. */
export function decisionText(decision: PendingDecision): string {
  const text = quoted(decision);
  return decision.kind === 'approve' ? t`Approved “${text}”` : t`Rejected “${text}”`;
}

function quoted({ editedContent, seen }: PendingDecision): string {
  const start = (editedContent ?? seen.content).trim().replaceAll(/\s+/g, ' ').slice(0, MAX_TEXT_LENGTH);
  return RIGHT_TO_LEFT.test(start) ? `\u2068${start}\u2069` : start;
}

/** Records the outcome of a batch in its user's history. */
export function recordOutcome(entries: readonly PendingDecision[], failures: Failures): void {
  const failed = entries.filter((entry) => !isApplied(failures, entry));
  const done = entries.filter((entry) => !failed.includes(entry));
  const [error] = failed.map(({ draftId }) => failures[draftId]);
  const words = error === undefined ? undefined : errorWords(error);
  const refused = failed.length;
  const isReasonLost = Object.values(failures).some((one) => one instanceof CommentNotSavedError);
  const details = [
    refused > 0 && entries.length > 1
      ? t`${plural(refused, { one: '# failed', other: '# failed' })}: ${words ?? ''}`
      : words,
    isReasonLost && t`Decided, but the server didn’t save your reason.`,
  ];
  note(entries, {
    text: done.length > 0 ? textOf(done) : failedBatchText(entries),
    state: refused === entries.length ? 'failed' : 'sent',
    detail: details.filter(Boolean).join(' · ') || undefined,
    reversible: done.filter(({ kind }) => kind === 'reject').map(({ draftId }) => draftId),
  });
}

export const recordUndone = (entries: readonly PendingDecision[]): void =>
  note(entries, { text: textOf(entries), state: 'undone' });

type Outcome = Pick<RecentAction, 'text' | 'state' | 'detail' | 'reversible'>;

function note(entries: readonly PendingDecision[], outcome: Outcome): void {
  const [first] = entries;
  if (!first) return;
  const { connectionKey: key, by, signIn } = first;
  recordAction({ key, by, signIn }, { id: batchOf(first), at: Date.now(), path: pathOf(entries), ...outcome });
}

function textOf(entries: readonly PendingDecision[]): string {
  const [first] = entries;
  return first && entries.length === 1 ? decisionText(first) : batchText(entries);
}

/** Label of a batch, such as “Approved 3 drafts”. */
export function batchText(entries: readonly PendingDecision[]): string {
  const count = entries.length;
  return entries[0]?.kind === 'approve'
    ? t`${plural(count, { one: 'Approved # draft', other: 'Approved # drafts' })}`
    : t`${plural(count, { one: 'Rejected # draft', other: 'Rejected # drafts' })}`;
}

/** Label of a batch that failed as a whole, such as “Approve 3 drafts”. */
function failedBatchText(entries: readonly PendingDecision[]): string {
  const [first] = entries;
  const count = entries.length;
  if (!first) return '';
  const text = quoted(first);
  if (count === 1) return first.kind === 'approve' ? t`Approve “${text}”` : t`Reject “${text}”`;
  return first.kind === 'approve'
    ? t`${plural(count, { one: 'Approve # draft', other: 'Approve # drafts' })}`
    : t`${plural(count, { one: 'Reject # draft', other: 'Reject # drafts' })}`;
}

/** Path of the draft; for several drafts, that of their common room, or else of the queue. */
function pathOf([first, ...others]: readonly PendingDecision[]): string | undefined {
  const roomId = first?.seen.roomId;
  if (!first) return undefined;
  if (others.length === 0) return paths.draft(first.draftId);
  return roomId !== undefined && others.every(({ seen }) => seen.roomId === roomId)
    ? paths.room(roomId)
    : paths.review();
}

/** The service's error text, or a general sentence if it sent none. */
function errorWords(error: unknown): string {
  return (error instanceof ApiError && error.words) || t`The server couldn’t do this.`;
}
