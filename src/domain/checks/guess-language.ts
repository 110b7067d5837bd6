import { detectAll } from 'tinyld';
import type { Guess } from './find-other-language.ts';
import { LANGUAGES } from './text/languages.ts';

const options = { only: [...LANGUAGES] };

/** Guesses by letters and groups of letters. */
export const guessLanguage = (text: string): Guess[] =>
  detectAll(text, options).map(({ lang, accuracy }) => ({ language: lang, share: accuracy }));
