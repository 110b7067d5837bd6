import { findForeignLink } from './find-foreign-link.ts';
import { findMissingAnswer } from './find-missing-answer.ts';
import { findOtherLanguage, guessLanguage } from './find-other-language.ts';
import { findAccountNumber, findCardNumber } from './find-payment-number.ts';
import { findPlaceholder } from './find-placeholder.ts';
import { findRejectedBefore, findSentBefore } from './find-repetition.ts';
import type { CheckInput, Finding } from './finding.ts';

/** Longer texts are checked to here, as no check has to be fast on what no one writes. */
const LONGEST = 20_000;

/** All checks of a draft, the gravest finding first. They only inform: nothing is blocked by them. */
export function checkDraft(given: CheckInput): Finding[] {
  const input = { ...given, text: given.text.slice(0, LONGEST) };
  const found = [
    findCardNumber(input),
    findAccountNumber(input),
    findPlaceholder(input),
    findForeignLink(input),
    findOtherLanguage(input, guessLanguage),
    findRejectedBefore(input),
    findSentBefore(input),
    findMissingAnswer(input),
    findNewerMessage(input),
  ];
  return found.filter((finding) => finding !== undefined);
}

/** The visitor wrote after the draft. */
export const findNewerMessage = ({ spoken }: Pick<CheckInput, 'spoken'>): Finding | undefined =>
  spoken?.newerBy === undefined ? undefined : { code: 'newer_message', by: spoken.newerBy };
