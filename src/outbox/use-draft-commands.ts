import { useMemo, useRef, useState } from 'react';
import type { Decision } from '#src/api/decision.ts';
import { type Draft, isInReview } from '#src/domain/drafts/draft.ts';
import { useLatest } from '#src/lib/hooks/use-latest.ts';
import { isTouch } from '#src/lib/use-window-width.ts';
import { can } from '#src/page/can.ts';
import { createDecision } from './create-decision.ts';
import { enqueueDecisions } from './decision-outbox.ts';
import { failedDecisions } from './decision-outcomes.ts';
import { hasDecision } from './outbox-store.ts';

/** The form that is open on a draft. */
export type DraftForm = 'reject' | 'edit';

/** Commands on the selected draft, shared by buttons and shortcuts. */
export interface DraftCommands {
  /** Approves the draft, with `editedContent` in place of the text in `seen` if given. */
  approve: (editedContent?: string, seen?: Decision['seen']) => void;
  /** The open form, if any. */
  form: DraftForm | undefined;
  /** False if the draft does not allow it, or another form is open; the user is told why. */
  openForm: (form: DraftForm) => boolean;
  closeForm: () => void;
  /** The form that was just closed without a decision; focus returns to its button. */
  closedForm: DraftForm | undefined;
  reject: (reason: string) => void;
  /** Retries the last decision after a failure. `force` approves although the visitor has written again. */
  repeat: (options?: { force?: boolean }) => void;
}

interface CommandOptions {
  label: string;
  /** Called as soon as a decision is queued. Returns what is shown next, if anything. */
  moveOn?: () => unknown;
  /** Called instead of an action that the draft does not allow, or that an open `form` blocks. */
  explainBlockedAction: (action: Decision['kind'], form?: DraftForm) => void;
  /** Whether it is not known yet if the list shows the draft; no action is taken then. */
  isHeld?: () => boolean;
}

/** Commands for one draft. */
export function useDraftCommands(draft: Draft | undefined, options: CommandOptions): DraftCommands {
  const [last, setLast] = useState<{ draftId: string; form?: DraftForm; closedForm?: DraftForm | undefined }>();
  const isHere = last?.draftId === draft?.id;
  // When the reviewer comes back later, focus must not jump to the button, nor a sheet open by itself.
  if (!isHere && last && last.form !== 'edit' && (!last.form || isTouch())) setLast(undefined);
  const { form, closedForm } = { ...(isHere && last) };
  const visit = useMemo(() => ({ draftId: draft?.id }), [draft?.id]);
  /** The visit in which the draft was decided; another one begins with the next draft. */
  const decidedVisit = useRef<object>(undefined);

  // Stable callbacks, so that memoized buttons do not re-render for each draft.
  const latest = useLatest({ draft, form, visit, ...options });
  return useMemo(() => {
    const isOpen = (draft: Draft | undefined, action: Decision['kind']): draft is Draft => {
      const { isHeld, visit, explainBlockedAction } = latest.current;
      const isAllowed = draft && isInReview(draft) && can(draft, action) && !hasDecision(draft.id) && !isHeld?.();
      // A second press may come before the next draft is rendered.
      if (!isAllowed && decidedVisit.current !== visit) explainBlockedAction(action);
      return !!isAllowed;
    };
    /** The open form, if any: it blocks other actions, and the user is told why. */
    const isFormFirst = (action: Decision['kind']) => {
      const { form, explainBlockedAction } = latest.current;
      if (form) explainBlockedAction(action, form);
      return form;
    };
    const take = (kind: Decision['kind'], options: Parameters<typeof createDecision>[2]) => {
      const { draft, label, visit, moveOn } = latest.current;
      if (!isOpen(draft, kind)) return;
      setLast(undefined);
      if (!enqueueDecisions([createDecision(draft, kind, options)], label)) return;
      decidedVisit.current = moveOn?.() ? visit : undefined;
    };
    return {
      approve: (text, seen) => {
        if (text === undefined && isFormFirst('approve')) return;
        take('approve', { editedContent: text === seen?.content ? undefined : text, seen });
      },
      form,
      openForm: (form) => {
        const { draft } = latest.current;
        const action = form === 'edit' ? 'approve' : 'reject';
        if (isFormFirst(action) || !isOpen(draft, action)) return false;
        setLast({ draftId: draft.id, form });
        return true;
      },
      closeForm: () => setLast((last) => last && { draftId: last.draftId, closedForm: last.form }),
      closedForm,
      reject: (comment) => take('reject', { comment }),
      repeat: (options) => {
        const failed = failedDecisions.get()[latest.current.draft?.id ?? '']?.decision;
        if (failed && !isFormFirst(failed.kind)) take(failed.kind, { ...failed, ...options });
      },
    };
  }, [form, closedForm]);
}
