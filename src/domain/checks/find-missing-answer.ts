import type { CheckInput, Finding } from './finding.ts';
import { GREETINGS, THANKS, TITLES, UNSPACED } from './text/greeting-words.ts';

const SAYS_SOMETHING = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;
/** No greeting is longer, whatever names it has. */
const LONGEST = 200;

const longestFirst = (words: readonly string[]) => words.toSorted((a, b) => b.length - a.length);
const GREETED = longestFirst([...GREETINGS, ...THANKS]);
const GREETED_UNSPACED = longestFirst(UNSPACED);
const TITLED = longestFirst(TITLES);

const SPACES = /[^\S\n]+/gu;
const SEPARATORS = /^[\p{P}\p{S}\s]+/u;
const CONTINUES = /^[\p{L}\p{M}\p{N}]/u;
const CONTINUES_NAME = /^[\p{L}\p{M}]/u;
const BEFORE_TITLE = /^[,\s]+/u;
const UNSPACED_NAME = /^[\p{L}\p{N} ]{1,12}?(?:様|さま|さん|先生|女士|小姐|고객님|님)/u;
/** Up to four capitalized words, or one in a script without capitals, to the end of the phrase. */
const NAME =
  /^[,،\s]*(?:\p{Lu}[\p{L}\p{M}'’.-]*(?:[^\S\n]+\p{Lu}[\p{L}\p{M}'’.-]*){0,3}|[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}]+)\s*(?=$|[\n\p{P}\p{S}])/u;

/** The draft says nothing: it is empty, or has only a greeting, with or without names and a closing. */
export function findMissingAnswer({ text }: Pick<CheckInput, 'text'>): Finding | undefined {
  if (!SAYS_SOMETHING.test(text)) return { code: 'empty' };
  return text.length <= LONGEST && isOnlyGreeting(text) ? { code: 'only_greeting' } : undefined;
}

function isOnlyGreeting(text: string): boolean {
  let rest = withoutStart(text.replace(SPACES, ' '), SEPARATORS);
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
  const named = withoutStart(text, UNSPACED_NAME);
  const greeted = withoutWord(named, GREETED, CONTINUES) ?? withoutWord(named, GREETED_UNSPACED) ?? named;
  const addressed = greeted === text ? text : withoutStart(withoutTitle(greeted), NAME);
  return withoutStart(addressed, UNSPACED_NAME);
}

function withoutTitle(text: string): string {
  const rest = withoutWord(withoutStart(text, BEFORE_TITLE), TITLED, CONTINUES_NAME);
  return rest === undefined ? text : withoutStart(rest, /^\./);
}

/** The text without the first of these words that it begins with; undefined if there is none. */
function withoutWord(text: string, words: readonly string[], continues?: RegExp): string | undefined {
  const word = words.find(
    (each) =>
      text.slice(0, each.length).toLowerCase() === each.toLowerCase() && !continues?.test(text.slice(each.length)),
  );
  return word && text.slice(word.length);
}

const withoutStart = (text: string, start: RegExp) => text.replace(start, '');
