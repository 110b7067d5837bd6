/** What some spreadsheet takes for the beginning of a formula, or leaves out before looking for one. */
const FORMULA = /^'*[=+\-@\t\r\n\0\uFF1D\uFF0B\uFF0D\uFF20]/;

/**
 * A text as it stands in a cell: before what a spreadsheet would run, an apostrophe. One that begins with apostrophes
 * and such a sign gets another, so that reading can take away exactly one.
 */
export const markText = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** The text that a cell stands for. */
export const unmarkText = (text: string): string => (text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text);

/** Why a file is of no use, as its message says to people. */
export class FileFault extends Error {}

/** Lets the page draw and answer before work goes on. */
export const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
