import { globSync, readFileSync } from 'node:fs';
import { type Check, checkOutcome } from './check.ts';

/** Words that plain technical English replaces by a role, a time or "again". */
const WORDS: ReadonlySet<string> = new Set(['whoever', 'somebody', 'nobody', 'anew', 'meanwhile']);

/** How often they may occur. Lower it when the code allows it. */
const LIMIT = 8;

const FILES = [
  '{contract,docs,scripts,server,src,test}/**/*.{ts,tsx,mjs,css,html,md}',
  '*.{ts,md}',
  '.dependency-cruiser.cjs',
];

/** Counts the words in names, comments and texts; fails when there are more than the limit. */
export const vagueWords: Check = {
  title: 'Vague words',
  run: async () => {
    // This check and its test name the words.
    const paths = FILES.flatMap((pattern) => globSync(pattern)).filter((path) => !/\/vague-words\b/.test(path));
    const found = paths.flatMap((path) => findVagueWords(path, readFileSync(path, 'utf8')));
    const isPassed = found.length <= LIMIT && paths.length > 0;
    const output = [`${found.length} of at most ${LIMIT}`, ...found].join('\n');
    return { ...checkOutcome(isPassed, output), note: `${found.length} words` };
  },
};

/** The place and line of each vague word, also as a part of a name such as `nobodyElse`. */
export function findVagueWords(path: string, text: string): string[] {
  return text.split('\n').flatMap((line, index) => {
    const words = line.match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? [];
    return words.filter((word) => WORDS.has(word.toLowerCase())).map(() => `${path}:${index + 1}: ${line.trim()}`);
  });
}
