import { useLingui } from '@lingui/react/macro';
import { onSwitch } from '#src/api/connection.ts';
import type { Keyword } from '#src/domain/keywords/keyword.ts';
import { suggestionsOf } from '#src/domain/keywords/suggestions-of.ts';
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

/** A rule as the reason of a rejection: its name and what it suggests, in a sentence. */
export function useCitation(): (rule: Keyword) => string {
  const { t } = useLingui();
  return (rule) => {
    const name = rule.key_name.trim();
    const text = suggestionsOf(rule).join(' · ');
    return text ? t`Rule “${name}”: ${text}` : t`Rule “${name}”`;
  };
}

/** The reason with which the form of a draft begins; undefined once it is changed, sent or cancelled. */
export const citedReason = createStore<{ draftId: string; reason: string } | undefined>(undefined);
// Ids are those of one connection, and the reason is one person's.
onSwitch(() => citedReason.set(undefined));

/** Adds a reason below what was typed. */
export const addReason = (typed: string, reason: string): string =>
  typed.trim() === '' ? reason : `${typed.trimEnd()}\n${reason}`;

export type Press = Pick<KeyboardEvent, 'key' | 'timeStamp'>;

const SECOND_PRESS_MS = 1_000;
let chosenBy: Press | undefined;

/** Notes the key that has just chosen a reason. */
export function noteChoice({ key, timeStamp }: Press): void {
  chosenBy = { key, timeStamp };
}

/** Whether a key was pressed twice in a row: the second press is not meant for the draft that has come up since. */
export const isSecondPress = ({ key, timeStamp }: Press): boolean =>
  chosenBy !== undefined && chosenBy.key === key && timeStamp - chosenBy.timeStamp < SECOND_PRESS_MS;
