import type { CheckInput, Finding } from './finding.ts';
import { GREETINGS, THANKS, TITLES, UNSPACED } from './text/greeting-words.ts';

const SAYS_SOMETHING = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;
/** No greeting is longer, whatever names it has. */
const LONGEST = 200;

const anyOf = (words: readonly string[]) =>
  words
    .toSorted((a, b) => b.length - a.length)
    .join('|')
    .replaceAll(' ', '\\s+');

const SEPARATORS = /^[\p{P}\p{S}\s]+/u;
const WORDS = new RegExp(
  `^(?:(?:${anyOf([...GREETINGS, ...THANKS])})(?![\\p{L}\\p{M}\\p{N}])|${anyOf(UNSPACED)})`,
  'iu',
);
const UNSPACED_NAME = /^[\p{L}\p{N} ]{1,12}?(?:様|さま|さん|先生|女士|小姐|고객님|님)/u;
const TITLE = new RegExp(`^[,\\s]*(?:${anyOf(TITLES)})(?![\\p{L}\\p{M}])\\.?`, 'iu');
const CASED = "\\p{Lu}[\\p{L}\\p{M}'’.-]*";
const UNCASED = '[\\p{Script=Arabic}\\p{Script=Hebrew}\\p{Script=Devanagari}]+';
/** Up to four capitalized words, or one in a script without capitals, to the end of the phrase. */
const NAME = new RegExp(`^[,،\\s]*(?:${CASED}(?:[^\\S\\n]+${CASED}){0,3}|${UNCASED})\\s*(?=$|[\\n\\p{P}\\p{S}])`, 'u');

/** The draft says nothing: it is empty, or has only a greeting, with or without names and a closing. */
export function findMissingAnswer({ text }: Pick<CheckInput, 'text'>): Finding | undefined {
  if (!SAYS_SOMETHING.test(text)) return { code: 'empty' };
  return text.length <= LONGEST && isOnlyGreeting(text) ? { code: 'only_greeting' } : undefined;
}

function isOnlyGreeting(text: string): boolean {
  let rest = withoutStart(text, SEPARATORS);
  // An emoji alone is an answer.
  if (rest === '') return false;
  while (rest !== '') {
    const after = withoutGreeting(rest);
    if (after === rest) return false;
    rest = withoutStart(after, SEPARATORS);
  }
  return true;
}

/** Takes a greeting, with the name after it, off the beginning. */
function withoutGreeting(text: string): string {
  const greeted = withoutStart(withoutStart(text, UNSPACED_NAME), WORDS);
  const addressed = greeted === text ? text : withoutStart(withoutStart(greeted, TITLE), NAME);
  return withoutStart(addressed, UNSPACED_NAME);
}

const withoutStart = (text: string, start: RegExp) => text.replace(start, '');
