import { t } from '@lingui/core/macro';
import type { DraftForm } from './use-draft-commands.ts';

/** Focuses the field of an open form, once a dialog has closed. */
export function focusForm(of: 'decision' | 'draft'): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-${of}] textarea`)?.focus());
}

/** Focuses the field of the open form of a decision. Returns why no other action is taken, in a sentence. */
export function returnToForm(form: DraftForm): string {
  focusForm('decision');
  return form === 'edit'
    ? t`You’re editing this draft. Approve it with your changes, or cancel.`
    : t`You’re rejecting this draft. Send the rejection, or cancel.`;
}
