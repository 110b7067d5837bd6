import { useLingui } from '@lingui/react/macro';
import { startTransition, useState } from 'react';
import { drafts } from '#contract/drafts.ts';
import { serverNow } from '#src/api/clock.ts';
import { useAction } from '#src/api/mutations.ts';
import { may } from '#src/crud/may.ts';
import { useErrorSentence } from '#src/crud/request-error.tsx';
import { decisionOn } from '#src/records/decision-on.ts';
import { decide } from '#src/records/decision-outbox.ts';
import { type Draft, isInReview } from '#src/records/send-decision.ts';
import { showToast } from '#src/ui/toasts.ts';

export type DraftForm = 'reject' | 'edit';

/** What can be done about the chosen draft, by button and by key alike. */
export interface DraftCommands {
  approve: (options?: { force?: boolean; editedContent?: string }) => void;
  /** What is being typed about the draft, if anything is. */
  form: DraftForm | undefined;
  openForm: (form: DraftForm) => void;
  closeForm: () => void;
  /** Says whether the typed reason may be forgotten: only once the tenant has it. */
  reject: (reason: string) => Promise<boolean>;
  canMarkRead: (draft: Draft) => boolean;
  markRead: () => void;
}

/** Commands for one draft; `moveOn` is called as soon as a decision has been taken. */
export function useDraftCommands(draft: Draft | undefined, label: string, moveOn: () => void): DraftCommands {
  const { t } = useLingui();
  const [open, setOpen] = useState<{ draftId: string; form: DraftForm }>();
  const closeForm = () => setOpen(undefined);
  const sentence = useErrorSentence();
  const markRead = useAction(drafts, 'mark_read', {
    optimistic: () => ({ create_user_resolved_read_time_unix: serverNow() }),
  });
  const isOpen = (action: string) => draft !== undefined && isInReview(draft) && may(draft, action);
  const canMarkRead = (one: Draft) =>
    !isInReview(one) && one.create_user_resolved_read_time_unix === null && may(one, 'mark_read');

  return {
    approve: (options) => {
      if (!draft || !isOpen('approve')) return;
      closeForm();
      const isEdited = options?.editedContent !== undefined && options.editedContent !== draft.message_content;
      decide(decisionOn(draft, 'approve', isEdited ? options : { force: options?.force ?? false }), label);
      moveOn();
    },
    form: open && open.draftId === draft?.id ? open.form : undefined,
    openForm: (form) => {
      if (!draft || !isOpen(form === 'edit' ? 'approve' : 'reject')) return;
      const show = () => setOpen({ draftId: draft.id, form });
      // The code of editing may still be on its way: until then the buttons stay.
      if (form === 'edit') startTransition(show);
      else show();
    },
    closeForm,
    reject: async (reason) => {
      if (!draft || !isOpen('reject')) return false;
      closeForm();
      decide(decisionOn(draft, 'reject', { comment: reason }), label);
      moveOn();
      return false;
    },
    canMarkRead,
    markRead: () => {
      if (!draft || !canMarkRead(draft)) return;
      markRead.mutate(
        { id: draft.id },
        {
          onError: (error) =>
            showToast({ tone: 'bad', text: t`It could not be marked read.`, detail: sentence(error) }),
        },
      );
    },
  };
}
