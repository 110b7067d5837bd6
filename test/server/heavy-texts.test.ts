import { expect, test } from 'vitest';
import { serviceForFile } from '#test/service.ts';

/** Maximum length of a text, in bytes. */
const LONGEST = 65_536;
const MEBIBYTE = 1_048_576;

const service = await serviceForFile();

const longest = (text: string) => text.repeat(Math.floor(LONGEST / Buffer.byteLength(text)));
const texts: [string, string][] = [
  ...['a', '.', '<', '[', '%', '_', '"', '\\', "'"].map((sign): [string, string] => [sign, longest(sign)]),
  ['a character that normalizes to eighteen', longest('\uFDFA')],
  ['accents on one letter', `e${longest('\u0301').slice(1)}`],
  ['families', longest('👨‍👩‍👧‍👦')],
  ['mentions', '@ada1 '.repeat(10_000)],
  ['links', 'a.io/ '.repeat(10_000)],
  ['open tags', longest('<a href="')],
];

async function write(type: string, name: string, text: string) {
  const attributes = { [name]: text, room_id: String(service.guestRoomId) };
  const { status, record } = await service.create(type, attributes);
  expect([status, record.attributes?.[name]]).toEqual([201, text]);
}

async function countFound(wanted: string) {
  const filter = encodeURIComponent(`"${wanted.replaceAll('"', '""')}"`);
  const found = await service.send('GET', `/support_draft_messages?filter[content_or_room_name_like]=${filter}`);
  expect(found.status).toBe(200);
  return found.records.length;
}

// Quadratic time on any of these texts would exceed the test timeout.
test.each(texts)('a text of one repeated pattern is handled quickly: %s', async (_, text) => {
  await write('messages', 'content', text);
  await write('support_draft_messages', 'message_content', text);
  expect(await countFound(text.slice(0, 50))).toBe(1);
});

test('many such texts are searched quickly', async () => {
  for (let count = 0; count < 25; count++) await write('support_draft_messages', 'message_content', longest('ab'));
  expect(await countFound('ab'.repeat(500))).toBe(25);
  expect(await countFound(`${'ab'.repeat(499)}x`)).toBe(0);
  expect(await countFound('abababab')).toBe(25);
});

test.each<[string, string, number]>([
  [
    'a text of a megabyte',
    JSON.stringify({ data: { type: 'messages', attributes: { content: 'a'.repeat(MEBIBYTE - 99) } } }),
    422,
  ],
  ['a megabyte of open brackets', '['.repeat(MEBIBYTE), 400],
  ['a megabyte of open braces', '{"a":'.repeat(MEBIBYTE / 5), 400],
  ['a megabyte of quotes', '"'.repeat(MEBIBYTE), 400],
  ['a megabyte of backslashes', `"${'\\'.repeat(MEBIBYTE - 2)}"`, 400],
  ['a megabyte of digits', '1'.repeat(MEBIBYTE), 400],
  [
    'a hundred thousand names',
    JSON.stringify({ data: Object.fromEntries(Array.from({ length: 90_000 }, (_, at) => [`n${at}`, 0])) }),
    400,
  ],
])('%s is refused quickly', async (_, body, status) => {
  expect((await service.send('POST', '/messages', { body })).status).toBe(status);
});
