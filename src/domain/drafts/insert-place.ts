/** Where a prepared text is about to be inserted into a text that is being written. Offsets are in code units. */
export interface InsertPlace {
  /** The slash, or where the cursor was when the button was pressed. */
  from: number;
  /** The cursor: what lies between is replaced. */
  to: number;
  hasSlash: boolean;
  /** What has been typed to find the text. */
  query: string;
}

type Field = Pick<HTMLTextAreaElement, 'value' | 'selectionStart' | 'selectionEnd'>;

/** Input methods of East Asia type a wide one. */
const SLASHES = ['/', '／'];
const LONGEST_QUERY = 60;

/** The place that a slash opens which was typed just now: at the start of a word, as in no address, date or fraction. */
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
  // A slash with a space or a line end behind it is a slash.
  if (isLeft || /^\s|\n/.test(query) || query.length > LONGEST_QUERY) return undefined;
  return { from, to, hasSlash, query };
}
