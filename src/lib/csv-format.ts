/** A text that a spreadsheet may take for a formula, perhaps after stripping its first characters. */
const FORMULA = /^'*[=+\-@\t\r\n\0\uFF1D\uFF0B\uFF0D\uFF20]/;

/**
 * Escapes a text against CSV injection with a leading apostrophe. A formula that already has leading apostrophes gets
 * one more, so that reading can remove exactly one.
 */
export const escapeFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** Reverses `escapeFormula`. */
export const unescapeFormula = (text: string): string =>
  text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;

/** Why a file is unusable, with a message for the user. */
export class FileFault extends Error {}
