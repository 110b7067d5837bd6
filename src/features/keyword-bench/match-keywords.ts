import type { Keyword } from '#src/domain/keywords/keyword.ts';

/** How keywords are matched in a sentence. */
interface MatchRules {
  /** Match whole words only. Scripts written without spaces have no word boundaries and always match. */
  isWholeWords: boolean;
}

/** An occurrence of a keyword, as UTF-16 offsets into the sentence. */
export interface Place {
  keyword: Keyword;
  start: number;
  end: number;
  /** The keyword that wins at this place; undefined if this one does. */
  coveredBy?: Keyword;
}

export interface Matches {
  /** In sentence order, longer ones first. */
  places: Place[];
  /** Keywords that occur but never win, because longer ones cover every occurrence. */
  covered: Keyword[];
}

/** A keyword that no sentence can match: its name is empty, or equal to an earlier one (`sameAs`). */
interface Unreachable {
  keyword: Keyword;
  sameAs?: Keyword;
}

const signs = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Normalizes case, width and whitespace, and maps each resulting code unit back to its source offsets. */
function fold(text: string): { folded: string; starts: number[]; ends: number[] } {
  let folded = '';
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { segment, index } of signs.segment(text)) {
    const isSpace = segment.trim() === '';
    if (isSpace && (folded === '' || folded.endsWith(' '))) continue;
    const part = isSpace ? ' ' : segment.normalize('NFKC').toLowerCase();
    for (let at = 0; at < part.length; at++) {
      starts.push(index);
      ends.push(index + segment.length);
    }
    folded += part;
  }
  return { folded, starts, ends };
}

const foldedNames = new WeakMap<Keyword, string>();

function foldedName(keyword: Keyword): string {
  const known = foldedNames.get(keyword) ?? fold(keyword.key_name).folded.trimEnd();
  foldedNames.set(keyword, known);
  return known;
}

/** Finds keywords in a sentence. Of overlapping matches the longest wins, then the earliest. */
export function matchKeywords(sentence: string, keywords: readonly Keyword[], rules: MatchRules): Matches {
  const { folded, starts, ends } = fold(sentence);
  const found: { keyword: Keyword; from: number; to: number }[] = [];
  for (const keyword of keywords) {
    const name = foldedName(keyword);
    if (!name) continue;
    for (let from = folded.indexOf(name); from >= 0; from = folded.indexOf(name, from + 1)) {
      const to = from + name.length;
      if (!rules.isWholeWords || isWhole(folded, from, to)) found.push({ keyword, from, to });
    }
  }
  found.sort(
    (a, b) => b.to - b.from - (a.to - a.from) || a.from - b.from || Number(a.keyword.id) - Number(b.keyword.id),
  );
  const taken: typeof found = [];
  const places = found.map((one): Place => {
    const other = taken.find(({ from, to }) => from < one.to && one.from < to);
    if (!other) taken.push(one);
    return {
      keyword: one.keyword,
      start: starts[one.from] ?? 0,
      end: ends[one.to - 1] ?? sentence.length,
      ...(other && { coveredBy: other.keyword }),
    };
  });
  places.sort((a, b) => a.start - b.start || b.end - a.end);
  const reached = new Set(taken.map(({ keyword }) => keyword));
  return { places, covered: [...new Set(places.map(({ keyword }) => keyword))].filter((one) => !reached.has(one)) };
}

/** Keywords that can never match, whatever the sentence. */
export function findUnreachable(keywords: readonly Keyword[]): Unreachable[] {
  const first = new Map<string, Keyword>();
  const unreachable: Unreachable[] = [];
  for (const keyword of keywords.toSorted((a, b) => Number(a.id) - Number(b.id))) {
    const name = foldedName(keyword);
    const sameAs = first.get(name);
    if (!name) unreachable.push({ keyword });
    else if (sameAs) unreachable.push({ keyword, sameAs });
    else first.set(name, keyword);
  }
  return unreachable;
}

const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
const WORD_SIGN = /[\p{L}\p{N}\p{M}_]/u;

/** Whether a match starts and ends at word boundaries. */
function isWhole(text: string, from: number, to: number): boolean {
  return isBound(before(text, from), text.slice(from)) && isBound(before(text, to), text.slice(to));
}

const before = (text: string, at: number) => [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? '';

function isBound(left: string, rest: string): boolean {
  const right = String.fromCodePoint(rest.codePointAt(0) ?? 32);
  const isWithin = WORD_SIGN.test(left) && WORD_SIGN.test(right);
  return !isWithin || SPACELESS.test(left) || SPACELESS.test(right);
}
