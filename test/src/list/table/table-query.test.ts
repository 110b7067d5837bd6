import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatListQuery, parseListQuery } from '#contract/list-query.ts';
import { toListQuery, toTableState } from '#src/list/use-list-query.ts';

const name = fc.stringMatching(/^[a-z_]{1,12}$/);
const state = fc.record({
  columnFilters: fc.uniqueArray(
    fc.record({ id: name, value: fc.string({ minLength: 1 }).filter((text) => text.trim() !== '') }),
    { selector: ({ id }) => id },
  ),
  sorting: fc.uniqueArray(fc.record({ id: name, desc: fc.boolean() }), { selector: ({ id }) => id }),
  pagination: fc.record({ pageIndex: fc.nat({ max: 99_999 }), pageSize: fc.integer({ min: 1, max: 100 }) }),
});

test('table state survives a round trip through the address', () => {
  fc.assert(
    fc.property(state, (before) => {
      const { query, problems } = parseListQuery(formatListQuery(toListQuery(before)));
      expect(problems).toEqual([]);
      const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
      const after = toTableState(query);
      expect({ ...after, columnFilters: after.columnFilters.toSorted(byId) }).toEqual({
        ...before,
        columnFilters: before.columnFilters.toSorted(byId),
      });
    }),
  );
});

test('sorting, page and filters become API parameters', () => {
  const query = toListQuery({
    columnFilters: [
      { id: 'kind', value: 'support_room' },
      { id: 'name_like', value: ' ' },
    ],
    sorting: [
      { id: 'name', desc: true },
      { id: 'id', desc: false },
    ],
    pagination: { pageIndex: 2, pageSize: 50 },
  });
  expect(decodeURIComponent(formatListQuery(query))).toBe(
    'filter[kind]=support_room&sort=-name,id&page[number]=3&page[size]=50',
  );
});

test('without parameters the state is that of the default, and what does not change adds none', () => {
  const state = toTableState({ filter: {}, sort: [], page: {} });
  expect(state).toEqual({ columnFilters: [], sorting: [], pagination: { pageIndex: 0, pageSize: 25 } });
  const { columnFilters, sorting } = state;
  expect(formatListQuery(toListQuery({ columnFilters, sorting }))).toBe('');
  expect(toListQuery({ sorting: [{ id: 'name', desc: false }] })).toEqual({ sort: ['name'] });
});
