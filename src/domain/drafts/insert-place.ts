/** Where a prepared text is about to be inserted into a text that is being written. Offsets are in code units. */
export interface InsertPlace {
  /** The slash, or where the cursor was when the button was pressed. */
  from: number;
  /** The cursor. The text between `from` and `to` is replaced. */
  to: number;
  hasSlash: boolean;
  /** The search text typed since. */
  query: string;
}

type Field = Pick<HTMLTextAreaElement, 'value' | 'selectionStart' | 'selectionEnd'>;

/** East Asian input methods type a full-width slash. */
const SLASHES = ['/', '／'];
const MAX_QUERY_LENGTH = 60;

/** The place of a slash typed just now, if it starts a word: in an address, date or fraction, it would not. */
export function slashPlace({ value, selectionStart: to, selectionEnd }: Field): InsertPlace | undefined {
  const from = to - 1;
  if (to !== selectionEnd || !SLASHES.includes(value.charAt(from)) || /\S$/.test(value.slice(0, from)))
    return undefined;
  return { from, to, hasSlash: true, query: '' };
}

/** The place at the cursor, without a slash. */
export const cursorPlace = ({ selectionEnd: at }: Field): InsertPlace => ({
  from: at,
  to: at,
  hasSlash: false,
  query: '',
});

/** The same place after the text or the cursor has changed; undefined once it is left. */
export function followPlace({ from, hasSlash }: InsertPlace, field: Field): InsertPlace | undefined {
  const { value, selectionStart: to, selectionEnd } = field;
  const start = hasSlash ? from + 1 : from;
  const query = value.slice(start, to);
  const isLeft = to !== selectionEnd || to < start || (hasSlash && !SLASHES.includes(value.charAt(from)));
  // A slash before a space or line break is an ordinary slash.
  if (isLeft || /^\s|\n/.test(query) || query.length > MAX_QUERY_LENGTH) return undefined;
  return { from, to, hasSlash, query };
}
