import { Trans, useLingui } from '@lingui/react/macro';
import { PencilLine } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { settings } from '#src/lib/storage/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { isTouch } from '#src/lib/touch.ts';
import { ReasonForm, StaleDecisionNotice } from '#src/outbox/reason-form.tsx';
import { useRejectReasons } from '#src/outbox/reject-reasons.ts';
import { ignoreDoubleClick } from '#src/ui/button.tsx';
import { Sheet, SheetGroup, SheetRow } from '#src/ui/overlay/sheet.tsx';

type ReasonFormProps = ComponentProps<typeof ReasonForm>;

/** Asks for the reason of a rejection: under a finger as a sheet of presets first, else as a form. */
export function ReasonChoice(props: ReasonFormProps) {
  const [isTyping, setTyping] = useState(!isTouch());
  if (isTyping) return <ReasonForm {...props} />;
  return <ReasonSheet {...props} onOther={() => setTyping(true)} />;
}

/** Preset reasons, each sent by one tap. No field takes the focus, so the on-screen keyboard stays away. */
function ReasonSheet({ isLate = false, onSend, onCancel, onOther }: ReasonFormProps & { onOther: () => void }) {
  const { t } = useLingui();
  const reasons = useRejectReasons();
  const { undoSeconds } = useStore(settings);
  return (
    <Sheet
      title={<Trans>Reason for rejecting</Trans>}
      description={
        undoSeconds > 0 ? <Trans>Shown to the author. You can undo this.</Trans> : <Trans>Shown to the author.</Trans>
      }
      onClose={onCancel}
    >
      {isLate && <StaleDecisionNotice />}
      <SheetGroup label={t`Reasons`}>
        {reasons.map((reason) => (
          <li key={reason}>
            <SheetRow aria-disabled={isLate} onClick={ignoreDoubleClick(() => !isLate && onSend(reason))}>
              <span dir="auto" className="wrap-anywhere min-w-0">
                {reason}
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
