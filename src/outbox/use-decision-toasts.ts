import { plural, t } from '@lingui/core/macro';
import { useEffect, useEffectEvent } from 'react';
import { connection } from '#src/api/connection.ts';
import { CommentNotSavedError, type Failures, isApplied } from '#src/api/decision.ts';
import { ApiError } from '#src/api/errors.ts';
import { elsewhere, toastAction } from '#src/bulk/failed-actions.ts';
import { navigate } from '#src/lib/router.ts';
import { errorMessage } from '#src/page/error-message.ts';
import { paths } from '#src/paths.ts';
import { announce } from '#src/ui/feedback/announcer.tsx';
import { dismissToast, showToast } from '#src/ui/overlay/toasts.ts';
import type { PendingDecision } from './outbox-store.ts';
import { batchText } from './recent/recent-decisions.ts';
import { onOutcome } from './resolve-decisions.ts';

const FAILURE_MS = 12_000;

/** One toast id per draft, so that the toast of a retry replaces the earlier one. */
const decisionToastId = (connectionKey: string | undefined, draftId: string) => `decision-${connectionKey}-${draftId}`;

/** Dismisses the toast of a failure that the page itself now shows and that the toast might cover. */
export const dismissDecisionToast = (draftId: string): void =>
  dismissToast(decisionToastId(connection.get()?.key, draftId));

/** Announces outcomes to screen readers and shows failures as toasts, on any page. */
export function useDecisionToasts(): void {
  const showLostReason = (label: string, detail: string, id?: string) => {
    const text = t`Decided, but the reason wasn’t saved: ${label}`;
    return showToast({ ...(id && { id }), tone: 'warn', text, detail, lasts: Number.POSITIVE_INFINITY });
  };

  const showOne = ({ draftId, connectionKey, kind, label: room, comment }: PendingDecision, error: unknown) => {
    const id = decisionToastId(connectionKey, draftId);
    const label = room + elsewhere(connectionKey);
    if (error === undefined) {
      dismissToast(id);
      return announce(kind === 'approve' ? t`Approved: ${label}` : t`Rejected: ${label}`);
    }
    if (error instanceof CommentNotSavedError) return showLostReason(label, comment, id);
    const text = kind === 'approve' ? t`Couldn’t approve: ${label}` : t`Couldn’t reject: ${label}`;
    const action = toastAction({ key: connectionKey }, t`Open`, () => void navigate(paths.draft(draftId)));
    // Not permanent, because the draft's row and the Recent drawer keep showing the failure.
    return showToast({ id, tone: 'bad', text, detail: decisionErrorMessage(error), lasts: FAILURE_MS, action });
  };

  const showMany = (entries: readonly PendingDecision[], failures: Failures) => {
    const done = entries.filter((entry) => isApplied(failures, entry));
    const refused = entries.length - done.length;
    const where = elsewhere(entries[0]?.connectionKey);
    const not = t`${plural(refused, { one: '# failed', other: '# failed' })}`;
    const text = batchText(done) + where + (refused === 0 ? '' : ` · ${not}`);
    const errors = entries.map(({ draftId }) => failures[draftId]);
    const isReasonLost = errors.some((error) => error instanceof CommentNotSavedError);
    if (isReasonLost) return showLostReason(text, entries[0]?.comment ?? '');
    if (done.length > 0) return showToast({ tone: refused === 0 ? 'good' : 'warn', text });
    const isUnknown = errors.some((error) => error instanceof ApiError && error.isOutcomeUnknown);
    const none = entries[0]?.kind === 'approve' ? t`No drafts approved` : t`No drafts rejected`;
    const undone = (isUnknown ? t`We couldn’t confirm your decisions` : none) + where;
    return showToast({ tone: 'bad', text: undone, detail: decisionErrorMessage(errors[0]) });
  };

  const notify = useEffectEvent((entries: readonly PendingDecision[], failures: Failures) => {
    const [only, ...others] = entries;
    if (others.length > 0) showMany(entries, failures);
    else if (only) showOne(only, failures[only.draftId]);
  });
  useEffect(() => onOutcome(notify), []);
}

/** Why a decision failed and what to do about it, in one or two sentences, in the current locale. */
export function decisionErrorMessage(error: unknown): string {
  if (error instanceof CommentNotSavedError) return t`Decided, but the server didn’t save your reason.`;
  if (!(error instanceof ApiError)) return errorMessage(error);
  if (error.hasCode('already_resolved')) return t`Already decided.`;
  if (error.hasCode('stale_version')) return t`The draft changed after you opened it. Read it again, then decide.`;
  const movedOn = error.errors.find(({ code }) => code === 'room_moved_on');
  if (movedOn) {
    const count = Number(movedOn.meta.newer_count) || 1;
    return t`${plural(count, {
      one: 'The visitor has written again. Read the new message first.',
      other: 'The visitor has written again. Read the # new messages first.',
    })}`;
  }
  if (error.hasCode('not_arriving'))
    return t`Couldn’t send anything to the server. It may be blocking changes from ${location.origin}. Contact your administrator.`;
  if (error.status === 500 && !error.isOutcomeUnknown) return t`Server error. The draft is still in review. Try again.`;
  return errorMessage(error);
}
