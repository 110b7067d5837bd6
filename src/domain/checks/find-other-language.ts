import { detectAll } from 'tinyld';
import type { CheckInput, Finding } from './finding.ts';
import { proseOf } from './text/prose.ts';
import { inMainScript, isReadable, lettersByScript, mainScript, scriptOfLanguage, scriptsOf } from './text/scripts.ts';

/** A language with how likely a text is in it, from 0 to 1. */
interface Guess {
  language: string;
  share: number;
}

/** Languages to distinguish (ISO 639-1). With more, the library mistakes German for others, such as Esperanto. */
const LANGUAGES: readonly string[] = (
  'en de es fr pt it nl pl tr sv da no fi is cs sk hu ro bg el ru uk sr lt lv et sq he ar fa ur hi bn ta te th vi id ' +
  'ja zh ko ka hy am'
).split(' ');

/** Characters of a text that are analysed, from its beginning. */
const MAX_LENGTH = 2_000;

/** The draft is in another language or script than the visitor's. Finds nothing if either is too short. */
export function findOtherLanguage({
  text,
  roomTexts,
  language,
}: Pick<CheckInput, 'text' | 'roomTexts' | 'language'>): Finding | undefined {
  if (!roomTexts) return undefined;
  const said = roomTexts.byVisitor.map(beginningOf);
  const draft = beginningOf(text);
  return findOtherScript(draft, said, language) ?? compareLanguages(draft, said, language);
}

const beginningOf = (text: string) => proseOf(text.slice(0, MAX_LENGTH));

function findOtherScript(draft: string, said: readonly string[], language: string | undefined): Finding | undefined {
  const letters = lettersByScript(draft);
  const used = mainScript(letters);
  if (used === undefined) return undefined;
  const written = scriptsOf(lettersByScript(said.join('\n')));
  const fallback = language === undefined ? undefined : scriptOfLanguage(language);
  const known = written.length > 0 ? written : fallback === undefined ? [] : [fallback];
  const [expected] = known;
  if (expected === undefined || isReadable(used, letters.get(used) ?? 0, known)) return undefined;
  return { code: 'other_script', used, expected };
}

/** Fewest letters from which a language can be guessed. East Asian characters count twice. */
const MIN_LETTERS = 30;
const MIN_OF_VISITOR = 20;
/** Fewest letters if the guess is good and the only one. */
const MIN_BEYOND_DOUBT = 12;
const GOOD = 0.15;
const LETTER = /\p{L}/gu;
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
/** A second guess with half the share of the first casts doubt on it; with a quarter, it is still a possibility. */
const DOUBTFUL = 0.5;
const POSSIBLE = 0.25;

function compareLanguages(draft: string, said: readonly string[], language: string | undefined): Finding | undefined {
  const text = inMainScript(draft);
  const guesses = countLetters(text) < MIN_LETTERS ? [] : guessLanguage(text);
  const [used, ...doubts] = likely(guesses, DOUBTFUL);
  if (used === undefined || doubts.length > 0) return undefined;
  const possible = likely(guesses, POSSIBLE);
  const known = languagesOf(said, language);
  // Visitors mix languages: any language that they may have written is fine.
  const isFine = known.some((one) => {
    return likely(one, POSSIBLE).includes(used) || likely(one, DOUBTFUL).some((other) => possible.includes(other));
  });
  const expected = known[0]?.[0]?.language;
  return isFine || expected === undefined ? undefined : { code: 'other_language', used, expected };
}

/**
 * Languages that the visitor may write: guesses for all messages together, and for each longer message. The room's
 * language replaces guesses that agree with it, and is the fallback if there are none.
 */
function languagesOf(said: readonly string[], language: string | undefined): Guess[][] {
  const roomLanguage = languageOf(language);
  const ofRoom = roomLanguage === undefined ? [] : [{ language: roomLanguage, share: 1 }];
  const texts = [said.join('\n'), ...(said.length > 1 ? said : [])];
  const known = texts.flatMap((text): Guess[][] => {
    const count = countLetters(text);
    const guesses = count < MIN_BEYOND_DOUBT ? [] : guessLanguage(inMainScript(text));
    const isGood = (guesses[0]?.share ?? 0) >= GOOD && likely(guesses, POSSIBLE).length === 1;
    if (guesses.length === 0 || (count < MIN_OF_VISITOR && !isGood)) return [];
    return [ofRoom.some((room) => likely(guesses, POSSIBLE).includes(room.language)) ? ofRoom : guesses];
  });
  return known.length > 0 || ofRoom.length === 0 ? known : [ofRoom];
}

/** Languages with at least this part of the first one's share. */
const likely = (guesses: readonly Guess[], part: number): string[] =>
  guesses.filter(({ share }) => share >= part * (guesses[0]?.share ?? 0)).map(({ language }) => language);

const countLetters = (text: string) => (text.match(LETTER)?.length ?? 0) + (text.match(DENSE)?.length ?? 0);

const options = { only: [...LANGUAGES] };

/** Guesses the language of a text by letters and n-grams, the likeliest first. */
const guessLanguage = (text: string): Guess[] =>
  detectAll(text, options).map(({ lang, accuracy }) => ({ language: lang, share: accuracy }));

/** Base language of a tag, such as `pt` of `pt-BR`; undefined if it is not among `LANGUAGES`. */
function languageOf(tag: string | undefined): string | undefined {
  const [language = ''] = (tag ?? '').toLowerCase().split(/[-_]/);
  const known = language === 'nb' || language === 'nn' ? 'no' : language;
  return LANGUAGES.includes(known) ? known : undefined;
}
