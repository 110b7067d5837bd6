import { t } from '@lingui/core/macro';
import { type CsvError, parse } from 'csv-parse/browser/esm';
import { FileFault, unescapeFormula } from '#src/lib/csv-format.ts';
import { delay } from '#src/lib/delay.ts';

/** A CSV record: its cells, and the 1-based line on which it starts. */
export interface CsvRecord {
  line: number;
  /** Null for an unquoted empty cell. */
  cells: readonly (string | null)[];
}

interface CsvFault {
  line: number;
  reason: string;
}

export interface CsvFile {
  delimiter: string;
  records: CsvRecord[];
  faults: CsvFault[];
}

const DELIMITERS = [',', ';', '\t'];
const SLICE_BYTES = 8192;
const FIRST_BYTES = 512;
const BOM_BYTES = 3;
const HEAD_BYTES = 65_536;
/** More malformed lines than this mean that the file is not CSV. */
const MAX_FAULTS = 1_000;
const BUSY_MS = 12;
const [LF, CR] = [10, 13];

/**
 * Parses CSV in slices, yielding to the main thread in between. A malformed line is reported as a fault, and parsing
 * continues after it. Throws a message for the user if the file is unreadable, or the signal's reason.
 */
export async function readCsv(
  bytes: Uint8Array,
  signal?: AbortSignal,
  onBytes?: (read: number) => void,
): Promise<CsvFile> {
  if (!isUtf8(bytes)) throw new FileFault(t`This file isn’t UTF-8. Save it as “CSV UTF-8” and choose it again.`);
  const delimiter = await findDelimiter(bytes);
  const file: CsvFile = { delimiter, records: [], faults: [] };
  let [start, line, lastYieldAt] = [0, 1, performance.now()];
  while (start < bytes.length) {
    signal?.throwIfAborted();
    if (performance.now() - lastYieldAt > BUSY_MS) {
      onBytes?.(start);
      await delay();
      lastYieldAt = performance.now();
    }
    const part = await readPart(bytes.subarray(start), {
      delimiter,
      line,
      signal,
      onBytes: (read) => onBytes?.(start + read),
    });
    file.records.push(...part.records);
    if (!part.fault) break;
    if (file.faults.length === MAX_FAULTS) {
      file.faults.push({ line: part.fault.line, reason: t`Too many errors. The rest of the file wasn’t read.` });
      break;
    }
    file.faults.push(part.fault);
    // Resume after the malformed line.
    start = nextLine(bytes, skipBlank(bytes, start + part.end));
    line = part.fault.line + 1;
  }
  return file;
}

interface PartOptions {
  delimiter: string;
  line: number;
  signal?: AbortSignal | undefined;
  onBytes?: (read: number) => void;
  /** Stop after this many records. */
  most?: number;
}

/** Parses up to the end or the first malformed line; `end` is the byte offset after the last complete record. */
async function readPart(
  bytes: Uint8Array,
  { delimiter, line, signal, onBytes, most = Number.POSITIVE_INFINITY }: PartOptions,
) {
  const records: CsvRecord[] = [];
  let [end, endLine] = [0, line];
  const begin = () => {
    const from = skipBlank(bytes, end);
    return { from, line: endLine + countLines(bytes, end, from) };
  };
  const parser = parse({
    delimiter,
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    cast: (value, { quoting }) => (value === '' && !quoting ? null : unescapeFormula(value)),
    on_record: (cells: (string | null)[], context) => {
      const { from, line: firstLine } = begin();
      records.push({ line: firstLine, cells });
      endLine = firstLine + countLines(bytes, from, context.bytes);
      end = context.bytes;
      return null;
    },
  });
  let error: CsvError | undefined;
  const ended = new Promise<void>((resolve) => {
    parser.on('end', resolve);
    parser.on('error', (reason: CsvError) => {
      error = reason;
      resolve();
    });
  });
  parser.resume();
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  // Malformed lines tend to cluster, so the first slice is short.
  for (let from = 0, to = FIRST_BYTES; from < bytes.length && !error; from = to, to += SLICE_BYTES) {
    // The parser takes strings; the streaming decoder holds back multi-byte characters cut by a slice.
    const text = decoder.decode(bytes.subarray(from, to), { stream: true });
    await new Promise((resolve) => parser.write(text, resolve));
    if (records.length >= most) return { records, end };
    if (error) break;
    onBytes?.(Math.min(to, bytes.length));
    await delay();
    signal?.throwIfAborted();
  }
  // The parser fails on input shorter than a byte order mark; empty lines are ignored.
  if (bytes.length < BOM_BYTES) parser.write('\n'.repeat(BOM_BYTES));
  if (!error) parser.end();
  await ended;
  return { records, end, fault: error && { line: begin().line, reason: reasonOf(error) } };
}

const REASONS: Readonly<Record<string, () => string>> = {
  CSV_QUOTE_NOT_CLOSED: () => t`This quotation mark is never closed.`,
  INVALID_OPENING_QUOTE: () => t`Quotation mark inside a value. Quote the whole value and double the marks inside it.`,
  CSV_INVALID_CLOSING_QUOTE: () => t`Text after a closing quotation mark. Double the marks inside a value.`,
};

const reasonOf = ({ code }: CsvError): string => REASONS[code]?.() ?? t`This line can’t be read (${String(code)}).`;

/** Detects the delimiter: the one that gives the first line most cells, a comma by default. */
async function findDelimiter(bytes: Uint8Array): Promise<string> {
  const head = bytes.subarray(0, HEAD_BYTES);
  let best = { delimiter: ',', count: 0 };
  for (const delimiter of DELIMITERS) {
    const { records } = await readPart(head, { delimiter, line: 1, most: 1 });
    const count = records[0]?.cells.length ?? 0;
    if (count > best.count) best = { delimiter, count };
  }
  return best.delimiter;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function skipBlank(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] === LF || bytes[at] === CR) at++;
  return at;
}

function nextLine(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== LF && bytes[at] !== CR) at++;
  return bytes[at] === CR && bytes[at + 1] === LF ? at + 2 : at + 1;
}

/** Counts line ends between two offsets. A lone CR counts. */
function countLines(bytes: Uint8Array, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) {
    if (bytes[at] === LF || (bytes[at] === CR && bytes[at + 1] !== LF)) count++;
  }
  return count;
}
