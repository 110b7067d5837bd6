import { Trans, useLingui } from '@lingui/react/macro';
import { PencilLine } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import type { Included } from '#src/api/list-page.ts';
import { type Draft, isInReview, isUnread } from '#src/domain/drafts/draft.ts';
import { useMarkRead } from '#src/domain/drafts/use-mark-read.ts';
import { Verdict } from '#src/domain/drafts/verdict.tsx';
import { UnsentTextNotice } from '#src/form/draft/draft-conflict-notice.tsx';
import { keyedByIndex } from '#src/lib/keyed-by-index.ts';
import { settings } from '#src/lib/storage/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { useShortcuts } from '#src/lib/use-shortcuts.ts';
import { isTouch } from '#src/lib/use-window-width.ts';
import { editTextKey, rejectTextKey } from '#src/outbox/create-decision.ts';
import type { failedDecisions } from '#src/outbox/decision-outcomes.ts';
import { usePendingIds } from '#src/outbox/outbox-store.ts';
import { useReasonKeys } from '#src/outbox/reason-field.tsx';
import { ReasonForm, StaleDecisionNotice, useReasons } from '#src/outbox/reason-form.tsx';
import { citedReason } from '#src/outbox/reject-reasons.ts';
import type { DraftCommands } from '#src/outbox/use-draft-commands.ts';
import { can } from '#src/page/can.ts';
import { Button, ignoreDoubleClick } from '#src/ui/button.tsx';
import { Sheet, SheetGroup, SheetRow } from '#src/ui/overlay/sheet.tsx';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import { RelativeTime } from '#src/ui/text/relative-time.tsx';
import { DecisionFailure } from './decision-failure.tsx';

interface AboveBarProps {
  draft: Draft;
  included: Included;
  /** The last decision on the draft, if it failed. */
  failure: ReturnType<typeof failedDecisions.get>[string] | undefined;
  commands: DraftCommands;
}

/** Content above the decision bar: why a decision failed, the form to reject the draft, its verdict. */
export function AboveBar({ draft, included, failure, commands }: AboveBarProps) {
  const isOpen = isInReview(draft);
  // A text that is being sent is stored until the service has accepted it.
  const isPending = usePendingIds().includes(draft.id);
  const unsentKeys = failure || commands.form || isPending ? [] : [rejectTextKey(draft.id), editTextKey(draft.id)];
  return (
    <div className="max-h-[45dvh] overflow-y-auto">
      {failure && <DecisionFailure draft={draft} {...failure} onRepeat={commands.repeat} />}
      {commands.form === 'reject' && (
        <div className="border-line border-t px-4 py-3 md:px-6">
          <ReasonChoice
            draft={draft}
            draftKey={rejectTextKey(draft.id)}
            action={<Trans>Send rejection</Trans>}
            isLate={!isOpen}
            onSend={commands.reject}
            onCancel={commands.closeForm}
          />
        </div>
      )}
      {!isOpen && (
        <div className="border-line border-t md:px-2">
          <Verdict draft={draft} included={included} aside={<ReadReceipt draft={draft} />} />
          {isUnread(draft) && can(draft, 'mark_read') && <MarkRead draft={draft} />}
          {unsentKeys.map((key) => (
            <UnsentTextNotice key={key} draftKey={key} />
          ))}
        </div>
      )}
    </div>
  );
}

type ReasonFormProps = ComponentProps<typeof ReasonForm>;

/** Asks for a rejection's reason: on touch devices in a sheet first, unless a key has cited a rule; else in a form. */
function ReasonChoice(props: ReasonFormProps) {
  const [isTyping, setTyping] = useState(() => !isTouch() || citedReason.get()?.draftId === props.draft?.id);
  if (isTyping) return <ReasonForm {...props} />;
  return <ReasonSheet {...props} onOther={() => setTyping(true)} />;
}

/** Presets and matching rules, each sent by a tap or its number. No field has focus, so no on-screen keyboard opens. */
function ReasonSheet({ draft, isLate, onSend, onCancel, onOther }: ReasonFormProps & { onOther: () => void }) {
  const { t } = useLingui();
  const reasons = useReasons(draft);
  const send = (reason: string) => !isLate && onSend(reason);
  const onKeyDown = useReasonKeys(reasons, true, send);
  const { undoSeconds } = useStore(settings);
  return (
    <Sheet
      title={<Trans>Reason for rejecting</Trans>}
      description={
        undoSeconds > 0 ? <Trans>Shown to the author. You can undo this.</Trans> : <Trans>Shown to the author.</Trans>
      }
      onClose={onCancel}
      onKeyDown={onKeyDown}
    >
      {isLate && <StaleDecisionNotice />}
      <SheetGroup label={t`Reasons`}>
        {keyedByIndex(reasons).map(({ key, item: { text } }) => (
          <li key={key}>
            <SheetRow aria-disabled={isLate} onClick={ignoreDoubleClick(() => send(text))}>
              <span dir="auto" className="wrap-anywhere line-clamp-3 min-w-0">
                {text}
              </span>
            </SheetRow>
          </li>
        ))}
        <li>
          <SheetRow onClick={onOther}>
            <PencilLine aria-hidden="true" />
            <Trans>Other reason…</Trans>
          </SheetRow>
        </li>
      </SheetGroup>
    </Sheet>
  );
}

/** Whether the author has seen the verdict. */
function ReadReceipt({ draft: { create_user_resolved_read_time_unix: readAt } }: { draft: Draft }) {
  if (readAt === null) {
    return (
      <StatusBadge status="unread">
        <Trans>Not seen by the author yet</Trans>
      </StatusBadge>
    );
  }
  return (
    <StatusBadge status="read">
      <Trans>
        Seen by the author <RelativeTime unix={readAt} />
      </Trans>
    </StatusBadge>
  );
}

/** Marks a verdict as read, for users who may do so from the review page. */
function MarkRead({ draft }: { draft: Draft }) {
  const markRead = useMarkRead();
  const mark = () => markRead(draft);
  useShortcuts({ m: mark });
  return (
    <div className="px-4 pb-3">
      <Button shortcut="m" onClick={mark}>
        <Trans>Mark read</Trans>
      </Button>
    </div>
  );
}
