import { findForeignLink } from './find-foreign-link.ts';
import { findMissingAnswer } from './find-missing-answer.ts';
import { findOtherLanguage } from './find-other-language.ts';
import { findAccountNumber, findCardNumber } from './find-payment-number.ts';
import { findPlaceholder } from './find-placeholder.ts';
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

const UNSAID = /[^\p{L}\p{N}\p{M}]/gu;
/** Scripts in which one character says about as much as a word in others. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
/** Shorter texts, such as "You're welcome!", are repeated for good reason. */
const SHORTEST = 20;

/** The same text was already sent in the room. Case, spaces and punctuation make no difference. */
export function findSentBefore({ text, spoken }: Pick<CheckInput, 'text' | 'spoken'>): Finding | undefined {
  const said = saidBy(text);
  return said && spoken?.byStaff.some((other) => saidBy(other) === said) ? { code: 'sent_before' } : undefined;
}

/** The same text was rejected for the room before. */
export function findRejectedBefore({ text, rejected }: Pick<CheckInput, 'text' | 'rejected'>): Finding | undefined {
  const said = saidBy(text);
  const same = said && rejected.find((other) => saidBy(other.text) === said);
  return same ? { code: 'rejected_before', reason: same.reason } : undefined;
}

/** Normalizes a text for comparison; empty if it is too short to compare. */
function saidBy(text: string): string {
  const said = text.normalize('NFKC').toLocaleLowerCase('en').replace(UNSAID, '');
  const length = said.length + (said.match(DENSE)?.length ?? 0);
  return length < SHORTEST ? '' : said;
}
