import type { Keyword } from '#src/domain/keywords/keyword.ts';
import { indexKeywords, type KeywordIndex } from '#src/domain/keywords/keyword-index.ts';
import { matchKeywords } from '#src/domain/keywords/match-keywords.ts';
import { table } from './table.ts';

/** What Review matches: all keywords with a long conversation. */
const KEYWORDS = 5_000;
const MESSAGES = 200;
const LAST = 6;
const RUNS = 200;
const GOAL_MS = 10;

interface Language {
  name: string;
  syllables: readonly string[];
  /** Between words; empty for scripts written without spaces. */
  gap: string;
}

const languages: readonly Language[] = [
  { name: 'English', syllables: ['re', 'fund', 'par', 'cel', 'ti', 'cket', 'bo', 'at', 'sea', 'car'], gap: ' ' },
  { name: 'German', syllables: ['straß', 'en', 'ge', 'büh', 'rück', 'zah', 'lung', 'für', 'schiff', 'über'], gap: ' ' },
  { name: 'Japanese', syllables: ['返', '品', '配', '送', 'いつ', 'です', 'か', '船', 'キャン', 'セル'], gap: '' },
  { name: 'Arabic', syllables: ['است', 'رد', 'اد', 'طرد', 'سف', 'ينة', 'موع', 'د', 'بطا', 'قة'], gap: ' ' },
  { name: 'Hindi', syllables: ['धन', 'वा', 'पसी', 'नौ', 'का', 'टि', 'कट', 'कब', 'है', 'क्या'], gap: ' ' },
];

/** Measures the matcher of the keyword bench and of Review; returns a section of the document, in Markdown. */
export function measureMatching(): string {
  const next = randomNumbers();
  const rows = languages.map((language) => {
    const names = Array.from({ length: KEYWORDS }, () => words(language, 1 + (next() % 3), next));
    const messages = Array.from({ length: MESSAGES }, () => `${words(language, 30, next)}. 🙂 Nr. ${next() % 1000}?`);
    const indexing = timed(20, () => indexKeywords(names.map(keyword)));
    const index = indexKeywords(names.map(keyword));
    const found = messages.flatMap((message) => match(message, index)).length;
    const whole = timed(RUNS, () => messages.map((message) => match(message, index)));
    const last = timed(RUNS, () => messages.slice(-LAST).map((message) => match(message, index)));
    return { name: language.name, characters: messages.join('').length, found, indexing, whole, last };
  });
  const most = Math.max(...rows.map(({ whole }) => quantile(whole, 0.99)));
  const ms = (times: readonly number[]) => `${quantile(times, 0.5).toFixed(1)} / ${quantile(times, 0.99).toFixed(1)}`;
  return [
    '## Matching keywords',
    `What Review looks for beside a draft, with the matcher of the keyword bench: ${KEYWORDS.toLocaleString('en')} keywords of one to three words in a conversation of ${MESSAGES} messages of thirty words, and in the draft and the last five messages of a visitor. The keywords are indexed once, when the browser is idle. Milliseconds, p50 / p99 of ${RUNS} runs; nothing is remembered between them.`,
    table(
      ['Goal', 'Found', ''],
      [
        [
          `the whole conversation under ${GOAL_MS} ms, p99`,
          `${most.toFixed(1)} ms at most`,
          most < GOAL_MS ? 'met' : '**not met**',
        ],
      ],
    ),
    table(
      ['', 'Characters', 'Matches', 'Indexing', 'Conversation', 'Draft and five messages'],
      rows.map(({ name, characters, found, indexing, whole, last }) => [
        name,
        characters.toLocaleString('en'),
        found.toLocaleString('en'),
        ms(indexing),
        ms(whole),
        ms(last),
      ]),
    ),
  ].join('\n\n');
}

const match = (text: string, index: KeywordIndex) => matchKeywords(text, index, { isWholeWords: true }).places;

function words({ syllables, gap }: Language, count: number, next: () => number): string {
  const word = () => Array.from({ length: 2 + (next() % 2) }, () => syllables[next() % syllables.length]).join('');
  return Array.from({ length: count }, word).join(gap);
}

const keyword = (key_name: string, place: number): Keyword => ({
  id: String(place + 1),
  type: 'master_keywords',
  key_name,
  key_title: null,
  suggestions: null,
  one: {},
  meta: {},
  more: {},
});

function timed(runs: number, run: () => unknown): number[] {
  return Array.from({ length: runs }, () => {
    const began = performance.now();
    run();
    return performance.now() - began;
  });
}

function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The same numbers in every run, so that runs compare. */
function randomNumbers(): () => number {
  let state = 20_261_123;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 8;
  };
}
