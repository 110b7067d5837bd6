import type { CheckInput, Finding } from './finding.ts';
import { isPlaceholderName } from './text/placeholder-names.ts';
import { withoutCode } from './text/prose.ts';

const MUSTACHE = /\{\{[^{}\n]{0,60}\}\}|<<[^<>\n]{1,60}>>|\[\[[^[\]\n]{1,60}\]\]|\$\{[^{}\n]{1,60}\}/u;
/** One name in braces or between percent signs. JSON and CSS have quotes, colons or semicolons in theirs. */
const BRACES = /\{ ?\p{L}[\p{L}\p{N}_.-]*(?: \p{L}[\p{L}\p{N}_.-]*){0,3} ?\}/u;
const PERCENT = /%(?:[A-Z][A-Z\d]*(?:_[A-Z\d]+)*|[a-z]+(?:_[a-z\d]+)+)%/u;
/** Not the text of a Markdown link, and not an index as in `items[date]`. */
const BRACKETS =
  /(?<![\p{Script=Latin}\p{N}\]])\[([^[\]\n]{1,40})\](?![([])|【([^】\n]{1,20})】|［([^］\n]{1,20})］|<([^<>\n]{1,40})>/gu;
const BLANK = /(?<=\S[^\n]*)_{3,}|_{3,}(?=[^\n]*[^\s_])/u;
const NOTE = /\b(?:TODO|FIXME|TBC):|\blorem ipsum\b/iu;
/** Groups of X, also with separators as in a date; a digit after them makes it a masked number. */
const CROSSES =
  /(?<![\p{Script=Latin}\p{N}*])(?:X{3,}|X{2}(?:[.:/-]X{2,})+|X{2}(?=[年月日時时点號号]))(?![\p{Script=Latin}\p{N}*]|[ -]?[X\d])/u;
const CIRCLES = /(?<![一二三四五六七八九])[〇○◯△×]{2,}(?![一二三四五六七八九])/u;

/** A placeholder that was left in, such as `{{name}}`, `XXX` or `[date]`. */
export function findPlaceholder({ text }: Pick<CheckInput, 'text'>): Finding | undefined {
  const prose = withoutCode(text);
  const found = [MUSTACHE, BRACES, PERCENT, NOTE, BLANK, CIRCLES].map((pattern) => pattern.exec(prose)?.[0]);
  const first = found.find((match) => match !== undefined) ?? crossesIn(prose) ?? bracketsIn(prose);
  return first === undefined ? undefined : { code: 'placeholder', text: first };
}

/** Full-width letters are crosses as well. */
const crossesIn = (prose: string) => CROSSES.exec(prose.replaceAll('Ｘ', 'X'))?.[0];

function bracketsIn(prose: string): string | undefined {
  for (const [whole, ...inside] of prose.matchAll(BRACKETS)) {
    if (isPlaceholderName(inside.find((name) => name !== undefined) ?? '')) return whole;
  }
  return undefined;
}
