import type { CheckInput, Finding } from './finding.ts';

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
