import { findForeignLink } from './find-foreign-link.ts';
import { findMissingAnswer } from './find-missing-answer.ts';
import { findOtherLanguage } from './find-other-language.ts';
import { findAccountNumber, findCardNumber } from './find-payment-number.ts';
import { findPlaceholder } from './find-placeholder.ts';
import { findRejectedBefore, findSentBefore } from './find-repetition.ts';
import type { CheckInput, Finding } from './finding.ts';

/** Characters of a text to check: the checks need not be fast on longer texts, which do not occur in practice. */
const LONGEST = 20_000;

/** Runs all checks on a draft; the most severe finding comes first. Findings inform and block nothing. */
export function checkDraft(given: CheckInput): Finding[] {
  const input = { ...given, text: given.text.slice(0, LONGEST) };
  const found = [
    findCardNumber(input),
    findAccountNumber(input),
    findPlaceholder(input),
    findForeignLink(input),
    findOtherLanguage(input),
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
