import { indexKeywords, type KeywordIndex } from '#src/domain/keywords/keyword-index.ts';
import { matchKeywords } from '#src/domain/keywords/match-keywords.ts';
import { keywordRow } from '#test/src/keywords/keyword-row.ts';
import { quantile } from './quantile.ts';
import { goalTable, table } from './table.ts';

/** As in Review: all keywords are matched against a long conversation. */
const KEYWORDS = 5_000;
const MESSAGES = 200;
/** A draft and a visitor's last messages. */
const LAST = 6;
const RUNS = 200;
const GOAL_MS = 10;
const VOCABULARY = 8_000;

interface Language {
  name: string;
  letters: string;
  /** Separates words; empty for scripts written without spaces. */
  gap: string;
  /** Letters of a word: the minimum, and how many may be added. */
  length: readonly [least: number, more: number];
}

const from = (first: string, count: number) =>
  String.fromCodePoint(...Array.from({ length: count }, (_, index) => (first.codePointAt(0) ?? 0) + index));

const languages: readonly Language[] = [
  { name: 'English', letters: 'abcdefghiklmnoprstuvwy', gap: ' ', length: [3, 6] },
  { name: 'German', letters: 'abcdefghiklmnoprstuvwzäöüß', gap: ' ', length: [3, 9] },
  { name: 'Japanese', letters: from('あ', 60) + from('一', 600), gap: '', length: [2, 2] },
  { name: 'Arabic', letters: 'ابتثجحخدذرزسشصضطظعغفقكلمنهوي', gap: ' ', length: [3, 5] },
  { name: 'Hindi', letters: 'कखगघचछजटडतथदधनपफबभमयरलवशसह\u093E\u093F\u0940\u0947', gap: ' ', length: [3, 5] },
];

/** Measures the matcher of the keyword bench and of Review; returns a section of the document, in Markdown. */
export function measureMatching(): string {
  const next = randomNumbers();
  const rows = languages.map((language) => {
    const vocabulary = Array.from({ length: VOCABULARY }, () => word(language, next));
    // Few words are frequent and most are rare, but any word may be a keyword.
    const said = () => vocabulary[Math.floor(VOCABULARY ** ((next() % 1_000) / 1_000)) - 1] ?? '';
    const listed = () => vocabulary[next() % VOCABULARY] ?? '';
    const phrase = (count: number, pick: () => string) => Array.from({ length: count }, pick).join(language.gap);
    const names = Array.from({ length: KEYWORDS }, () => phrase(1 + (next() % 3), listed));
    const messages = Array.from({ length: MESSAGES }, () => `${phrase(30, said)}. 🙂 Nr. ${next() % 1000}?`);
    const keywords = () => names.map((name, place) => keywordRow(place + 1, name));
    const indexing = timed(20, () => indexKeywords(keywords()));
    const index = indexKeywords(keywords());
    const found = messages.flatMap((message) => match(message, index)).length;
    const whole = timed(RUNS, () => messages.map((message) => match(message, index)));
    const last = timed(RUNS, () => messages.slice(-LAST).map((message) => match(message, index)));
    return { name: language.name, characters: messages.join('').length, found, indexing, whole, last };
  });
  const most = Math.max(...rows.map(({ whole }) => quantile(whole, 0.5)));
  const ms = (times: readonly number[]) => `${quantile(times, 0.5).toFixed(1)} / ${quantile(times, 0.99).toFixed(1)}`;
  return [
    '## Matching keywords',
    `Review looks for keywords in the texts beside a draft, with the same matcher as the keyword bench. Here, it looks for ${KEYWORDS.toLocaleString('en')} keywords of one to three words in a conversation of ${MESSAGES} messages of thirty words, and in the draft and the last five messages of a visitor. The keywords are indexed once, when the browser is idle. Times are p50 / p99 of ${RUNS} runs in milliseconds; nothing is cached between runs.`,
    goalTable([
      {
        goal: `p50 of the whole conversation under ${GOAL_MS} ms`,
        found: `${most.toFixed(1)} ms at most`,
        isMet: most < GOAL_MS,
      },
    ]),
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

function word({ letters, length: [least, more] }: Language, next: () => number): string {
  const count = least + (next() % (more + 1));
  return Array.from({ length: count }, () => letters[next() % letters.length]).join('');
}

function timed(runs: number, run: () => unknown): number[] {
  return Array.from({ length: runs }, () => {
    const began = performance.now();
    run();
    return performance.now() - began;
  });
}

/** Returns a generator of the same numbers in every run, so that runs are comparable. */
function randomNumbers(): () => number {
  let state = 20_261_123;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 8;
  };
}
