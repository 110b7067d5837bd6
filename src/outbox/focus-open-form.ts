import { t } from '@lingui/core/macro';
import type { DraftForm } from './use-draft-commands.ts';

/** Focuses the field of an open form, once a dialog has closed. */
export function focusForm(of: 'decision' | 'draft'): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-${of}] textarea`)?.focus());
}

/** Focuses the field of the open decision form. Returns a sentence that says why no other action is taken. */
export function focusOpenForm(form: DraftForm): string {
  focusForm('decision');
  return form === 'edit'
    ? t`You’re editing this draft. Approve it with your changes, or cancel.`
    : t`You’re rejecting this draft. Send the rejection, or cancel.`;
}

/** As `focusOpenForm`, for the form that is open on one of the drafts; undefined if there is none. */
export function focusOpenFormOf(draftIds: readonly string[]): string | undefined {
  const forms = [...document.querySelectorAll<HTMLElement>('[data-decision]')];
  const form = forms.find(({ dataset }) => draftIds.includes(dataset.decision ?? ''));
  return form && focusOpenForm(form.dataset.form === 'edit' ? 'edit' : 'reject');
}
