import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  findQueryProblems,
  formatListQuery,
  type ListQuery,
  parseListQuery,
  type QueryProblem,
  quote,
} from '#contract/list-query.ts';
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
    expect(problems).toEqual([{ parameter, code: '400' }]);
  },
);

test('a page size or number out of range is a problem', () => {
  const { problems } = parseListQuery('page[size]=101&page[number]=0');
  expect(problems).toEqual([
    { parameter: 'page[size]', code: '118', most: 100 },
    { parameter: 'page[number]', code: '118', most: undefined },
  ]);
});

describe('query parts that a resource does not support', () => {
  const drafts = resources.support_draft_messages;
  const find = (search: string) => findQueryProblems(drafts, parseListQuery(search).query, resources);

  test('are none in a query of what it has', () => {
    const search = 'filter[approved]=1&sort=-id,status&include=room.users,created_user&fields[rooms]=name,users';
    expect(find(search)).toEqual([]);
  });

  test.each<[string, QueryProblem]>([
    ['filter[name]=1', unknownFilter('name')],
    ['filter[constructor]=1', unknownFilter('constructor')],
    ['sort=settings', { parameter: 'sort', code: '114', name: 'settings', type: drafts.type }],
    ['sort=--id', { parameter: 'sort', code: '114', name: '-id', type: drafts.type }],
    ['include=room.room', { parameter: 'include', code: '112', name: 'room', type: 'rooms' }],
    ['include=room.toString', { parameter: 'include', code: '112', name: 'toString', type: 'rooms' }],
    ['fields[room]=name', { parameter: 'fields[room]', code: '101', type: 'room' }],
    ['fields[rooms]=status', { parameter: 'fields[rooms]', code: '104', name: 'status', type: 'rooms' }],
  ])('%s', (search, problem) => {
    expect(find(search)).toEqual([problem]);
  });

  function unknownFilter(name: string): QueryProblem {
    const known = Object.keys(drafts.filters);
    return { parameter: `filter[${name}]`, code: '102', name, type: drafts.type, known };
  }
});
