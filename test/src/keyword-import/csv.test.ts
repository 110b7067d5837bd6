import { i18n } from '@lingui/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keywordColumns } from '#src/domain/keywords/keyword.ts';
import { type DryRun, planImport } from '#src/features/keyword-import/dry-run.ts';
import { readCsv } from '#src/features/keyword-import/read-csv.ts';
import { writeCsv } from '#src/lib/write-csv.ts';
import { keywordRow } from '../keywords/keyword-row.ts';

i18n.loadAndActivate({ locale: 'en', messages: {} });

const bytes = (text: string) => new TextEncoder().encode(text);
const reasons = ({ lines }: DryRun) =>
  lines.filter(({ kind }) => kind === 'bad').map(({ line, reason }) => [line, reason]);

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom('"', ',', ';', '\t', '\r', '\n', '\0', "'", '=', '+', '-', '@', '\uFEFF', '＝', 'a', ' '),
  }),
);
const anyCell = fc.option(anyText, { nil: null });

test('any export is imported unchanged', async () => {
  const rows = fc.array(fc.record({ key_name: anyText, key_title: anyCell, suggestions: anyCell }), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(rows, async (written) => {
      const { records, faults } = await readCsv(bytes(await writeCsv(keywordColumns, written)));
      expect(faults).toEqual([]);
      expect(records.map(({ cells }) => cells)).toEqual([
        [...keywordColumns],
        ...written.map((row) => keywordColumns.map((column) => row[column])),
      ]);
    }),
    { numRuns: 150 },
  );
});

test('no exported cell starts like a formula', async () => {
  for (const sign of ['=', '+', '-', '@', '\t', '\r', '\n', '\0', '＝', '＋', '－', '＠']) {
    for (const cell of [`${sign}1+1`, sign, `${sign}cmd|' /C calc'!A0`, `'${sign}1`, `''${sign}1`]) {
      const text = await writeCsv(['key_name'], [{ key_name: cell }]);
      expect(text).toBe(`\uFEFF"key_name"\r\n"'${cell}"\r\n`);
      expect((await readCsv(bytes(text))).records[1]?.cells).toEqual([cell]);
    }
  }
});

test.each([
  ['commas', ','],
  ['semicolons', ';'],
  ['tabs', '\t'],
])('%s, with and without a byte order mark, and any line ending', async (_name, delimiter) => {
  for (const mark of ['', '\uFEFF']) {
    for (const end of ['\n', '\r\n', '\r']) {
      const text = [
        `key_name${delimiter}suggestions`,
        `"a${delimiter}b"${delimiter}"two\nlines"`,
        `c${delimiter}`,
      ].join(end);
      expect(await readCsv(bytes(mark + text))).toEqual({
        delimiter,
        faults: [],
        records: [
          { line: 1, cells: ['key_name', 'suggestions'] },
          { line: 2, cells: [`a${delimiter}b`, 'two\nlines'] },
          { line: 4, cells: ['c', null] },
        ],
      });
    }
  }
});

test('each invalid line is reported with its reason, and the lines around it are read', async () => {
  const text = [
    'key_name,key_title,colour',
    'refund,Money back,red',
    '',
    'bad"q,1,2',
    '"bad"q,1,2',
    'parcel,,',
    ',no name,',
    'refund,twice,',
    'short,1',
    '"two\r\nlines",,',
    `${'x'.repeat(256)},,`,
    'nul\0,,',
    '"open,1,2',
    'last,,',
  ].join('\r\n');
  const plan = await planImport(await readCsv(bytes(text)), [keywordRow(7, 'refund'), keywordRow(8, 'parcel')]);
  expect(reasons(plan)).toEqual([
    [4, expect.stringContaining('Quotation mark inside a value')],
    [5, expect.stringContaining('Text after a closing quotation mark')],
    [7, 'key_name: Required.'],
    [8, 'Same keyword as line 2.'],
    [9, 'This line has 2 cells; the first line has 3.'],
    [12, 'key_name: Can’t be longer than 255 characters.'],
    [13, 'key_name: Contains a NUL character.'],
    [14, expect.stringContaining('never closed')],
  ]);
  expect(plan.ignored).toEqual(['colour']);
  expect(
    plan.lines
      .filter(({ kind }) => kind !== 'bad')
      .map(({ line, kind, name, attributes }) => [line, kind, name, attributes]),
  ).toEqual([
    [2, 'update', 'refund', { key_title: 'Money back' }],
    [6, 'same', 'parcel', {}],
    [10, 'create', 'two\r\nlines', { key_name: 'two\r\nlines', key_title: null }],
    [15, 'create', 'last', { key_name: 'last', key_title: null }],
  ]);
});

test('any number of invalid lines is reported, and the lines after them are read', async () => {
  for (const end of ['\n', '\r']) {
    const broken = Array.from({ length: 120 }, (_, at) => `bad"${at}`).join(end);
    const plan = await planImport(await readCsv(bytes(['key_name', broken, 'last'].join(end))), []);
    expect(reasons(plan).map(([line]) => line)).toEqual(Array.from({ length: 120 }, (_, at) => at + 2));
    expect(plan.lines.at(-1)).toMatchObject({ line: 122, kind: 'create', name: 'last' });
  }
});

test('reading stops with a message after too many invalid lines', async () => {
  const { faults } = await readCsv(bytes(`key_name\n${'bad"q\n'.repeat(1_100)}`));
  expect(faults).toHaveLength(1_001);
  expect(faults.at(-1)).toEqual({ line: 1_002, reason: expect.stringContaining('The rest of the file wasn’t read') });
});

test('a column missing from the file stays unchanged', async () => {
  const file = await readCsv(bytes('Key name\nrefund\nbad"q\nparcel\nbad"q\nx'));
  const plan = await planImport(file, [keywordRow(1, 'refund', { key_title: 'Kept', suggestions: 'Kept' })]);
  expect(plan.lines).toMatchObject([
    { kind: 'same', name: 'refund' },
    { kind: 'bad' },
    { kind: 'create', name: 'parcel', attributes: { key_name: 'parcel' } },
    { kind: 'bad' },
    { kind: 'create', name: 'x' },
  ]);
});

test('files without keywords are rejected with the reason', async () => {
  await expect(readCsv(new Uint8Array([0x6b, 0xff, 0x0a]))).rejects.toThrow('isn’t UTF-8');
  await expect(planImport(await readCsv(bytes('a,b\n1,2')), [])).rejects.toThrow('must name the columns');
  for (const text of ['', '\n', 'a', '\uFEFF']) {
    await expect(planImport(await readCsv(bytes(text)), [])).rejects.toThrow('must name the columns');
  }
});

test('reading stops when aborted', async () => {
  const aborter = new AbortController();
  const reading = readCsv(bytes(`key_name\n${'word\n'.repeat(20_000)}`), aborter.signal, () => aborter.abort());
  await expect(reading).rejects.toThrow(/abort/i);
});
