import { describe, expect, test } from 'vitest';
import { drafts } from '#contract/drafts.ts';
import { quote } from '#contract/list-query.ts';
import { rooms } from '#contract/rooms.ts';
import { dayToUnix, unixToDay } from '#src/list/filter-control.tsx';
import { resolveListQuery } from '#src/list/read-list-query.ts';
import { parseQuotedCell } from '#src/list/text-filter.tsx';

describe('resolveListQuery', () => {
  test('accepts what the resource supports', () => {
    const { query, leftOut } = resolveListQuery(
      rooms,
      '?filter[name_like]=desk&filter[replied]=0&sort=-name,id&page[number]=3',
    );
    expect(query).toEqual({
      filter: { name_like: 'desk', replied: '0' },
      sort: ['-name', 'id'],
      page: { number: 3 },
      include: [],
      fields: {},
    });
    expect(leftOut).toEqual([]);
  });

  test.each([
    ['filter[nonsense]=1', 'filter[nonsense]'],
    ['filter[replied]=maybe', 'filter[replied]'],
    ['filter[is_private]=2', 'filter[is_private]'],
    ['filter[toString]=1', 'filter[toString]'],
    ['sort=settings', 'sort'],
    ['page[number]=0', 'page[number]'],
    ['page[size]=abc', 'page[size]'],
  ])('leaves out %s', (search, name) => {
    const { query, leftOut } = resolveListQuery(rooms, search);
    expect(leftOut).toEqual([name]);
    expect(query).toEqual({ filter: {}, sort: [], page: {}, include: [], fields: {} });
  });

  test('leaves out a time that is not an integer', () => {
    expect(resolveListQuery(drafts, 'filter[from_created_at]=yesterday').leftOut).toEqual(['filter[from_created_at]']);
  });

  test('adds the parameters of the page', () => {
    const base = { filter: { in_review: '1' }, sort: ['created_at_unix'], include: ['room'] };
    expect(resolveListQuery(drafts, '', base).query).toMatchObject(base);
    expect(resolveListQuery(drafts, 'filter[in_review]=0&sort=id&include=messages', base).query).toMatchObject({
      filter: { in_review: '1' },
      sort: ['id'],
      include: ['room'],
    });
  });
});

describe('days', () => {
  test.each([
    ['2026-01-01', 1767268800],
    ['1970-01-01', 43_200],
    ['2028-02-29', 1835438400],
    ['2026-03-29', 1774785600],
  ])('%s becomes noon of that day in UTC, and back', (day, unix) => {
    expect(dayToUnix(day)).toBe(unix);
    expect(unixToDay(unix)).toBe(day);
  });

  test.each(['Pacific/Pago_Pago', 'Asia/Tokyo', 'America/Los_Angeles', 'Pacific/Auckland'])(
    'a tenant in %s takes the same calendar day',
    (timeZone) => {
      const unix = dayToUnix('2026-07-15') ?? 0;
      expect(new Intl.DateTimeFormat('sv', { timeZone }).format(unix * 1000)).toBe(
        timeZone === 'Pacific/Auckland' ? '2026-07-16' : '2026-07-15',
      );
    },
  );

  test('an invalid day is undefined', () => {
    expect(dayToUnix('')).toBeUndefined();
    expect(dayToUnix('2026-13-01')).toBeUndefined();
    expect(unixToDay(Number.NaN)).toBe('');
    expect(unixToDay(1e15)).toBe('');
  });
});

test.each(['plain', 'a, b', 'say "so"', '"', '""', ',', ' blank ', '「はい」、'])(
  '%j survives quoting as a filter value',
  (text) => {
    expect(parseQuotedCell(quote(text))).toBe(text);
  },
);
