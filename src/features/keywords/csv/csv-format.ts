/** What spreadsheets take for the beginning of a formula, as the writer escapes it. */
const FORMULA = '[=+\\-@\\t\\r\\uFF1D\\uFF0B\\uFF0D\\uFF20]';
const marked = new RegExp(`^'+${FORMULA}`);

/**
 * A text as it is handed to the writer, which puts an apostrophe before what a spreadsheet would run. One that begins
 * with an apostrophe and such a sign gets another, so that reading can take away exactly one.
 */
export const markText = (text: string): string => (marked.test(text) ? `'${text}` : text);

/** The text that a cell stands for. */
export const unmarkText = (text: string): string => (marked.test(text) ? text.slice(1) : text);

/** Lets the page draw and answer before work goes on. */
export const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
