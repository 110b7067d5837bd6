import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJson } from '#server/jsonapi/document/parse-json.ts';
import { Problem } from '#server/jsonapi/document/problem.ts';

const read = (body: string | Buffer) => parseJson(Buffer.from(body));

test('reads what JSON.stringify writes', () => {
  const values = fc.jsonValue({ maxDepth: 8, stringUnit: 'grapheme' }).filter((value) => {
    const text = JSON.stringify(value);
    return !text.includes('\\u0000') && !text.includes('__proto__');
  });
  fc.assert(
    fc.property(values, (value) => {
      const text = JSON.stringify(value);
      fc.pre(!/\d{16,}|e\+/.test(text));
      expect(read(text)).toEqual(JSON.parse(text));
    }),
  );
});

test('returns a value or throws a Problem for any bytes', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uint8Array(),
        fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
      ),
      (bytes) => {
        try {
          parseJson(Buffer.from(bytes));
        } catch (error) {
          expect(error).toBeInstanceOf(Problem);
        }
      },
    ),
  );
});

test.each(['', ' \n\t', '\ufeff'])('an empty body %j is undefined', (text) => {
  expect(read(text)).toBeUndefined();
});

test.each([64, 65])('accepts up to 64 levels of nesting: %i', (levels) => {
  const text = '['.repeat(levels) + ']'.repeat(levels);
  if (levels <= 64) expect(read(text)).toBeInstanceOf(Array);
  else expect(() => read(text)).toThrow(Problem);
});

test('brackets, colons and quotes within strings are not structure', () => {
  const value = { a: '[{"b":1}]'.repeat(50), 'c:\\"': ':"\\' };
  expect(read(JSON.stringify(value))).toEqual(value);
});

describe('refuses with the actual reason', () => {
  test.each<[string | Buffer, RegExp]>([
    [Buffer.from([0x22, 0xc3, 0x28, 0x22]), /UTF-8/],
    ['{"a":1,"a":1}', /duplicate key/],
    ['{"a":{"b":1,"\\u0062":2}}', /duplicate key/],
    ['{"__proto__":{"x":1}}', /prototype/],
    ['{"\\u005f_proto__":{"x":1}}', /prototype/],
    ['[{"constructor":{"prototype":{"x":1}}}]', /prototype/],
    ['["\\u0000"]', /NUL/],
    ['{"\\u0000":1}', /NUL/],
    ['["\\ud83d"]', /surrogate/],
    ['["\\udc00"]', /surrogate/],
    ['[9007199254740992]', /2\^53/],
    ['[-9007199254740993]', /2\^53/],
    ['[1e400]', /too large/],
    ['[1,]', /not valid JSON/],
    ['{', /not valid JSON/],
    ['NaN', /not valid JSON/],
  ])('%s', (body, reason) => {
    try {
      read(body);
      expect.unreachable();
    } catch (error) {
      const detail = expect.stringMatching(reason);
      expect(error instanceof Problem && error.errors).toMatchObject([{ status: '400', code: '400', detail }]);
    }
    expect({}).not.toHaveProperty('x');
  });

  test('but accepts a plain constructor key and 2^53 - 1', () => {
    expect(read('{"constructor":"x","n":9007199254740991}')).toEqual({ constructor: 'x', n: 9_007_199_254_740_991 });
  });
});
