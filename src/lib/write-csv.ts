import { stringify } from 'csv-stringify/browser/esm/sync';
import { escapeFormula } from './csv-format.ts';
import { delay } from './delay.ts';

const ROWS_AT_ONCE = 500;

/**
 * Rows as CSV for spreadsheets and re-import: UTF-8 with a byte order mark, commas, quoted texts, null as an empty
 * cell. Texts that a spreadsheet would run as a formula get a leading apostrophe.
 */
export async function writeCsv<Column extends string>(
  columns: readonly Column[],
  rows: readonly Readonly<Record<Column, string | null>>[],
  /** Column headings. Default: the column names. */
  header?: Readonly<Record<Column, string>>,
): Promise<string> {
  const options = { quoted_string: true, record_delimiter: '\r\n' };
  let text = stringify([columns.map((column) => escapeFormula(header?.[column] ?? column))], { ...options, bom: true });
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const part = rows.slice(from, from + ROWS_AT_ONCE);
    text += stringify(
      part.map((row) => columns.map((column) => (row[column] === null ? null : escapeFormula(row[column])))),
      options,
    );
    // Yield, so that the page can paint and respond.
    await delay();
  }
  return text;
}

/** Downloads a text as a file. */
export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
