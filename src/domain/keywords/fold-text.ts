/** A text normalized for keyword search, with the source offsets of each of its code units. */
export interface FoldedText {
  text: string;
  starts: readonly number[];
  ends: readonly number[];
}

const SPACE = ' ';

/** Normalizes case, width, apostrophes and whitespace, of keywords and of the texts that are searched for them. */
export function foldText(source: string): FoldedText {
  let text = '';
  const starts: number[] = [];
  const ends: number[] = [];
  let isAfterSpace = true;
  for (let start = 0, end = 0; start < source.length; start = end) {
    end = endOfSign(source, start);
    const part = foldKnown(end === start + 1 ? source.charCodeAt(start) : source.slice(start, end));
    if (part === '' || (part === SPACE && isAfterSpace)) continue;
    isAfterSpace = part === SPACE;
    for (let unit = 0; unit < part.length; unit++) {
      starts.push(start);
      ends.push(end);
    }
    text += part;
  }
  return { text, starts, ends };
}

/** Invisible characters, and the tatweel, a stroke that lengthens Arabic words. */
const IGNORED = /[\u00AD\u0640\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069]/g;

function foldSign(sign: string): string {
  if (sign.trim() === '') return SPACE;
  const plain = sign.normalize('NFKC').replace(IGNORED, '').replace(/[‘’]/g, "'");
  // Upper case first, because it unifies ß with ss, and ς with σ. A dotted capital İ would leave its dot beside the i.
  return plain.toUpperCase().toLowerCase().replaceAll('i\u0307', 'i');
}

/** Memo, because a conversation has few different characters. Single code units are keyed by number, others by text. */
const known = new Map<number | string, string>();
const MAX_KNOWN = 20_000;

function foldKnown(sign: number | string): string {
  const before = known.get(sign);
  if (before !== undefined) return before;
  if (known.size >= MAX_KNOWN) known.clear();
  const folded = foldSign(typeof sign === 'number' ? String.fromCharCode(sign) : sign);
  known.set(sign, folded);
  return folded;
}

/** End of a character with all its combining marks, which are normalized together. */
function endOfSign(text: string, start: number): number {
  let end = start + lengthAt(text, start);
  while (end < text.length && isCombining(text.charCodeAt(end), text, end)) end += lengthAt(text, end);
  return end;
}

const lengthAt = (text: string, at: number) => ((text.codePointAt(at) ?? 0) > 0xff_ff ? 2 : 1);

/** Marks, joiners, and the vowels and finals of composed Korean syllables. */
const COMBINING = /\p{M}|\u200C|\u200D|[\u1160-\u11FF\uD7B0-\uD7FF]/u;
/** No code unit before this one combines. */
const FIRST_COMBINING = 0x300;
const FIRST_SURROGATE = 0xd8_00;

/** Memo by code unit: 1 for one that combines, 2 for one that does not. */
const combining = new Uint8Array(0x1_00_00);

function isCombining(unit: number, text: string, at: number): boolean {
  if (unit < FIRST_COMBINING) return false;
  if (unit >= FIRST_SURROGATE && unit < 0xe0_00) return COMBINING.test(String.fromCodePoint(text.codePointAt(at) ?? 0));
  combining[unit] ||= COMBINING.test(String.fromCharCode(unit)) ? 1 : 2;
  return combining[unit] === 1;
}
