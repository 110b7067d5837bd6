import { Trans, useLingui } from '@lingui/react/macro';
import { PencilLine } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { keyedByIndex } from '#src/lib/keyed-by-index.ts';
import { settings } from '#src/lib/storage/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { isTouch } from '#src/lib/touch.ts';
import { useReasonKeys } from '#src/outbox/reason-field.tsx';
import { ReasonForm, StaleDecisionNotice, useReasons } from '#src/outbox/reason-form.tsx';
import { citedReason } from '#src/outbox/reject-reasons.ts';
import { ignoreDoubleClick } from '#src/ui/button.tsx';
import { Sheet, SheetGroup, SheetRow } from '#src/ui/overlay/sheet.tsx';

type ReasonFormProps = ComponentProps<typeof ReasonForm>;

/** Asks for a rejection's reason: on touch devices in a sheet first, unless a key has cited a rule; else in a form. */
export function ReasonChoice(props: ReasonFormProps) {
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
