import { foldText } from './fold-text.ts';
import type { Keyword } from './keyword.ts';

/** A search index of keywords, to find all of them in one pass over a text. */
export interface KeywordIndex {
  /** Distinct folded names, sorted by code units. */
  names: readonly string[];
  /** Keywords by the index of their name, the oldest first. */
  keywords: readonly (readonly Keyword[])[];
  /** For each name, the index of the longest other name that is its prefix; -1 if there is none. */
  beginnings: readonly number[];
  /** Range of the names with a first code unit, by that unit; `to` is exclusive. */
  ranges: ReadonlyMap<number, Range>;
  /** Length of the longest name. */
  longest: number;
}

interface Range {
  from: number;
  to: number;
}

/** An occurrence in a folded text, by offsets. */
interface Occurrence {
  keyword: Keyword;
  from: number;
  to: number;
}

const foldedNames = new WeakMap<Keyword, string>();

/** Normalized keyword name; empty if it has no searchable characters. */
export function foldedName(keyword: Keyword): string {
  const known = foldedNames.get(keyword) ?? foldText(keyword.key_name).text.trimEnd();
  foldedNames.set(keyword, known);
  return known;
}

/** Builds the index, once per list. Takes milliseconds for thousands of keywords. */
export function indexKeywords(all: readonly Keyword[]): KeywordIndex {
  const byName = Map.groupBy(all, foldedName);
  byName.delete('');
  const names = [...byName.keys()].sort();
  const keywords = names.map((name) => (byName.get(name) ?? []).toSorted((a, b) => Number(a.id) - Number(b.id)));
  const longest = names.reduce((most, { length }) => Math.max(most, length), 0);
  return { names, keywords, beginnings: findBeginnings(names), ranges: findRanges(names), longest };
}

/** In sorted order, the names with another as their prefix follow it directly, nested like brackets. */
function findBeginnings(names: readonly string[]): number[] {
  const open: number[] = [];
  return names.map((name, place) => {
    while (open.length > 0 && !name.startsWith(names[open.at(-1) ?? 0] ?? '')) open.pop();
    const beginning = open.at(-1) ?? -1;
    open.push(place);
    return beginning;
  });
}

function findRanges(names: readonly string[]): Map<number, Range> {
  const ranges = new Map<number, Range>();
  for (const [place, name] of names.entries()) {
    const unit = name.charCodeAt(0);
    ranges.set(unit, { from: ranges.get(unit)?.from ?? place, to: place + 1 });
  }
  return ranges;
}

/** All occurrences of keywords in a folded text. Scripts written without spaces have no words and always match. */
export function findOccurrences(index: KeywordIndex, text: string, isWholeWords: boolean): Occurrence[] {
  const { names, keywords, beginnings, ranges, longest } = index;
  const found: Occurrence[] = [];
  for (let from = 0; from < text.length; from++) {
    // Checked first, because most offsets are inside a word.
    if (isWholeWords && isInsideWord(text, from)) continue;
    const range = ranges.get(text.charCodeAt(from));
    if (!range) continue;
    const rest = text.slice(from, from + longest);
    // The prefixes of the rest are among the last name that does not sort after it and that name's own prefixes.
    for (let place = lastUpTo(names, rest, range); place >= range.from; place = beginnings[place] ?? -1) {
      const name = names[place] ?? '';
      const to = from + name.length;
      if (!rest.startsWith(name) || (isWholeWords && isInsideWord(text, to))) continue;
      for (const keyword of keywords[place] ?? []) found.push({ keyword, from, to });
    }
  }
  return found;
}

/** Index of the last name in a range that does not sort after a text; `from - 1` if all do. */
function lastUpTo(names: readonly string[], text: string, { from, to }: Range): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((names[middle] ?? '') <= text) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

const WORD_SIGN = /[\p{L}\p{N}\p{M}_]/u;
const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

/** Memo by code unit: 1 for a letter or digit of a script with spaces between words, 2 for anything else. */
const wordUnits = new Uint8Array(0x1_00_00);

function isWordUnit(unit: number): boolean {
  wordUnits[unit] ||= isWordSign(String.fromCharCode(unit)) ? 1 : 2;
  return wordUnits[unit] === 1;
}

const isWordSign = (sign: string) => WORD_SIGN.test(sign) && !SPACELESS.test(sign);

/** Whether an offset is inside a word. */
function isInsideWord(text: string, at: number): boolean {
  if (at === 0 || at === text.length) return false;
  const [left, right] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
  if (isSurrogate(left)) return isWordSign(text.slice(at - 2, at)) && isWordSign(signAt(text, at));
  return isWordUnit(left) && (isSurrogate(right) ? isWordSign(signAt(text, at)) : isWordUnit(right));
}

const isSurrogate = (unit: number) => unit >= 0xd8_00 && unit < 0xe0_00;

const signAt = (text: string, at: number) => String.fromCodePoint(text.codePointAt(at) ?? 0);
