import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { drafts } from '#contract/drafts.ts';
import { connection } from '#src/api/connection.ts';
import type { OneRecord } from '#src/api/list-page.ts';
import { queryClient } from '#src/api/query-client.ts';
import { isOwnActionAt } from '#src/bulk/action-owner.ts';
import { type Draft, isDecidable, isInReview, isUnread } from '#src/domain/drafts/draft.ts';
import { knownName, linkedUser } from '#src/domain/people/user-name.ts';
import { useStore } from '#src/lib/store.ts';
import { focusOpenForm } from '#src/outbox/focus-open-form.ts';
import { undoDecisionOn } from '#src/outbox/outbox-entries.ts';
import { hasDecision, outbox, usePendingIds } from '#src/outbox/outbox-store.ts';
import type { DraftForm } from '#src/outbox/use-draft-commands.ts';
import { Button } from '#src/ui/button.tsx';
import { dismissToast, showToast } from '#src/ui/overlay/toasts.ts';
import { isMatchPending, queueOverlay } from './queue-overlay.ts';
import { draftQuery } from './queue-query.ts';

/** The action that a key was pressed for. */
export type BlockedAction =
  | 'approve'
  | 'reject'
  | 'edit_selected'
  | 'select'
  | 'skip'
  | 'skip_selected'
  | 'skip_last'
  | 'mark_read'
  | 'next'
  | 'previous'
  | 'open'
  | 'back'
  | 'arrivals'
  | 'search'
  | 'cite'
  | 'cite_selected'
  | 'cite_hidden';

/** Why the reader can't decide on an open draft: they just have, it is their own, or their role doesn't allow it. */
export function DecisionBlockedNotice({ draft }: { draft: Draft }) {
  const isPending = usePendingIds().includes(draft.id);
  const myId = useStore(queueOverlay, (marks) => marks.myId);
  if (isPending) return <PendingDecision draftId={draft.id} />;
  return <p className="flex-1 text-muted">{notDecidableText(draft, myId)}</p>;
}

/** Replaces the decision buttons while a decision is pending: its state, and a button to undo it. */
function PendingDecision({ draftId }: { draftId: string }) {
  const key = useStore(connection)?.key;
  const entry = useStore(outbox).find((one) => one.draftId === draftId && isOwnActionAt(key, one));
  if (!entry) return null;
  return (
    <>
      <p className="flex-1 text-muted">
        {entry.kind === 'approve' ? <Trans>Approving…</Trans> : <Trans>Rejecting…</Trans>}
      </p>
      {entry.state === 'waiting' && (
        <Button onClick={() => undoDecisionOn(draftId)}>
          <Trans>Undo</Trans>
        </Button>
      )}
    </>
  );
}

/** Says, visibly and to screen readers, why a key can't act on the draft. An open form takes precedence. */
export function explainBlockedAction(draft: Draft | undefined, action: BlockedAction, form?: DraftForm): void {
  showToast({ id: 'why-not', text: form ? focusOpenForm(form) : reason(draft, action) });
}

/** Dismisses the explanation once another draft or form is shown: it no longer applies and may cover content. */
export const dismissBlockedAction = (): void => dismissToast('why-not');

function reason(draft: Draft | undefined, action: BlockedAction): string {
  if (action === 'edit_selected') return t`Only one draft can be edited. Clear the selection first.`;
  if (action === 'skip_selected') return t`Only one draft can be skipped. Clear the selection first.`;
  if (action === 'skip_last') return t`This is the only draft left to review.`;
  if (action === 'cite_selected') return t`Only one draft can be rejected by a rule. Clear the selection first.`;
  if (action === 'next') return t`There’s no draft further down the list.`;
  if (action === 'previous') return t`There’s no draft further up the list.`;
  if (action === 'back') return t`Nothing to go back to.`;
  if (action === 'arrivals') return t`No new drafts so far. Refreshing the list.`;
  if (action === 'search') return t`There’s no search on this page.`;
  if (!draft) return t`Select a draft first.`;
  if (action === 'open') return t`This draft is already open.`;
  if (action === 'mark_read') return notMarkableText(draft);
  if (!isInReview(draft)) return alreadyDecidedText(draft);
  if (action === 'skip') return t`Only drafts in review can be skipped.`;
  if (!isDecidable(draft)) return notDecidableText(draft, queueOverlay.get().myId);
  if (hasDecision(draft.id)) return t`You’ve already decided on this draft. Undo that to decide again.`;
  if (isMatchPending.get()) return t`Checking whether this draft matches the filters. Try again in a moment.`;
  if (action === 'select') return t`This draft isn’t in the list.`;
  if (action === 'cite') return t`No rule with this number applies to this draft.`;
  if (action === 'cite_hidden') return t`The rules are hidden. Show the details to reject by a rule’s number.`;
  return action === 'reject' ? t`You can’t reject this draft.` : t`You can’t approve this draft.`;
}

function notDecidableText(draft: Draft, myId: string | undefined): string {
  if (myId === undefined) return t`You can’t decide on this draft: you wrote it, or your role can’t approve or reject.`;
  return draft.one.created_user?.id === myId
    ? t`You wrote this draft – another reviewer has to decide.`
    : t`Your role can’t approve or reject drafts.`;
}

function notMarkableText(draft: Draft): string {
  if (isInReview(draft)) return t`This draft is still in review. Only verdicts can be marked as read.`;
  return isUnread(draft)
    ? t`Only the author can mark this verdict as read.`
    : t`The author has already seen this verdict.`;
}

function alreadyDecidedText(draft: Draft): string {
  const read = queryClient.getQueryData<OneRecord<typeof drafts>>(draftQuery(draft.id).queryKey);
  const name = knownName(linkedUser(read?.included ?? {}, draft.one.resolved_user));
  if (draft.status === 'approved') return name ? t`Already approved by ${name}.` : t`Already approved.`;
  if (draft.status === 'rejected') return name ? t`Already rejected by ${name}.` : t`Already rejected.`;
  return t`Already decided.`;
}
