import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { FindingList } from '#src/domain/checks/finding-words.tsx';
import { useFindings } from '#src/domain/checks/findings.ts';
import { userName } from '#src/domain/people/user-name.ts';
import { roomName } from '#src/domain/rooms/room-name.ts';
import { DraftConflictNotice, DraftNotSavedNotice } from '#src/form/draft/draft-conflict-notice.tsx';
import { useDraftText } from '#src/form/draft/use-draft-text.ts';
import { currentLocation, navigate } from '#src/lib/router.ts';
import { isImeKey } from '#src/lib/use-shortcuts.ts';
import { createDecision, REJECT_SELECTED_KEY } from '#src/outbox/create-decision.ts';
import { enqueueDecisions } from '#src/outbox/decision-outbox.ts';
import { hasDecision } from '#src/outbox/outbox-store.ts';
import { ReasonField, useTypedAhead } from '#src/outbox/reason-field.tsx';
import { addReason, useRejectReasons } from '#src/outbox/reject-reasons.ts';
import { paths } from '#src/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { Dialog, DialogBody, DialogFooter } from '#src/ui/overlay/dialog.tsx';
import { explainBlockedAction } from '../review-queue/blocked-action.tsx';
import type { QueueItem } from '../review-queue/queue-query.ts';

interface BulkDialogProps {
  kind: 'approve' | 'reject';
  items: readonly QueueItem[];
  onClose: () => void;
}

/** Shows all selected drafts in full for confirmation. The decision then waits in the outbox like any other. */
export function BulkDialog({ kind, items: chosen, onClose }: BulkDialogProps) {
  const { t, i18n } = useLingui();
  // Snapshot of the selection: the drafts shown are decided, even if they have left the queue since.
  const [items] = useState(() => chosen.filter(({ draft }) => !hasDecision(draft.id)));
  const [leftOut] = useState(chosen.length - items.length);
  const kept = useDraftText(REJECT_SELECTED_KEY);
  const reasons = useRejectReasons().map((text) => ({ label: text, text }));
  const [ahead, dropAhead] = useTypedAhead(kept.text, reasons);
  const comment = kind === 'reject' ? kept.text + ahead : '';
  const setComment = (text: string) => {
    dropAhead();
    kept.setText(text);
  };
  const count = items.length;
  const number = i18n.number(count);
  const canDecide = count > 0 && (kind === 'approve' || comment.trim() !== '');
  const decide = () => {
    const isQueued = decideTogether(items, kind, comment.trim());
    // The outbox stores the reason from here on, so the next selection starts with an empty one.
    if (!isQueued) explainBlockedAction(items[0]?.draft, kind);
    else if (kind === 'reject') kept.forget();
    onClose();
  };
  return (
    <Dialog
      width="wide"
      title={
        kind === 'approve' ? (
          <Plural value={count} one="Approve # draft" other="Approve # drafts" />
        ) : (
          <Plural value={count} one="Reject # draft" other="Reject # drafts" />
        )
      }
      description={
        kind === 'approve' ? t`These messages will be sent to visitors. Check them before approving.` : undefined
      }
      onClose={onClose}
    >
      <DialogBody>
        {leftOut > 0 && (
          <Notice tone="warn">
            <Plural
              value={leftOut}
              one="# selected draft is left out. You’ve already decided on it."
              other="# selected drafts are left out. You’ve already decided on them."
            />
          </Notice>
        )}
        {kind === 'reject' && (
          <>
            <ReasonField
              text={comment}
              onChange={setComment}
              reasons={reasons}
              onChoose={(reason) => setComment(addReason(comment, reason))}
              choosing={<Trans>Add to reason</Trans>}
              hint={<Trans>Shown to the authors.</Trans>}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || isImeKey(event) || !(event.ctrlKey || event.metaKey)) return;
                event.preventDefault();
                if (canDecide) decide();
              }}
            />
            {!kept.isKept && <DraftNotSavedNotice />}
            <DraftConflictNotice {...kept} />
          </>
        )}
        <DraftTexts items={items} />
      </DialogBody>
      <DialogFooter leave={<Trans>Cancel</Trans>} onLeave={onClose}>
        <Button
          kind={kind === 'approve' ? 'primary' : 'danger'}
          shortcut={kind === 'reject' ? 'Mod+Enter' : undefined}
          disabled={!canDecide}
          onClick={decide}
        >
          {kind === 'approve' ? <Trans>Approve {number}</Trans> : <Trans>Reject {number}</Trans>}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

/** Enqueues a decision on the drafts, and closes the open draft if it is one of them. False if none could be decided. */
function decideTogether(items: readonly QueueItem[], kind: BulkDialogProps['kind'], comment: string): boolean {
  const names = new Map(items.map(({ draft, room }) => [draft.id, roomName(room ?? draft.one.room)]));
  const decisions = items.map(({ draft }) => createDecision(draft, kind, { comment }));
  if (!enqueueDecisions(decisions, ({ draftId }) => names.get(draftId) ?? '', true)) return false;
  const { pathname, search } = currentLocation();
  if (decisions.some(({ draftId }) => pathname === paths.draft(draftId)))
    void navigate(paths.review() + search, { replace: true });
  return true;
}

function DraftTexts({ items }: { items: readonly QueueItem[] }) {
  const { t } = useLingui();
  return (
    <ul aria-label={t`Drafts`} className="flex flex-col">
      {items.map(({ draft, room, author }) => (
        <li
          key={draft.id}
          className="border-line border-t py-2 [contain-intrinsic-block-size:auto_5rem] [content-visibility:auto]"
        >
          <p className="flex gap-2 text-muted text-sm">
            <span dir="auto" className="font-medium">
              {roomName(room ?? draft.one.room)}
            </span>
            <span dir="auto">{userName(author ?? draft.one.created_user)}</span>
          </p>
          <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
            {draft.message_content}
          </p>
          <Findings draftId={draft.id} />
        </li>
      ))}
    </ul>
  );
}

/** Findings of a draft, each with its reason. */
function Findings({ draftId }: { draftId: string }) {
  const found = useFindings(draftId);
  return (
    found && (
      <div className="pt-1.5">
        <FindingList found={found} />
      </div>
    )
  );
}
