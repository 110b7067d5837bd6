import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { drafts } from '#contract/drafts.ts';
import { ApiError } from '#src/api/errors.ts';
import { useSave } from '#src/api/mutations.ts';
import { DraftConflictNotice, DraftNotSavedNotice } from '#src/form/draft/draft-conflict-notice.tsx';
import { useDraftText } from '#src/form/draft/use-draft-text.ts';
import { useSingleFlight } from '#src/lib/use-single-flight.ts';
import { useErrorSentence } from '#src/page/use-error-sentence.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Textarea } from '#src/ui/form/textarea.tsx';
import { showToast } from '#src/ui/overlay/toasts.ts';

/** Form for a new draft. The text is stored in the browser until the service has accepted it. */
export function WriteDraft(props: {
  roomId: string;
  label: ReactNode;
  /** Storage key of the text, such as `draft.17`. */
  keptAs: string;
  /** Initial text, unless a stored one is restored. */
  startsWith?: string;
  autoFocus?: boolean;
  onSent?: () => void;
  /** Shows a cancel button. */
  onCancel?: () => void;
}) {
  const { roomId, label, keptAs, startsWith = '', autoFocus, onSent, onCancel } = props;
  const { t } = useLingui();
  const sentence = useErrorSentence();
  const kept = useDraftText(keptAs);
  const [isUntouched, setUntouched] = useState(!kept.isRestoredDraft);
  const save = useSave(drafts);
  const text = isUntouched && kept.text === '' ? startsWith : kept.text;
  const isUnknown = save.error instanceof ApiError && save.error.isOutcomeUnknown;
  const error = save.error && (
    <>
      {sentence(save.error)}{' '}
      {isUnknown && <Trans>It may have arrived all the same: look at your drafts before you send it again.</Trans>}
    </>
  );

  const [send, isSending] = useSingleFlight(async () => {
    if (text.trim() === '') return;
    try {
      await save.mutateAsync({ attributes: { message_content: text }, one: { room: { type: 'rooms', id: roomId } } });
    } catch {
      // The error is shown at the field.
      return;
    }
    kept.forget();
    showToast({ tone: 'good', text: t`Sent for review` });
    onSent?.();
  });
  return (
    <form
      className="flex flex-col gap-2 px-4 py-3"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Field label={label} error={error}>
        <Textarea
          autoFocus={autoFocus}
          value={text}
          onChange={({ target }) => {
            setUntouched(false);
            kept.setText(target.value);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            send();
          }}
        />
      </Field>
      {!kept.isKept && <DraftNotSavedNotice />}
      <DraftConflictNotice {...kept} />
      <div className="flex justify-end gap-2">
        {onCancel && (
          <Button kind="quiet" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
        )}
        <Button type="submit" shortcut="Mod+Enter" busy={isSending} disabled={text.trim() === ''}>
          <Trans>Send for review</Trans>
        </Button>
      </div>
    </form>
  );
}
