import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { keywords } from '#contract/keywords.ts';
import type { Input } from '#contract/resource.ts';
import { isKeywordColumn, type Keyword, type KeywordColumn, keywordColumns } from '#src/domain/keywords/keyword.ts';
import { loadFormSchema } from '#src/form/save-record.ts';
import { FileFault } from '#src/lib/csv-format.ts';
import { delay } from '#src/lib/delay.ts';
import type { CsvFile, CsvRecord } from './read-csv.ts';

export interface PlannedLine {
  line: number;
  kind: 'create' | 'update' | 'same' | 'bad';
  name: string;
  /** Texts from the file; unset for attributes without a column. */
  texts: Partial<Record<KeywordColumn, string | null>>;
  /** Request attributes: only those that differ. */
  attributes: Input<typeof keywords>;
  row?: Keyword;
  /** Why the line is bad, as a message for the user. */
  reason?: string;
}

export interface DryRun {
  lines: PlannedLine[];
  /** Columns of the file that no attribute matches. */
  ignored: string[];
}

const LINES_AT_ONCE = 200;

/**
 * Plans the import of each line without writing anything. Keywords are matched by name, and attributes without a column
 * stay unchanged. Throws a message for the user if the file has no keyword column.
 */
export async function planImport(file: CsvFile, rows: readonly Keyword[], signal?: AbortSignal): Promise<DryRun> {
  const [head, ...records] = file.records;
  const columns = (head?.cells ?? []).map(readColumn);
  if (!columns.includes('key_name')) {
    throw new FileFault(
      t`The first line must name the columns: key_name (required), key_title and suggestions (optional).`,
    );
  }
  const check = await loadCheck();
  const known = new Map(rows.map((row) => [row.key_name, row]));
  const firstLines = new Map<string, number>();
  const lines: PlannedLine[] = file.faults.map(({ line, reason }) => bad(line, '', reason));
  for (const [index, record] of records.entries()) {
    lines.push(planLine(record, columns, { known, firstLines, check }));
    if (index % LINES_AT_ONCE === LINES_AT_ONCE - 1) {
      await delay();
      signal?.throwIfAborted();
    }
  }
  lines.sort((a, b) => a.line - b.line);
  return { lines, ignored: (head?.cells ?? []).flatMap((cell, index) => (cell && !columns[index] ? [cell] : [])) };
}

/** Plans lines again against the current keywords. Lines whose keyword is unchanged keep their object identity. */
export async function refreshPlan(lines: readonly PlannedLine[], rows: readonly Keyword[]): Promise<PlannedLine[]> {
  const check = await loadCheck();
  const known = new Map(rows.map((row) => [row.key_name, row]));
  return lines.map((line) => {
    const row = known.get(line.name);
    const isSame = row?.id === line.row?.id && row?.meta.version === line.row?.meta.version;
    const isAsBefore = isSame && keywordColumns.every((column) => row?.[column] === line.row?.[column]);
    return isAsBefore ? line : compare(line, row, check);
  });
}

/** Returns the validation message for the attributes, if they are invalid. */
type Check = (attributes: PlannedLine['attributes']) => string | undefined;

async function loadCheck(): Promise<Check> {
  const { createValueValidator } = await loadFormSchema();
  const checks = keywordColumns.map((column) => [column, createValueValidator(keywords.attributes, column)] as const);
  return (attributes) => {
    for (const [column, check] of checks) {
      const value = attributes[column];
      if (value === undefined) continue;
      if (value?.includes('\0')) return `${column}: ${t`Contains a NUL character.`}`;
      const problem = check(value);
      if (problem) return `${column}: ${problem}`;
    }
    return undefined;
  };
}

interface PlanContext {
  known: ReadonlyMap<string, Keyword>;
  firstLines: Map<string, number>;
  check: Check;
}

function planLine(
  { line, cells }: CsvRecord,
  columns: readonly (KeywordColumn | undefined)[],
  { known, firstLines, check }: PlanContext,
): PlannedLine {
  const read: Partial<Record<KeywordColumn, string | null>> = {};
  for (const [index, column] of columns.entries()) if (column) read[column] = cells[index] ?? null;
  const name = read.key_name ?? '';
  if (cells.length !== columns.length) {
    const [has, first] = [i18n.number(cells.length), i18n.number(columns.length)];
    return bad(line, name, t`This line has ${has} cells; the first line has ${first}.`);
  }
  const before = firstLines.get(name);
  const firstLine = before === undefined ? undefined : i18n.number(before);
  if (firstLine !== undefined) return bad(line, name, t`Same keyword as line ${firstLine}.`);
  if (name.trim() !== '') firstLines.set(name, line);

  return compare({ line, name, texts: read }, known.get(name), check);
}

/** Plans a line by comparing it with the existing keyword of its name, if any. */
function compare(
  { line, name, texts }: Pick<PlannedLine, 'line' | 'name' | 'texts'>,
  row: Keyword | undefined,
  check: Check,
): PlannedLine {
  const changed: PlannedLine['attributes'] = { ...texts, key_name: name };
  if (row) for (const column of keywordColumns) if (changed[column] === row[column]) delete changed[column];
  const reason = check(changed);
  if (reason) return bad(line, name, reason);
  const kind = row ? (Object.keys(changed).length > 0 ? 'update' : 'same') : 'create';
  return { line, kind, name, texts, attributes: changed, ...(row && { row }) };
}

const bad = (line: number, name: string, reason: string): PlannedLine => ({
  line,
  kind: 'bad',
  name,
  texts: {},
  attributes: {},
  reason,
});

/** Maps a header to an attribute, ignoring case and treating spaces and hyphens as underscores. */
function readColumn(cell: string | null): KeywordColumn | undefined {
  const name = (cell ?? '')
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  return isKeywordColumn(name) ? name : undefined;
}
