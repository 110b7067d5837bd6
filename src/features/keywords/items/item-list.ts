import { parseJson } from '#src/lib/json.ts';

/** A text that holds a list: a JSON array, or one item a line. */
export interface ItemList {
  form: 'json' | 'lines';
  items: readonly string[];
  /** Writes other items in the form and the spelling the text came in; undefined where not all items are texts. */
  write: ((items: readonly string[]) => string) | undefined;
}

/** The list that a text holds; undefined for a text that is just that. Writing its own items gives the text again. */
export function readItems(text: string): ItemList | undefined {
  if (text.trimStart().startsWith('[')) return readArray(text);
  const lines = readLines(text);
  return lines && lines.items.length > 1 ? lines : undefined;
}

/** A text as the list it would be with one item a line; undefined where its lines cannot be told from gaps. */
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
      // A line without anything in it is no item.
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

/** How arrays are usually spelled. An array of one item does not tell whether commas are followed by a space. */
const spellings: readonly Spelling[] = [spaced, compact, ...['  ', '    ', '\t'].map(indented)];

function closestSpelling(text: string): Spelling {
  const [, indent] = /\n([ \t]+)\S/.exec(text) ?? [];
  return indent ? indented(indent) : spaced;
}
