import { foldText } from './fold-text.ts';
import type { Keyword } from './keyword.ts';
import { findOccurrences, foldedName, type KeywordIndex } from './keyword-index.ts';

/** How keywords are matched in a sentence. */
interface MatchRules {
  /** Match whole words only. */
  isWholeWords: boolean;
}

/** An occurrence of a keyword, as UTF-16 offsets into the sentence. */
export interface KeywordMatch {
  keyword: Keyword;
  start: number;
  end: number;
  /** The keyword that wins at this place; undefined if this one does. */
  coveredBy?: Keyword;
}

export interface Matches {
  /** In sentence order, longer ones first. */
  places: KeywordMatch[];
  /** Keywords that occur but never win, because longer ones cover every occurrence. */
  covered: Keyword[];
}

/** A keyword that no sentence can match: its name is empty, or equal to an earlier one (`sameAs`). */
interface Unreachable {
  keyword: Keyword;
  sameAs?: Keyword;
}

/** Finds keywords in a sentence. Of overlapping matches the longest wins, then the earliest. */
export function matchKeywords(sentence: string, index: KeywordIndex, rules: MatchRules): Matches {
  const { text, starts, ends } = foldText(sentence);
  const found = findOccurrences(index, text, rules.isWholeWords);
  found.sort(
    (a, b) => b.to - b.from - (a.to - a.from) || a.from - b.from || Number(a.keyword.id) - Number(b.keyword.id),
  );
  const taken: typeof found = [];
  // Winner by offset, counted from 1. A winner covers an end of each match that it overlaps, as none of them is longer.
  const winners = new Uint32Array(text.length);
  const places = found.map((one): KeywordMatch => {
    const other = firstOf(taken, winners[one.from], winners[one.to - 1]);
    if (!other) winners.fill(taken.push(one), one.from, one.to);
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

/** The earlier of two items of a list, by indexes counted from 1; 0 stands for none. */
function firstOf<Item>(items: readonly Item[], one = 0, other = 0): Item | undefined {
  return items[(one && other ? Math.min(one, other) : one || other) - 1];
}

/** The winning matches, without overlaps: a single character such as ㌔ may contain two of them. */
export function winningMatches({ places }: Matches): KeywordMatch[] {
  let reached = 0;
  return places.filter(({ coveredBy, start, end }) => {
    if (coveredBy || start < reached) return false;
    reached = end;
    return true;
  });
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
