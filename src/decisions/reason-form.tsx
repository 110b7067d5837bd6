import { Trans, useLingui } from '@lingui/react/macro';
import type { KeyboardEvent, ReactNode } from 'react';
import { NotKept } from '#src/crud/not-kept.tsx';
import { OtherVersion } from '#src/crud/other-version.tsx';
import { useKeptText } from '#src/crud/use-kept-text.ts';
import { keyOf } from '#src/lib/key-of.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { Textarea } from '#src/ui/textarea.tsx';
import { TooLate } from './too-late.tsx';
import { useRejectReasons } from './use-reject-reasons.ts';

/** Asks for the reason of a rejection: free text or a preset. The text typed survives a reload. */
export function ReasonForm(props: {
  /** Storage key of the text, such as `reject-room.17`. */
  keptAs: string;
  /** Label of the submit button. */
  action: ReactNode;
  /** Whether another reviewer has decided while the user was typing. */
  isLate?: boolean;
  /** The caller clears the stored text once the tenant has accepted it. */
  onSend: (reason: string) => void;
  onCancel: () => void;
}) {
  const { keptAs, action, isLate = false, onSend, onCancel } = props;
  const { t } = useLingui();
  const reasons = useRejectReasons();
  const kept = useKeptText(keptAs);
  const { text, setText } = kept;

  const send = () => {
    if (text.trim() !== '' && !isLate) onSend(text.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const isChord = event.ctrlKey || event.metaKey;
    // In an empty field, a digit picks a preset; after other text it is typed.
    const preset =
      text === '' && !isChord && !event.altKey ? reasons[Number.parseInt(keyOf(event), 10) - 1] : undefined;
    if (event.key === 'Escape') onCancel();
    else if (event.key === 'Enter' && isChord) send();
    else if (preset) setText(preset);
    else return;
    event.preventDefault();
  };
  return (
    <form
      aria-label={t`Reject`}
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Field
        label={<Trans>Reason</Trans>}
        hint={<Trans>The author reads it. A number in the empty field takes a reason below.</Trans>}
        required
      >
        <Textarea
          autoFocus
          rows={2}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </Field>
      {isLate && <TooLate />}
      {!kept.isKept && <NotKept />}
      <OtherVersion {...kept} />
      {reasons.length > 0 && (
        <ul aria-label={t`Reasons`} className="flex flex-wrap gap-1.5">
          {reasons.map((reason, index) => (
            <li key={reason} className="max-w-full">
              <Button size="small" shortcut={String(index + 1)} className="max-w-full" onClick={() => setText(reason)}>
                <span dir="auto" className="truncate">
                  {reason}
                </span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex justify-end gap-2">
        <Button kind="quiet" shortcut="Escape" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" kind="danger" shortcut="Mod+Enter" disabled={isLate || text.trim() === ''}>
          {action}
        </Button>
      </div>
    </form>
  );
}
