import { Trans, useLingui } from '@lingui/react/macro';
import { useMutationState } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useCallback, useRef, useState } from 'react';
import { drafts } from '#contract/drafts.ts';
import { connection, isCurrent } from '#src/api/connection.ts';
import { ApiError } from '#src/api/errors.ts';
import { useSave } from '#src/api/mutations.ts';
import { queryClient, queryKeys } from '#src/api/query-client.ts';
import { showFailureToast } from '#src/bulk/failed-actions.ts';
import { DraftConflictNotice, DraftNotSavedNotice, UnsentTextNotice } from '#src/form/draft/draft-conflict-notice.tsx';
import { useDraftStorage } from '#src/form/draft/use-draft-storage.ts';
import { useDraftText } from '#src/form/draft/use-draft-text.ts';
import { serverNow } from '#src/lib/clock.ts';
import { useLatest } from '#src/lib/hooks/use-latest.ts';
import { useUnsavedChangesWarning } from '#src/lib/hooks/use-unsaved-changes-warning.ts';
import { asRecord, isRecord, isText } from '#src/lib/json.ts';
import { currentLocation, navigate } from '#src/lib/router.ts';
import { useAfterChange } from '#src/lib/use-after-change.ts';
import { errorMessage } from '#src/page/error-message.ts';
import { RequestError } from '#src/page/request-error.tsx';
import type { RequestErrorProps } from '#src/page/request-error-notice.tsx';
import { Button } from '#src/ui/button.tsx';
import { lazyComponent } from '#src/ui/lazy-component.tsx';
import { showToast } from '#src/ui/overlay/toasts.ts';
import { ComposerField } from './composer-field.tsx';
import type { Draft } from './draft.ts';

const WritingAids = lazyComponent(async () => (await import('./writing-aids.tsx')).WritingAids);

/** By mutation key: the open form's handler of a sent text, also one sent by an earlier form. */
const openForms = new Map<string, Readonly<RefObject<(sent: Draft, text: string) => void>>>();

/** Storage key of the text of a new draft for the room. */
export const newDraftKey = (roomId: string) => `draft.${roomId}`;

/** A text that was sent and has no answer yet, and when, by the service's clock. */
interface SentText {
  text: string;
  sentAtUnix: number;
}

const isSentText = (value: unknown): value is SentText =>
  isRecord(value) && isText(value.text) && typeof value.sentAtUnix === 'number';

/** Form for a new draft. The text is stored in the browser until the service has accepted it. */
export function WriteDraft(props: {
  roomId: string;
  label: ReactNode;
  /** Storage key of the text. Default: one for each room. */
  draftKey?: string;
  /** Initial text, unless a stored one is restored. */
  startsWith?: string;
  /** Id of the rejected draft that this one revises, for services that keep it. */
  revises?: string | undefined;
  autoFocus?: boolean;
  onSent?: (sent: Draft) => void;
  /** Shows a cancel button. */
  onCancel?: () => void;
}) {
  const { roomId, label, draftKey = newDraftKey(roomId), startsWith = '', revises } = props;
  const { autoFocus = false, onSent, onCancel } = props;
  const { t } = useLingui();
  const kept = useDraftText(draftKey);
  const { store: unanswered, stored: lost } = useDraftStorage(`${draftKey}.sent`, isSentText);
  const [isUntouched, setUntouched] = useState(!kept.isRestoredDraft);
  const mutationKey = [...queryKeys.resource(drafts), 'save', draftKey];
  const name = String(mutationKey);
  const save = useSave(drafts, mutationKey);
  const last = useMutationState({ filters: { mutationKey }, select: ({ state }) => state }).at(-1);
  const isSending = last?.status === 'pending';
  useUnsavedChangesWarning(isSending);
  const area = useRef<HTMLTextAreaElement>(null);
  const text = isUntouched && kept.text === '' ? startsWith : kept.text;
  const failure = save.error ?? (kept.isRestoredDraft && last?.error);
  const isUnknown = failure instanceof ApiError && failure.isOutcomeUnknown;
  const error = failure && (
    <>
      {!isLookUp(last?.variables) && `${errorMessage(failure)} `}
      {isUnknown && <Trans>It may have been sent anyway. Check My drafts before sending it again.</Trans>}
    </>
  );
  const write = (typed: string) => {
    setUntouched(false);
    kept.setText(typed);
    if (!typed.startsWith(unanswered.read(isSentText)?.text ?? '')) unanswered.forget();
  };

  /** With `earlier`, only looks for what an earlier page sent. */
  const send = async (earlier?: SentText) => {
    const { text: sentText, sentAtUnix } = earlier ?? { text, sentAtUnix: serverNow() };
    if (sentText.trim() === '' || queryClient.isMutating({ mutationKey }) > 0) return;
    const from = connection.get();
    const { pathname, search } = currentLocation();
    unanswered.write({ text: sentText, sentAtUnix });
    unanswered.flush();
    const attributes = { message_content: sentText, ...(revises !== undefined && { settings: { revises } }) };
    let sent: Draft;
    try {
      const one = { room: { type: 'rooms', id: roomId } } as const;
      sent = await save.mutateAsync({ attributes, one, ...(earlier && { sentAtUnix }) });
    } catch (refusal) {
      if (isCurrent(from) && !(refusal instanceof ApiError && refusal.isOutcomeUnknown)) unanswered.forget();
      // An open form shows it at the field.
      if (!from || openForms.has(name) || earlier) return;
      const open = { label: t`Open`, run: () => void navigate(pathname + search) };
      return showFailureToast(from, t`Couldn’t send your draft`, refusal, open);
    }
    showToast({ tone: 'good', text: t`Sent for review` });
    unanswered.forget();
    // The user may have left the page, and come back to another form for the same text.
    const open = openForms.get(name);
    if (open) open.current(sent, sentText);
    else kept.forgetSent(sentText);
  };
  useAfterChange(name, () => {
    if (!last && lost && text.startsWith(lost.text)) void send(lost);
  });
  const follow = useLatest((sent: Draft, sentText: string) => {
    if (text !== sentText) {
      // Text typed while the request was in flight becomes the next draft.
      write(text.startsWith(sentText) ? text.slice(sentText.length).trimStart() : text);
      return;
    }
    kept.forget();
    onSent?.(sent);
  });
  const enter = useCallback(() => {
    openForms.set(name, follow);
    return () => void (openForms.get(name) === follow && openForms.delete(name));
  }, [name]);
  return (
    <form
      ref={enter}
      data-draft=""
      className="flex flex-col gap-2 px-4 py-3"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {/* The form is at the foot of its page, so rules and checks above the field leave it where it is. */}
      {text.trim() !== '' && <WritingAids roomId={roomId} text={text} area={area} />}
      <ComposerField
        roomId={roomId}
        label={label}
        error={error}
        value={text}
        autoFocus={autoFocus}
        area={area}
        onChange={write}
        onSend={() => void send()}
        onCancel={onCancel}
      />
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

const isLookUp = (input: unknown) => asRecord(input)?.sentAtUnix !== undefined;

/** In place of a page with the form: the error and, for a deleted record, the text typed there, to be copied. */
export function DraftPageError({ draftKey, ...failure }: RequestErrorProps & { draftKey: string }) {
  return (
    <>
      {failure.error instanceof ApiError && failure.error.isNotFound && <UnsentTextNotice draftKey={draftKey} />}
      <RequestError {...failure} />
    </>
  );
}
