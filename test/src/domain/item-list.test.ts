import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readItems, readLines } from '#src/domain/keywords/item-list.ts';

test.each([
  ['["a", "b"]', 'json', ['a', 'b']],
  ['["a","b"]', 'json', ['a', 'b']],
  ['[\n  "a",\n  "b"\n]\n', 'json', ['a', 'b']],
  ['one\ntwo', 'lines', ['one', 'two']],
  ['one\r\ntwo\r\n', 'lines', ['one', 'two']],
])('%j is a list, and is written back unchanged', (text, form, items) => {
  const list = readItems(text);
  expect(list).toMatchObject({ form, items });
  expect(list?.write?.(items)).toBe(text);
});

test('changed items are written in the original format', () => {
  expect(readItems('["a", "b"]')?.write?.(['a', 'b', 'c'])).toBe('["a", "b", "c"]');
  expect(readItems('["a","b"]')?.write?.(['b'])).toBe('["b"]');
  expect(readItems(' [\n\t"a"\n]\n')?.write?.(['a', 'b'])).toBe(' [\n\t"a",\n\t"b"\n]\n');
  expect(readItems('one\r\ntwo\r\n')?.write?.(['one', ' ', 'two', 'three'])).toBe('one\r\ntwo\r\nthree\r\n');
});

test.each(['', 'one', 'one\n\ntwo', '{"a":1}', '[not json', 'mixed\r\nends\n'])('%j is plain text', (text) => {
  expect(readItems(text)).toBeUndefined();
});

test('an array of other values is shown as a list and edited as text', () => {
  expect(readItems('["a", 1, {"b": 2}]')).toMatchObject({ items: ['a', '1', '{"b":2}'], write: undefined });
});

test('any list of strings survives a round trip in both formats', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), fc.constantFrom(0, 1, 2, 4, '\t'), (items, indent) => {
      const text = JSON.stringify(items, null, indent);
      const list = readItems(text);
      expect(list?.items).toEqual(items);
      expect(JSON.parse(list?.write?.(items) ?? '')).toEqual(items);
    }),
  );
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\r', '"', '[') }), (text) => {
      const list = readLines(text);
      if (list) expect(list.write?.(list.items)).toBe(text);
    }),
  );
});
