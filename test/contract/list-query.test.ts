import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findQueryProblems, formatListQuery, type ListQuery, parseListQuery, quote } from '#contract/list-query.ts';
import { resources } from '#contract/resources.ts';

const name = fc.string({ minLength: 1 }).filter((text) => !/[[\],]/.test(text) && text.trim() === text);
const value = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => text.trim() !== '');
const plain = <Value>(entries: [string, Value][]) => Object.assign(Object.create(null), Object.fromEntries(entries));
const anyQuery: fc.Arbitrary<ListQuery> = fc.record({
  filter: fc.uniqueArray(fc.tuple(name, value), { selector: ([key]) => key }).map(plain),
  sort: fc.uniqueArray(name),
  include: fc.uniqueArray(name),
  fields: fc.uniqueArray(fc.tuple(name, fc.uniqueArray(name)), { selector: ([key]) => key }).map(plain),
  page: fc.record({ number: fc.integer({ min: 1, max: 999_999_999 }), size: fc.integer({ min: 1, max: 100 }) }),
});

test('formatted queries are parsed back', () => {
  fc.assert(
    fc.property(anyQuery, (query) => {
      expect(parseListQuery(formatListQuery(query))).toEqual({ query, problems: [] });
    }),
  );
});

test('equal queries give equal text', () => {
  fc.assert(
    fc.property(anyQuery, (query) => {
      const turned = { ...query, filter: plain(Object.entries(query.filter).reverse()) };
      expect(formatListQuery(turned)).toBe(formatListQuery(query));
    }),
  );
});

test('parsing never throws and never gives a page out of range', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webQueryParameters()), (text) => {
      const { page } = parseListQuery(text).query;
      expect(page.number ?? 1).toBeGreaterThanOrEqual(1);
      expect(page.size ?? 1).toBeLessThanOrEqual(100);
      expect(page.size ?? 1).toBeGreaterThanOrEqual(1);
    }),
  );
});

test('blank filters are left out', () => {
  expect(formatListQuery({ filter: { a: '', b: ' ', c: '1' } })).toBe('filter%5Bc%5D=1');
  expect(parseListQuery('filter[a]=&filter[b]=%20&filter[c]=1').query.filter).toEqual(plain([['c', '1']]));
});

test('the parameter for room summaries comes before the page', () => {
  expect(formatListQuery({ roomMeta: 'summary', page: { size: 5 } })).toBe('roomMeta=summary&page%5Bsize%5D=5');
});

test('the values of a list parameter become one CSV line', () => {
  expect(parseListQuery('filter[a][]=1&filter[a][]=2,3&filter[a][]="').query.filter.a).toBe('1,"2,3",""""');
  expect(quote('plain')).toBe('plain');
});

test.each(['page[number]', 'page[size]', 'sort', 'include', 'filter[a]', 'fields[rooms]'])(
  'a repeated %s is a problem',
  (parameter) => {
    const { problems } = parseListQuery(`${parameter}=1&${parameter}=2`);
    expect(problems).toEqual([expect.objectContaining({ parameter, code: '400' })]);
  },
);

describe('query parts that a resource does not support', () => {
  const find = (search: string) =>
    findQueryProblems(resources.support_draft_messages, parseListQuery(search).query, resources).map(
      ({ parameter, code }) => `${parameter} ${code}`,
    );

  test.each<[string, string[]]>([
    ['filter[approved]=1&sort=-id,status&include=room.users,created_user&fields[rooms]=name,users', []],
    ['filter[name]=1', ['filter[name] 102']],
    ['filter[constructor]=1', ['filter[constructor] 102']],
    ['sort=settings', ['sort 114']],
    ['sort=--id', ['sort 114']],
    ['include=room.room', ['include 112']],
    ['include=room.toString', ['include 112']],
    ['fields[room]=name', ['fields[room] 101']],
    ['fields[rooms]=status', ['fields[rooms] 104']],
  ])('%s', (search, expected) => {
    expect(find(search)).toEqual(expected);
  });
});
