import { parseJson } from '#src/lib/json.ts';
import type { Keyword } from './keyword.ts';

/** A list stored in a text attribute, as a JSON array or one item per line. */
export interface ItemList {
  form: 'json' | 'lines';
  items: readonly string[];
  /** Serializes items in the format and spacing of the source text; undefined if some items are not strings. */
  write: ((items: readonly string[]) => string) | undefined;
}

/** Parses a text as a list; undefined for plain text. Writing the same items back yields the same text. */
export function readItems(text: string): ItemList | undefined {
  if (text.trimStart().startsWith('[')) return readArray(text);
  const lines = readLines(text);
  return lines && lines.items.length > 1 ? lines : undefined;
}

/** The suggested answers of a keyword; empty if it has none. */
export function suggestionsOf({ suggestions }: Pick<Keyword, 'suggestions'>): readonly string[] {
  if (!suggestions?.trim()) return [];
  return readItems(suggestions)?.items ?? [suggestions];
}

/** Parses a text as one item per line; undefined if a line is blank or line ends are mixed. */
export function readLines(text: string): ItemList | undefined {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const end = text.endsWith(eol) ? eol : '';
  const items = text === '' ? [] : text.slice(0, text.length - end.length).split(eol);
  const isPlain = items.every((item) => item.trim() !== '' && !/[\r\n]/.test(item));
  if (!isPlain) return undefined;
  return {
    form: 'lines',
    items,
    write: (written) => {
      // Empty lines are not items.
      const filled = written.filter((item) => item.trim() !== '');
      return filled.length > 0 ? filled.join(eol) + end : '';
    },
  };
}

function readArray(text: string): ItemList | undefined {
  const value = parseJson(text);
  if (!Array.isArray(value)) return undefined;
  const isTexts = value.every((item) => typeof item === 'string');
  const items = value.map((item) => (typeof item === 'string' ? item : JSON.stringify(item)));
  const before = text.slice(0, text.length - text.trimStart().length);
  const after = text.slice(text.trimEnd().length);
  const spell = spellings.find((candidate) => before + candidate(value) + after === text) ?? closestSpelling(text);
  return { form: 'json', items, write: isTexts ? (written) => before + spell(written) + after : undefined };
}

type Spelling = (items: readonly unknown[]) => string;

const compact: Spelling = (items) => JSON.stringify(items);
const spaced: Spelling = (items) => `[${items.map((item) => JSON.stringify(item)).join(', ')}]`;
const indented =
  (indent: string): Spelling =>
  (items) =>
    JSON.stringify(items, null, indent);

/** Common JSON array formats. A single-item array does not show whether commas are followed by a space. */
const spellings: readonly Spelling[] = [spaced, compact, ...['  ', '    ', '\t'].map(indented)];

function closestSpelling(text: string): Spelling {
  const [, indent] = /\n([ \t]+)\S/.exec(text) ?? [];
  return indent ? indented(indent) : spaced;
}
