/** A text as keywords are looked for in it, with the offsets in the source of each of its code units. */
export interface FoldedText {
  text: string;
  starts: readonly number[];
  ends: readonly number[];
}

const SPACE = ' ';
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Normalizes case, width, apostrophes and whitespace: the same for a keyword and for the text that it is looked for in. */
export function foldText(source: string): FoldedText {
  let text = '';
  const starts: number[] = [];
  const ends: number[] = [];
  let isAfterSpace = true;
  const add = (part: string, start: number, end: number) => {
    if (part === SPACE && isAfterSpace) return;
    isAfterSpace = part === SPACE || (part === '' && isAfterSpace);
    for (let at = 0; at < part.length; at++) {
      starts.push(start);
      ends.push(end);
    }
    text += part;
  };
  for (let at = 0; at < source.length; ) {
    const end = endOfComplex(source, at);
    if (end === at) {
      add(foldUnit(source.charCodeAt(at)), at, at + 1);
      at += 1;
      continue;
    }
    for (const { segment, index } of graphemes.segment(source.slice(at, end))) {
      add(foldGrapheme(segment), at + index, at + index + segment.length);
    }
    at = end;
  }
  return { text, starts, ends };
}

/** Invisible signs, and the stroke that lengthens Arabic words. */
const IGNORED = /[\u00AD\u0640\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069]/g;

function foldGrapheme(grapheme: string): string {
  if (grapheme.trim() === '') return SPACE;
  const plain = grapheme.normalize('NFKC').replace(IGNORED, '').replace(/[‘’]/g, "'");
  // Upper case first: it makes one of ß and ss, of ς and σ. A dotted capital İ would keep its dot beside the i.
  return plain.toUpperCase().toLowerCase().replaceAll('i\u0307', 'i');
}

/** Memo: a conversation has thousands of characters, but few different ones. */
const foldedUnits = new Map<number, string>();

function foldUnit(unit: number): string {
  const known = foldedUnits.get(unit);
  if (known !== undefined) return known;
  const folded = foldGrapheme(String.fromCharCode(unit));
  foldedUnits.set(unit, folded);
  return folded;
}

/** Where a stretch ends that only the slow segmenter can divide; `from` itself if a plain character stands there. */
function endOfComplex(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const isLast = at + 1 === text.length;
    if (isPlain(text.charCodeAt(at)) && (isLast || isPlain(text.charCodeAt(at + 1)))) return at;
  }
  return text.length;
}

/**
 * Characters between two of which a grapheme always ends: those of the common scripts that neither combine nor join.
 * Pairs of inclusive bounds.
 */
const PLAIN = [
  [0x00, 0xa8],
  [0xaa, 0xad],
  [0xaf, 0x2ff], // Latin, without © and ®, which may be emoji
  [0x370, 0x482], // Greek, Cyrillic
  [0x48a, 0x52f],
  [0x5d0, 0x5ea], // Hebrew
  [0x620, 0x64a], // Arabic
  [0x660, 0x66f],
  [0x671, 0x6d3],
  [0x2010, 0x201f], // dashes and quotation marks
  [0x3000, 0x3029], // Japanese, Chinese
  [0x3041, 0x3096],
  [0x30a0, 0x30ff],
  [0x4e00, 0x9fff],
  [0xac00, 0xd7a3], // Korean
  [0xff01, 0xff60], // full width
] as const;

const plainUnits = new Uint8Array(0x1_0000);
for (const [first, last] of PLAIN) plainUnits.fill(1, first, last + 1);

const isPlain = (unit: number) => plainUnits[unit] === 1;
