import { Trans, useLingui } from '@lingui/react/macro';
import type { KeyboardEvent, ReactNode } from 'react';
import { DraftConflictNotice, DraftNotSavedNotice } from '#src/form/draft/draft-conflict-notice.tsx';
import { useDraftText } from '#src/form/draft/use-draft-text.ts';
import { settings } from '#src/lib/storage/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { normalizeShortcut } from '#src/lib/use-shortcuts.ts';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Textarea } from '#src/ui/form/textarea.tsx';

/** Asks for the reason of a rejection: free text or a preset. The text typed survives a reload. */
export function ReasonForm(props: {
  /** Storage key of the text, such as `reject-room.17`. */
  keptAs: string;
  /** Label of the submit button. */
  action: ReactNode;
  /** Whether another reviewer has decided while the user was typing. */
  isLate?: boolean;
  /** The caller clears the stored text once the server has accepted it. */
  onSend: (reason: string) => void;
  onCancel: () => void;
}) {
  const { keptAs, action, isLate = false, onSend, onCancel } = props;
  const { t } = useLingui();
  const reasons = useRejectReasons();
  const kept = useDraftText(keptAs);
  const { text, setText } = kept;

  const send = () => {
    if (text.trim() !== '' && !isLate) onSend(text.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const isChord = event.ctrlKey || event.metaKey;
    // In an empty field, a digit picks a preset; after other text it is typed.
    const preset =
      text === '' && !isChord && !event.altKey ? reasons[Number.parseInt(normalizeShortcut(event), 10) - 1] : undefined;
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
      {isLate && <StaleDecisionNotice />}
      {!kept.isKept && <DraftNotSavedNotice />}
      <DraftConflictNotice {...kept} />
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

/** Says that another reviewer decided while the user was typing. The text stays and is not sent. */
export function StaleDecisionNotice() {
  const { t } = useLingui();
  return (
    <div role="status">
      <Notice tone="warn" mark={t`Too late`}>
        <Trans>Someone else decided while you were typing. Your text was not sent; you can still copy it.</Trans>
      </Notice>
    </div>
  );
}

/** Preset rejection reasons: the user's own, or defaults in the page's language. */
export function useRejectReasons(): readonly string[] {
  const { t } = useLingui();
  const usual = [
    t`Wrong information`,
    t`Does not answer the question`,
    t`Tone is not right`,
    t`Spelling or grammar`,
    t`Leave this to a specialist`,
  ];
  return useStore(settings).rejectReasons ?? usual;
}
