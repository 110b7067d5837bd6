import { useMemo, useState } from 'react';
import type { Decision } from '#src/api/decision.ts';
import { type Draft, isInReview } from '#src/domain/drafts/draft.ts';
import { useLatest } from '#src/lib/hooks/use-latest.ts';
import { can } from '#src/page/can.ts';
import { createDecision } from './create-decision.ts';
import { enqueueDecisions } from './decision-outbox.ts';
import { failedDecisions } from './decision-outcomes.ts';

type DraftForm = 'reject' | 'edit';

/** Commands on the selected draft, shared by buttons and shortcuts. */
export interface DraftCommands {
  /** Approves the draft, with `editedContent` in place of its text if given. */
  approve: (editedContent?: string) => void;
  /** The open form, if any. */
  form: DraftForm | undefined;
  openForm: (form: DraftForm) => void;
  closeForm: () => void;
  /** The form that was just closed without a decision; focus returns to its button. */
  closedForm: DraftForm | undefined;
  reject: (reason: string) => void;
  /** Retries the last decision after a failure. `force` approves although the visitor has written again. */
  repeat: (options?: { force?: boolean }) => void;
}

interface CommandOptions {
  label: string;
  /** Called as soon as a decision is queued. */
  moveOn: () => void;
  /** Called instead of an action that the draft does not allow. */
  sayWhyNot: (action: 'approve' | 'reject') => void;
}

/** Commands for one draft. */
export function useDraftCommands(draft: Draft | undefined, options: CommandOptions): DraftCommands {
  const [open, setOpen] = useState<{ draftId: string; form: DraftForm }>();
  const [closed, setClosed] = useState<{ draftId: string; form: DraftForm }>();
  // Reset on another draft: when the reviewer comes back later, focus must not jump to the button.
  if (closed && closed.draftId !== draft?.id) setClosed(undefined);
  const form = open && open.draftId === draft?.id ? open.form : undefined;
  const closedForm = closed?.form;

  // Stable callbacks, so that memoized buttons do not re-render for each draft.
  const latest = useLatest({ draft, open, ...options });
  return useMemo(() => {
    const isOpen = (draft: Draft | undefined, action: 'approve' | 'reject'): draft is Draft => {
      const isAllowed = draft !== undefined && isInReview(draft) && can(draft, action);
      if (!isAllowed) latest.current.sayWhyNot(action);
      return isAllowed;
    };
    const take = (kind: Decision['kind'], options: Parameters<typeof createDecision>[2]) => {
      const { draft, label, moveOn } = latest.current;
      if (!isOpen(draft, kind)) return;
      setOpen(undefined);
      // A second press may come before the next draft is rendered.
      if (enqueueDecisions([createDecision(draft, kind, options)], label)) moveOn();
    };
    return {
      approve: (text) =>
        take(
          'approve',
          text === undefined || text === latest.current.draft?.message_content ? {} : { editedContent: text },
        ),
      form,
      openForm: (form) => {
        const { draft } = latest.current;
        if (!isOpen(draft, form === 'edit' ? 'approve' : 'reject')) return;
        setOpen({ draftId: draft.id, form });
      },
      closeForm: () => {
        setClosed(latest.current.open);
        setOpen(undefined);
      },
      closedForm,
      reject: (comment) => take('reject', { comment }),
      repeat: ({ force } = {}) => {
        const failed = failedDecisions.get()[latest.current.draft?.id ?? '']?.decision;
        if (failed) take(failed.kind, { ...failed, force: force ?? failed.force });
      },
    };
  }, [form, closedForm]);
}
