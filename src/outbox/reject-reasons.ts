import { t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { onSwitch } from '#src/api/connection.ts';
import { suggestionsOf } from '#src/domain/keywords/item-list.ts';
import type { Keyword } from '#src/domain/keywords/keyword.ts';
import { settings } from '#src/lib/storage/settings.ts';
import { createStore, useStore } from '#src/lib/store.ts';

/** Preset rejection reasons: the user's own, or defaults in the page's language. */
export function useRejectReasons(): readonly string[] {
  const { t } = useLingui();
  const usual = [
    t`Wrong information`,
    t`Doesn’t answer the question`,
    t`Wrong tone`,
    t`Spelling or grammar`,
    t`Needs a specialist`,
  ];
  return useStore(settings).rejectReasons ?? usual;
}

/** Formats a rule as a rejection reason: its name and its suggested answers. */
export function citationOf(rule: Keyword): string {
  const name = rule.key_name.trim();
  const text = suggestionsOf(rule).join(' · ');
  return text ? t`Rule “${name}”: ${text}` : t`Rule “${name}”`;
}

/** A cited rule that prefills the reason form of a draft; cleared once it is changed, sent or cancelled. */
export const citedReason = createStore<{ draftId: string; reason: string } | undefined>(undefined);
// Draft ids are valid within one connection only, and the reason belongs to one user.
onSwitch(() => citedReason.set(undefined));

/** Appends a reason to the typed text, on a new line. */
export const addReason = (typed: string, reason: string): string =>
  typed.trim() === '' ? reason : `${typed.trimEnd()}\n${reason}`;

export type Press = Pick<KeyboardEvent, 'key' | 'timeStamp'>;

const SECOND_PRESS_MS = 1_000;
let chosenBy: Press | undefined;

/** Notes the key that has just chosen a reason. */
export function recordChoice({ key, timeStamp }: Press): void {
  chosenBy = { key, timeStamp };
}

/** Whether a press repeats the key that has just chosen a reason: it is not meant for the next draft. */
export const isRepeatedKeyPress = ({ key, timeStamp }: Press): boolean =>
  chosenBy !== undefined && chosenBy.key === key && timeStamp - chosenBy.timeStamp < SECOND_PRESS_MS;
