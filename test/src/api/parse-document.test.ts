import { describe, expect, it } from 'vitest';
import { drafts } from '#contract/drafts.ts';
import { rooms } from '#contract/rooms.ts';
import { users } from '#contract/users.ts';
import { signIn } from '#src/api/connection.ts';
import { findIncluded } from '#src/api/list-page.ts';
import type { ApiAnswer } from '#src/api/request.ts';
import { parseCounts, parseList, parseRecord } from '#src/api/tenant/parse-document.ts';
import { readWarnings } from '#src/features/settings/capabilities/capability-notices.tsx';

const answer = (body: unknown): ApiAnswer => ({
  status: 200,
  url: 'http://tenant.test/rapi/v1/rooms?page[number]=1',
  body,
  location: undefined,
});

const room = (attributes: Record<string, unknown>, rest: Record<string, unknown> = {}) =>
  parseRecord(rooms, answer({ data: { id: '1', type: 'rooms', attributes, ...rest } }));

describe('an unchanged record', () => {
  const sent = { name: 'Parcel', awaiting_support: true };

  it('is the same object, and a new one if anything differs', () => {
    const before = room(sent);
    expect(before?.name).toBe('Parcel');
    expect(room({ ...sent })).toBe(before);
    const renamed = room({ ...sent, name: 'Letter' });
    expect(renamed?.name).toBe('Letter');
    expect(room(sent, { meta: { version: '2' } })?.meta.version).toBe('2');
    expect(room(sent)).toEqual(before);
  });

  it('is parsed again at another tenant, whose format may differ', () => {
    const before = room(sent);
    signIn('http://other.test', 'token');
    expect(room(sent)).not.toBe(before);
    expect(room(sent)).toEqual(before);
  });
});

describe('the number of records', () => {
  it('says whether there is a next page', () => {
    const meta = { record_count: 60 };
    const page = parseList(rooms, answer({ data: [{ id: '1' }], meta }), { number: 2, size: 25 });
    expect(page.total).toBe(60);
    expect(page.hasNext).toBe(true);
    expect(parseList(rooms, answer({ data: [], meta }), { number: 3, size: 25 }).hasNext).toBe(false);
  });

  it('is unknown without meta; a full page or a link implies a next page', () => {
    const rows = [{ id: '1' }, { id: '2' }];
    expect(parseList(rooms, answer({ data: rows }), { size: 2 })).toMatchObject({ total: undefined, hasNext: true });
    expect(parseList(rooms, answer({ data: rows }), { size: 3 }).hasNext).toBe(false);
    const linked = { data: rows, links: { next: { href: '/rapi/v1/rooms?page[number]=2' } } };
    expect(parseList(rooms, answer(linked), { size: 3 }).hasNext).toBe(true);
  });

  it('is derived from the link to the last page', () => {
    const body = { data: [{ id: '1' }], links: { last: '/rapi/v1/rooms?page%5Bnumber%5D=4' } };
    expect(parseList(rooms, answer(body), { number: 3, size: 1 }).hasNext).toBe(true);
    expect(parseList(rooms, answer(body), { number: 4, size: 1 }).hasNext).toBe(false);
  });

  it('is paged here if the tenant returns everything at once', () => {
    const data = ['1', '2', '3', '4', '5'].map((id) => ({ id }));
    const read = (number: number, meta: object) => {
      const { rows, hasNext } = parseList(rooms, answer({ data, meta }), { number, size: 2 });
      return [rows.map(({ id }) => id), hasNext];
    };
    for (const meta of [{ record_count: 5 }, { record_count: 5, page_count: 1 }]) {
      expect(read(1, meta)).toEqual([['1', '2'], true]);
      expect(read(3, meta)).toEqual([['5'], false]);
    }
    // Without a count, the page size may be the tenant's.
    expect(read(1, {})).toEqual([['1', '2', '3', '4', '5'], false]);
  });

  it('says how many pages there are if the tenant returns fewer rows per page than requested', () => {
    const read = (number: number, count: number, counted = {}) => {
      const data = Array.from({ length: count }, (_, index) => ({ id: `${number}.${index}` }));
      return parseList(rooms, answer({ data, meta: { record_count: 130, ...counted } }), { number, size: 100 });
    };
    expect([1, 2, 3, 6].map((number) => read(number, 20).hasNext)).toEqual([true, true, true, true]);
    expect([1, 6].map((number) => read(number, 20).size)).toEqual([20, 20]);
    expect(read(7, 10, { page_count: 7 })).toMatchObject({ size: undefined, hasNext: false });
    expect(read(1, 100).size).toBeUndefined();
    expect(read(8, 0).hasNext).toBe(false);
    expect(read(2, 30).hasNext).toBe(false);
  });

  it('is not taken from a count of the rows on the page', () => {
    const links = { next: '/rapi/v1/rooms?page[number]=2' };
    const first = { data: [{ id: '1' }, { id: '2' }], meta: { count: 2 }, links };
    expect(parseList(rooms, answer(first), { size: 25 })).toMatchObject({ total: undefined, hasNext: true });
    const last = { data: [{ id: '3' }], meta: { count: 1 }, links: {} };
    expect(parseList(rooms, answer(last), { number: 2 })).toMatchObject({ total: undefined, hasNext: false });
  });

  it('is marked as a lower bound if it is one', () => {
    const meta = { record_count: 10_000, record_count_is_minimum: true };
    const page = parseList(rooms, answer({ data: [{ id: '1' }], meta, links: { next: 'x' } }), { size: 1 });
    expect(page).toMatchObject({ isTotalMinimum: true, hasNext: true });
  });
});

