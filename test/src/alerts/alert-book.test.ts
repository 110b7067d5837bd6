import { afterEach, expect, test } from 'vitest';
import { openAlertBook } from '#src/features/alerts/alert-book.ts';
import type { Room } from '#src/records/rooms/room-name.ts';

afterEach(() => localStorage.clear());

const TENANT = 'https://harbor.test';

/** A waiting room with the fields the alert book reads. */
const room = (id: string, since?: number): Room => ({
  id,
  type: 'rooms',
  name: `Room ${id}`,
  description: null,
  is_private: false,
  settings: {},
  kind: 'support_room',
  enabled: true,
  room_code: id,
  awaiting_support: true,
  created_at_unix: 0,
  created_at: '',
  is_external: false,
  one: {},
  meta: since === undefined ? {} : { awaiting_since_unix: since },
  more: {},
});

const idsOf = (rooms: readonly Room[]) => rooms.map(({ id }) => id);

test('rooms that wait at first are known; those that begin to wait later are told until somebody saw them', () => {
  const book = openAlertBook(TENANT);
  expect(book.note([room('1', 100)])).toBe(false);
  expect(book.note([room('1', 100), room('2', 200), room('3', 201)])).toBe(true);
  expect(book.note([room('1', 100), room('2', 200), room('3', 201)])).toBe(false);
  expect(idsOf(book.unseen())).toEqual(['2', '3']);
  book.see(['2']);
  expect(idsOf(book.unseen())).toEqual(['3']);
  book.see('all');
  expect(book.unseen()).toEqual([]);
});

test('a room that was answered is told no more, and is told anew when it waits again', () => {
  const book = openAlertBook(TENANT);
  book.note([]);
  book.note([room('1', 100)]);
  book.note([]);
  expect(book.unseen()).toEqual([]);
  expect(book.note([room('1', 300)])).toBe(true);
});

test('a room that one reading missed does not begin to wait with the next', () => {
  const book = openAlertBook(TENANT);
  book.note([room('1', 100)]);
  book.note([]);
  expect(book.note([room('1', 100)])).toBe(false);
});

test('where the tenant does not say since when, a room begins to wait when it is there and was not', () => {
  const book = openAlertBook(TENANT);
  book.note([]);
  expect(book.note([room('1')])).toBe(true);
  expect(book.note([room('1')])).toBe(false);
  book.note([]);
  expect(book.note([room('1')])).toBe(true);
});

test('the next tab goes on where the last has left off, unless that is long ago', () => {
  let now = 1_000_000;
  const first = openAlertBook(TENANT, () => now);
  first.note([room('1', 100)]);
  first.note([room('1', 100), room('2', 200)]);

  now += 60_000;
  const second = openAlertBook(TENANT, () => now);
  expect(second.note([room('1', 100), room('2', 200), room('3', 300)])).toBe(true);
  expect(idsOf(second.unseen())).toEqual(['2', '3']);

  now += 3_600_000;
  const third = openAlertBook(TENANT, () => now);
  expect(third.note([room('1', 100), room('4', 400)])).toBe(false);
  expect(openAlertBook('https://lumen.test', () => now).note([room('9', 1)])).toBe(false);
});
