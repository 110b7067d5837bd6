import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { keywords } from '#contract/keywords.ts';
import type { Input } from '#contract/resource.ts';
import { loadChecks } from '#src/crud/check-form-values.ts';
import { breathe, FileFault } from '#src/lib/csv-format.ts';
import { type Keyword, type KeywordColumn, keywordColumns } from '../keyword.ts';
import type { CsvFile, CsvRecord } from './read-csv.ts';

/** What importing a line would do. */
export interface PlannedLine {
  line: number;
  kind: 'create' | 'update' | 'same' | 'bad';
  name: string;
  /** What would be sent: only what differs. */
  attributes: Input<typeof keywords>;
  /** The keyword that would be changed. */
  row?: Keyword;
  /** Why a bad line is one. */
  reason?: string;
}

export interface DryRun {
  lines: PlannedLine[];
  /** Columns of the file that are none of a keyword's: they do not count. */
  ignored: string[];
}

const LINES_AT_ONCE = 200;

/**
 * Says for each line of a file what importing it would do, and changes nothing. A keyword is known by its name; a column
 * that the file does not have stays as it is. Throws a message for people where the file has no keywords.
 */
export async function planImport(file: CsvFile, rows: readonly Keyword[], signal?: AbortSignal): Promise<DryRun> {
  const [head, ...records] = file.records;
  const columns = (head?.cells ?? []).map(readColumn);
  if (!columns.includes('key_name')) {
    throw new FileFault(
      t`The first line must name the columns: key_name, and key_title and suggestions if they are there.`,
    );
  }
  const { valueCheck } = await loadChecks();
  const checks = keywordColumns.map((column) => [column, valueCheck(keywords.attributes, column)] as const);
  const check: Check = (attributes) => {
    for (const [column, check] of checks) {
      const value = attributes[column];
      if (value === undefined) continue;
      if (value?.includes('\0')) return `${column}: ${t`Holds a NUL sign, which no text may.`}`;
      const problem = check(value);
      if (problem) return `${column}: ${problem}`;
    }
    return undefined;
  };
  const known = new Map(rows.map((row) => [row.key_name, row]));
  const firstLines = new Map<string, number>();
  const lines: PlannedLine[] = file.faults.map(({ line, reason }) => bad(line, '', reason));
  for (const [index, record] of records.entries()) {
    lines.push(planLine(record, columns, { known, firstLines, check }));
    if (index % LINES_AT_ONCE === LINES_AT_ONCE - 1) {
      await breathe();
      signal?.throwIfAborted();
    }
  }
  lines.sort((a, b) => a.line - b.line);
  return { lines, ignored: (head?.cells ?? []).flatMap((cell, index) => (cell && !columns[index] ? [cell] : [])) };
}

/** What is wrong with what would be sent, in words. */
type Check = (attributes: PlannedLine['attributes']) => string | undefined;

interface Knowledge {
  known: ReadonlyMap<string, Keyword>;
  /** On which line of the file a name stood first. */
  firstLines: Map<string, number>;
  check: Check;
}

function planLine(
  { line, cells }: CsvRecord,
  columns: readonly (KeywordColumn | undefined)[],
  { known, firstLines, check }: Knowledge,
): PlannedLine {
  const read: Partial<Record<KeywordColumn, string | null>> = {};
  for (const [index, column] of columns.entries()) if (column) read[column] = cells[index] ?? null;
  const name = read.key_name ?? '';
  if (cells.length !== columns.length) {
    const [has, first] = [i18n.number(cells.length), i18n.number(columns.length)];
    return bad(line, name, t`This line has ${has} cells, and the first line has ${first}.`);
  }
  const before = firstLines.get(name);
  const firstLine = before === undefined ? undefined : i18n.number(before);
  if (firstLine !== undefined) return bad(line, name, t`Line ${firstLine} is about the same keyword.`);
  if (name.trim() !== '') firstLines.set(name, line);

  const row = known.get(name);
  const changed: PlannedLine['attributes'] = { ...read, key_name: name };
  if (row) for (const column of keywordColumns) if (changed[column] === row[column]) delete changed[column];
  const reason = check(changed);
  if (reason) return bad(line, name, reason);
  if (row && Object.keys(changed).length === 0) return { line, kind: 'same', name, attributes: {}, row };
  return { line, kind: row ? 'update' : 'create', name, attributes: changed, ...(row && { row }) };
}

const bad = (line: number, name: string, reason: string): PlannedLine => ({
  line,
  kind: 'bad',
  name,
  attributes: {},
  reason,
});

/** Columns by the names of the interface, however they are capitalised and spaced. */
function readColumn(cell: string | null): KeywordColumn | undefined {
  const name = (cell ?? '')
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  return keywordColumns.find((column) => column === name);
}