describe('a list', () => {
  it.each([
    ['a bare array', [{ id: '1', attributes: {} }], ['1']],
    ['no body', undefined, []],
  ])('comes as %s', (_, body, ids) => {
    expect(parseList(rooms, answer(body), {}).rows.map((row) => row.id)).toEqual(ids);
  });
});

describe('an attribute', () => {
  it('is derived from its counterpart if a date is sent in one of two attributes', () => {
    const dates = { created_at: '2025-03-12T12:00:00.000Z', created_at_unix: 1_741_780_800 };
    expect(room({ created_at: dates.created_at, created_at_unix: null })).toMatchObject(dates);
    expect(room({ created_at: null, created_at_unix: dates.created_at_unix })).toMatchObject(dates);
  });

  it('is kept as sent if it is an unparseable date or structure, but not an unparseable time', () => {
    expect(room({ created_at: 'last Tuesday' })?.created_at).toBe('last Tuesday');
    expect(room({ settings: 'none yet' })).toMatchObject({ settings: {}, more: { settings: 'none yet' } });
    expect(room({ settings: '' })).toMatchObject({ settings: {}, more: {} });
    const draft = parseRecord(drafts, answer({ data: { id: '1', attributes: { resolved_time_unix: 'soon' } } }));
    expect(draft?.resolved_time_unix).toBeNull();
  });

  it('is kept if the contract does not know it', () => {
    expect(room({ name: 'Anna', colour: 'red' })?.more).toEqual({ colour: 'red' });
  });

  it.each([{}, { attributes: null }, { attributes: {} }])('has a default when %j was sent', (sent) => {
    const row = parseRecord(rooms, answer({ data: { id: 7, ...sent } }));
    expect(row).toMatchObject({ id: '7', name: null, room_code: '', enabled: false, settings: {}, created_at_unix: 0 });
  });
});

describe('a relationship', () => {
  it.each([
    [{ data: { type: 'rooms', id: 5 } }, { type: 'rooms', id: '5' }],
    [
      { type: 'room', id: '5' },
      { type: 'rooms', id: '5' },
    ],
    [{ data: null }, null],
    [{ links: { related: '/x' } }, undefined],
    [null, undefined],
  ])('%j is read as %j', (relationship, linkage) => {
    const body = { data: { id: '1', attributes: {}, relationships: { room: relationship } } };
    expect(parseRecord(drafts, answer(body))?.one.room).toEqual(linkage);
  });

  it.each(['rooms', 'room', 'Rooms', 'room-s'])('finds the included record of type %s', (type) => {
    const body = { data: [], included: [{ id: 5, type, attributes: { name: 'Anna' } }] };
    const { included } = parseList(rooms, answer(body), {});
    expect(findIncluded(included, rooms, { type: 'rooms', id: '5' })?.name).toBe('Anna');
    expect(findIncluded(included, rooms, { type: 'rooms', id: '6' })).toBeUndefined();
  });

  it.each([undefined, null, [], 'none'])('finds no record in %j', (included) => {
    const list = parseList(users, answer({ data: [], included }), {});
    expect(findIncluded(list.included, users, { type: 'users', id: '3' })).toBeUndefined();
  });
});

it.each([
  { meta: { all: 5, unread: 2 } },
  { data: { id: 1, type: 'room_counts', attributes: { all: '5', unread: '2' } } },
])('counts are read from %j', (body) => {
  expect(parseCounts(body)).toEqual({ all: 5, unread: 2 });
});

it.each([[[{ detail: 'Old.' }]], [['Old.']], ['Old.'], [[{ title: 'Old.' }]]])(
  'warnings are read from %j',
  (warnings) => {
    expect(readWarnings(warnings)).toEqual(['Old.']);
  },
);
