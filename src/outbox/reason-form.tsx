import { Trans, useLingui } from '@lingui/react/macro';
import type { KeyboardEvent, ReactNode, SyntheticEvent } from 'react';
import type { Draft } from '#src/domain/drafts/draft.ts';
import { useMatchingRules } from '#src/domain/keywords/matching-rules.ts';
import { DraftConflictNotice, DraftNotSavedNotice } from '#src/form/draft/draft-conflict-notice.tsx';
import { useDraftText } from '#src/form/draft/use-draft-text.ts';
import { useStore } from '#src/lib/store.ts';
import { isImeKey, useShortcuts } from '#src/lib/use-shortcuts.ts';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { type Reason, ReasonField, useTypedAhead } from './reason-field.tsx';
import { addReason, citationOf, citedReason, useRejectReasons } from './reject-reasons.ts';

/**
 * Asks for the reason of a rejection. Choosing a preset or a rule sends it at once, because it can be undone. A typed
 * reason is sent with the button, and survives a reload.
 */
export function ReasonForm(props: {
  /** The draft whose rules can be cited; undefined for several. */
  draft?: Draft | undefined;
  /** Storage key of the text, such as `reject-room.17`. */
  draftKey: string;
  /** Label of the submit button. */
  action: ReactNode;
  /** Whether the draft was decided while the user was typing, here or elsewhere. */
  isLate?: boolean;
  /** The caller clears the stored text once the server has accepted it. */
  onSend: (reason: string) => void;
  onCancel: () => void;
}) {
  const { draft, draftKey, action, isLate = false, onSend, onCancel } = props;
  const { t } = useLingui();
  const kept = useDraftText(draftKey);
  const cited = useStore(citedReason);
  const isCited = cited !== undefined && cited.draftId === draft?.id;
  const reasons = useReasons(draft);
  const [ahead, dropAhead] = useTypedAhead(kept.text, reasons);
  const typed = kept.text + ahead;
  const text = isCited ? addReason(typed, cited.reason) : typed;
  const isEmpty = text.trim() === '';

  const dropCited = () => isCited && citedReason.set(undefined);
  const setText = (typed: string) => {
    dropCited();
    dropAhead();
    kept.setText(typed);
  };
  const send = (reason: string) => {
    if (reason.trim() === '' || isLate) return;
    dropCited();
    onSend(reason.trim());
  };
  const cancel = () => {
    dropCited();
    onCancel();
  };
  const handlers = useFormHandlers(() => send(text), cancel);
  return (
    <form aria-label={t`Reject`} data-decision={draft?.id ?? ''} className="flex flex-col gap-2" {...handlers}>
      <ReasonField
        text={text}
        onChange={setText}
        reasons={reasons}
        onChoose={(reason) => (isEmpty ? send(reason) : setText(addReason(text, reason)))}
        choosing={isEmpty ? <Trans>Quick reject</Trans> : <Trans>Add to reason</Trans>}
        hint={<Trans>Shown to the author.</Trans>}
      />
      {isLate && <StaleDecisionNotice />}
      {!kept.isKept && <DraftNotSavedNotice />}
      <DraftConflictNotice {...kept} />
      <div className="flex justify-end gap-2">
        <Button kind="quiet" shortcut="Escape" onClick={cancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" kind="danger" shortcut="Mod+Enter" disabled={isLate || isEmpty}>
          {action}
        </Button>
      </div>
    </form>
  );
}

/** Handlers of a decision form: Ctrl+Enter sends it; Escape cancels it, also while the focus is outside the form. */
export function useFormHandlers(send: () => void, cancel: () => void) {
  // First, because the page would close the draft on Escape.
  useShortcuts({ 'Escape|u': cancel }, 'first');
  return {
    onKeyDown: (event: KeyboardEvent) => {
      if (event.defaultPrevented || isImeKey(event)) return;
      if (event.key === 'Escape') cancel();
      else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
      else return;
      event.preventDefault();
    },
    onSubmit: (event: SyntheticEvent) => {
      event.preventDefault();
      send();
    },
  };
}

/** Presets, then the rules that match the draft. */
export function useReasons(draft: Draft | undefined): Reason[] {
  const { t } = useLingui();
  const presets = useRejectReasons();
  const rules = useMatchingRules(draft);
  return [
    ...presets.map((text) => ({ label: text, text })),
    ...rules.map((rule) => ({ label: t`Rule “${rule.key_name.trim()}”`, text: citationOf(rule) })),
  ];
}

/** Says that the draft was decided while the user was typing. The text stays and is not sent. */
export function StaleDecisionNotice() {
  const { t } = useLingui();
  return (
    <Notice role="status" tone="warn" mark={t`Already decided`}>
      <Trans>This draft was decided while you were typing. Your text wasn’t sent; copy it if you need it.</Trans>
    </Notice>
  );
}
