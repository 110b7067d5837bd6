import { findForeignLink } from './find-foreign-link.ts';
import { findMissingAnswer } from './find-missing-answer.ts';
import { findOtherLanguage } from './find-other-language.ts';
import { findAccountNumber, findCardNumber } from './find-payment-number.ts';
import { findPlaceholder } from './find-placeholder.ts';
import type { CheckInput, Finding } from './finding.ts';

/** Characters of a text to check: the checks need not be fast on longer texts, which do not occur in practice. */
const MAX_LENGTH = 20_000;

/** Runs all checks on a draft; the most severe finding comes first. Findings inform and block nothing. */
export function checkDraft(given: CheckInput): Finding[] {
  const input = { ...given, text: given.text.slice(0, MAX_LENGTH) };
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
export const findNewerMessage = ({ roomTexts }: Pick<CheckInput, 'roomTexts'>): Finding | undefined =>
  roomTexts?.newerBy === undefined ? undefined : { code: 'newer_message', by: roomTexts.newerBy };

const IGNORED = /[^\p{L}\p{N}\p{M}]/gu;
/** Scripts in which one character says about as much as a word in others. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
/** Shorter texts, such as "You're welcome!", are repeated for good reason. */
const MIN_LENGTH = 20;

/** The same text was already sent in the room. Case, spaces and punctuation make no difference. */
export function findSentBefore({ text, roomTexts }: Pick<CheckInput, 'text' | 'roomTexts'>): Finding | undefined {
  const own = normalize(text);
  return own && roomTexts?.byStaff.some((other) => normalize(other) === own) ? { code: 'sent_before' } : undefined;
}

/** The same text was rejected for the room before. */
export function findRejectedBefore({ text, rejected }: Pick<CheckInput, 'text' | 'rejected'>): Finding | undefined {
  const own = normalize(text);
  const same = own && rejected.find((other) => normalize(other.text) === own);
  return same ? { code: 'rejected_before', reason: same.reason } : undefined;
}

/** Normalizes a text for comparison; empty if it is too short to compare. */
function normalize(text: string): string {
  const normalized = text.normalize('NFKC').toLocaleLowerCase('en').replace(IGNORED, '');
  const length = normalized.length + (normalized.match(DENSE)?.length ?? 0);
  return length < MIN_LENGTH ? '' : normalized;
}
