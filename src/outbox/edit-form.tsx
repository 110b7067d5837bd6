import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Decision } from '#src/api/decision.ts';
import { type Draft, isInReview } from '#src/domain/drafts/draft.ts';
import { TextDifference } from '#src/domain/drafts/text-difference.tsx';
import { DraftConflictNotice, DraftNotSavedNotice } from '#src/form/draft/draft-conflict-notice.tsx';
import { useDraftText } from '#src/form/draft/use-draft-text.ts';
import { translateIssue } from '#src/form/translate-issue.ts';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Textarea } from '#src/ui/form/textarea.tsx';
import { bufferedKeystrokes } from '#src/ui/lazy-component.tsx';
import { editBaseKey, editTextKey, snapshotOf } from './create-decision.ts';
import { StaleDecisionNotice, useFormHandlers } from './reason-form.tsx';

interface EditFormProps {
  draft: Draft;
  /** `seen` is the draft that the edit began from: its author may have changed it since. */
  onApprove: (text: string, seen: Decision['seen']) => void;
  onCancel: () => void;
}

/** Edits the draft's text in place and shows the diff. Approving sends text and decision in one request. */
export function EditForm({ draft, onApprove, onCancel }: EditFormProps) {
  const { t } = useLingui();
  const kept = useDraftText(editTextKey(draft.id));
  const base = useDraftText(editBaseKey(draft.id));
  const [seen] = useState(() => snapshotOf(draft));
  // An empty text is not stored; without this flag, an emptied field would refill with the original.
  const [isTouched, setTouched] = useState(false);
  const [ahead, setAhead] = useState(bufferedKeystrokes);
  const text = (kept.text || (isTouched ? '' : seen.content)) + ahead;
  const isChanged = text !== seen.content;
  const isLate = !isInReview(draft);
  const isEmpty = text.trim() === '';
  const approve = () => !isEmpty && !isLate && onApprove(text, seen);
  const reset = () => {
    setTouched(false);
    setAhead('');
    // The base stays: another tab's text may have begun from the same one.
    kept.forget();
  };
  const handlers = useFormHandlers(approve, onCancel);
  return (
    <form aria-label={t`Edit`} data-decision={draft.id} data-form="edit" className="flex flex-col gap-3" {...handlers}>
      <Field
        label={<Trans>Text</Trans>}
        error={isEmpty && translateIssue({ code: 'empty_draft' })}
        aside={
          isChanged && (
            <Button kind="quiet" size="small" className="-my-1 -me-2" onClick={reset}>
              <Trans>Reset to original</Trans>
            </Button>
          )
        }
      >
        <Textarea
          autoFocus
          rows={3}
          className="text-lg"
          value={text}
          onChange={(event) => {
            setTouched(true);
            setAhead('');
            // Written with each text, so that the stored pair always matches.
            base.setText(kept.text === '' ? seen.content : base.text);
            kept.setText(event.target.value);
          }}
          onFocus={({ target }) => target.setSelectionRange(text.length, text.length)}
        />
      </Field>
      {isLate && <StaleDecisionNotice />}
      {kept.text && base.text && base.text !== seen.content && (
        <>
          <Notice role="status" tone="warn">
            <Trans>The draft changed after you opened it. Read it again, then decide.</Trans>
          </Notice>
          <TextDifference before={base.text} after={seen.content} />
        </>
      )}
      {!kept.isKept && <DraftNotSavedNotice />}
      <DraftConflictNotice
        {...kept}
        showOther={() => {
          if (base.other) base.showOther();
          kept.showOther();
        }}
        dropOther={() => {
          if (base.other) base.dropOther();
          kept.dropOther();
        }}
      />
      {isChanged && <TextDifference before={seen.content} after={text} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button kind="quiet" shortcut="Escape" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" kind="primary" shortcut="Mod+Enter" disabled={isLate}>
          {isChanged ? <Trans>Approve with edits</Trans> : <Trans>Approve</Trans>}
        </Button>
      </div>
    </form>
  );
}
