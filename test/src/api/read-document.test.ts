import { afterEach, describe, expect, it } from 'vitest';
import { drafts } from '#contract/drafts.ts';
import { rooms } from '#contract/rooms.ts';
import { suggestions } from '#contract/suggestions.ts';
import { signIn, signOut } from '#src/api/connection.ts';
import { findIncluded, readList, readRecord } from '#src/api/read-document.ts';
import type { ApiAnswer } from '#src/api/request.ts';

const answer = (body: unknown): ApiAnswer => ({
  status: 200,
  url: 'http://tenant.test/rapi/v1/rooms?page[number]=1',
  body,
  location: undefined,
});

const room = (attributes: Record<string, unknown>, rest: Record<string, unknown> = {}) =>
  readRecord(rooms, answer({ data: { id: '1', type: 'rooms', attributes, ...rest } }));

afterEach(signOut);

describe('a record that reads as before', () => {
  const sent = { name: 'Parcel', awaiting_support: true };

  it('is the same object; another where anything of it is another', () => {
    const before = room(sent);
    expect(before?.name).toBe('Parcel');
    expect(room({ ...sent })).toBe(before);
    const renamed = room({ ...sent, name: 'Letter' });
    expect(renamed?.name).toBe('Letter');
    expect(room(sent, { meta: { version: '2' } })?.meta.version).toBe('2');
    expect(room(sent)).toEqual(before);
  });

  it('is read anew at another tenant, whose ways of writing are to be learnt', () => {
    const before = room(sent);
    signIn('http://other.test', 'token');
    expect(room(sent)).not.toBe(before);
    expect(room(sent)).toEqual(before);
  });
});

describe('how many records there are', () => {
  it.each([
    [{ record_count: 60 }],
    [{ item_count: '60' }],
    [{ total: 60 }],
    [{ count: 60 }],
    [{ total_count: 60 }],
    [{ totalItems: 60 }],
    [{ totalResourceCount: 60 }],
    [{ page: { total: 60 } }],
    [{ pagination: { count: 60 } }],
    [{ pagination: { records: 60 } }],
    [{ stats: { total: { count: 60 } } }],
  ])('is read from meta %j', (meta) => {
    const page = readList(rooms, answer({ data: [{ id: '1' }], meta }), { number: 2, size: 25 });
    expect(page.total).toBe(60);
    expect(page.hasNext).toBe(true);
    expect(readList(rooms, answer({ data: [], meta }), { number: 3, size: 25 }).hasNext).toBe(false);
  });

  it('is unknown without meta; there is a next page while the page is full or a link says so', () => {
    const rows = [{ id: '1' }, { id: '2' }];
    expect(readList(rooms, answer({ data: rows }), { size: 2 })).toMatchObject({ total: undefined, hasNext: true });
    expect(readList(rooms, answer({ data: rows }), { size: 3 }).hasNext).toBe(false);
    const linked = { data: rows, links: { next: { href: '/rapi/v1/rooms?page[number]=2' } } };
    expect(readList(rooms, answer(linked), { size: 3 }).hasNext).toBe(true);
  });

  it('takes the number of pages from the link to the last one', () => {
    const body = { data: [{ id: '1' }], links: { last: '/rapi/v1/rooms?page%5Bnumber%5D=4' } };
    expect(readList(rooms, answer(body), { number: 3, size: 1 }).hasNext).toBe(true);
    expect(readList(rooms, answer(body), { number: 4, size: 1 }).hasNext).toBe(false);
  });

  it('is paged here where the tenant answers everything at once', () => {
    const data = ['1', '2', '3', '4', '5'].map((id) => ({ id }));
    const read = (number: number, meta: object) => {
      const { rows, hasNext } = readList(rooms, answer({ data, meta }), { number, size: 2 });
      return [rows.map(({ id }) => id), hasNext];
    };
    for (const meta of [{ record_count: 5 }, { record_count: 5, page_count: 1 }]) {
      expect(read(1, meta)).toEqual([['1', '2'], true]);
      expect(read(3, meta)).toEqual([['5'], false]);
    }
    // Without a count, the page size may be the tenant's.
    expect(read(1, {})).toEqual([['1', '2', '3', '4', '5'], false]);
  });

  it('says so where the count is a lower bound', () => {
    const meta = { record_count: 10_000, record_count_is_minimum: true };
    const page = readList(rooms, answer({ data: [{ id: '1' }], meta, links: { next: 'x' } }), { size: 1 });
    expect(page).toMatchObject({ isTotalMinimum: true, hasNext: true });
  });
});

describe('a list', () => {
  it.each([
    ['an array', { data: [{ id: 1 }] }, ['1']],
    ['one object', { data: { id: '1' } }, ['1']],
    ['null', { data: null }, []],
    ['meta alone', { meta: { total: 0 } }, []],
    ['a bare array', [{ id: '1', attributes: {} }], ['1']],
    ['no body', undefined, []],
  ])('comes as %s', (_, body, ids) => {
    expect(readList(rooms, answer(body), {}).rows.map((row) => row.id)).toEqual(ids);
  });
});

describe('an attribute', () => {
  it.each([true, 1, '1', 'true'])('%j is true', (value) => {
    expect(room({ enabled: value })?.enabled).toBe(true);
  });

  it.each([false, 0, '0', 'false', null, undefined])('%j is false', (value) => {
    expect(room({ enabled: value })?.enabled).toBe(false);
  });

  it.each([
    [1_700_000_000, 1_700_000_000],
    ['1700000000', 1_700_000_000],
    [1_700_000_000_123, 1_700_000_000],
    ['', null],
    [null, null],
    ['soon', null],
  ])('%j as a time is %j', (value, seconds) => {
    const row = readRecord(drafts, answer({ data: { id: '1', attributes: { resolved_time_unix: value } } }));
    expect(row?.resolved_time_unix).toBe(seconds);
  });

  it.each(['awaiting_support', 'awaiting-support', 'awaitingSupport'])('is found under %s', (name) => {
    const row = room({ [name]: true });
    expect(row?.awaiting_support).toBe(true);
    expect(row?.more).toEqual({});
  });

  it('is kept where the contract does not know it', () => {
    expect(room({ name: 'Anna', colour: 'red' })?.more).toEqual({ colour: 'red' });
  });

  it('is read from JSON in a text', () => {
    expect(room({ settings: '{"a":1}' })?.settings).toEqual({ a: 1 });
    const body = { data: { id: '1', attributes: { suggestion_messages_data: '[{"kind":"text","content":"Hi"}]' } } };
    const row = readRecord(suggestions, answer(body));
    expect(row?.suggestion_messages_data).toEqual([{ kind: 'text', content: 'Hi', settings: {} }]);
  });

  it('is there even when nothing was sent', () => {
    const row = readRecord(rooms, answer({ data: { id: 7 } }));
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
    expect(readRecord(drafts, answer(body))?.one.room).toEqual(linkage);
  });

  it.each(['rooms', 'room', 'Rooms', 'room-s'])('finds what came along as type %s', (type) => {
    const body = { data: [], included: [{ id: 5, type, attributes: { name: 'Anna' } }] };
    const { included } = readList(rooms, answer(body), {});
    expect(findIncluded(included, rooms, { type: 'rooms', id: '5' })?.name).toBe('Anna');
    expect(findIncluded(included, rooms, { type: 'rooms', id: '6' })).toBeUndefined();
  });
});
