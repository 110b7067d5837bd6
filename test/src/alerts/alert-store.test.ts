import { expect, test, vi } from 'vitest';
import type { Room } from '#src/domain/rooms/room-name.ts';
import { openAlertStore } from '#src/features/alerts/alert-store.ts';

const TENANT = 'https://harbor.test';

/** A waiting room with the fields that the alert store reads. */
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

test('rooms of the first poll raise no alert; later ones do until they are seen', () => {
  const book = openAlertStore(TENANT);
  expect(book.note([room('1', 100)])).toBe(false);
  expect(book.note([room('1', 100), room('2', 200), room('3', 201)])).toBe(true);
  expect(book.note([room('1', 100), room('2', 200), room('3', 201)])).toBe(false);
  expect(idsOf(book.unseen())).toEqual(['2', '3']);
  book.see(['2']);
  expect(idsOf(book.unseen())).toEqual(['3']);
  book.see('all');
  expect(book.unseen()).toEqual([]);
});

test('an answered room raises no alert any more, and does again when it waits again', () => {
  const book = openAlertStore(TENANT);
  book.note([]);
  book.note([room('1', 100)]);
  book.note([]);
  expect(book.unseen()).toEqual([]);
  expect(book.note([room('1', 300)])).toBe(true);
});

test('a room missing from one response does not count as newly waiting in the next', () => {
  const book = openAlertStore(TENANT);
  book.note([room('1', 100)]);
  book.note([]);
  expect(book.note([room('1', 100)])).toBe(false);
});

test('if the tenant sends no start of a wait, a wait starts when the room appears', () => {
  const book = openAlertStore(TENANT);
  book.note([]);
  expect(book.note([room('1')])).toBe(true);
  expect(book.note([room('1')])).toBe(false);
  book.note([]);
  expect(book.note([room('1')])).toBe(true);
});

test('the next leader tab resumes the stored state, unless it is too old', () => {
  vi.useFakeTimers();
  const first = openAlertStore(TENANT);
  first.note([room('1', 100)]);
  first.note([room('1', 100), room('2', 200)]);

  vi.advanceTimersByTime(60_000);
  const second = openAlertStore(TENANT);
  expect(second.note([room('1', 100), room('2', 200), room('3', 300)])).toBe(true);
  expect(idsOf(second.unseen())).toEqual(['2', '3']);

  vi.advanceTimersByTime(3_600_000);
  const third = openAlertStore(TENANT);
  expect(third.note([room('1', 100), room('4', 400)])).toBe(false);
  expect(openAlertStore('https://lumen.test').note([room('9', 1)])).toBe(false);
});

test('in a cut list, a room that moves up when another wait ends does not count as a new wait', () => {
  const book = openAlertStore(TENANT);
  book.note([room('1', 100), room('2', 200)], true);
  expect(book.note([room('2', 200), room('3', 50), room('4')], true)).toBe(false);
  expect(book.unseen()).toEqual([]);
  expect(book.note([room('2', 200), room('3', 50), room('4'), room('5', 300)], true)).toBe(true);
  expect(idsOf(book.unseen())).toEqual(['5']);
});
