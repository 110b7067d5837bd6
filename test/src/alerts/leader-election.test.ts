import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { electLeader } from '#src/features/alerts/leader-election.ts';

// jsdom has no Web Locks, so this covers leader election by lease; the e2e tests cover locks.
const KEPT = 'countersign.lead.alerts';
const foreign = (untilMs: number) => localStorage.setItem(KEPT, JSON.stringify({ tab: 'another', untilMs }));

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

test('a free lease is taken, and makes a leader only after one interval', () => {
  const changes: boolean[] = [];
  const lead = electLeader('alerts', (isHeld) => changes.push(isHeld));
  expect(lead.isHeld()).toBe(false);
  vi.advanceTimersByTime(2_000);
  expect(lead.isHeld()).toBe(true);
  lead.stop();
  expect(changes).toEqual([true, false]);
  expect(localStorage.getItem(KEPT)).toBeNull();
});

test("another tab's lease is respected while renewed, and free once expired", () => {
  foreign(Date.now() + 7_000);
  const lead = electLeader('alerts', () => undefined);
  vi.advanceTimersByTime(6_000);
  expect(lead.isHeld()).toBe(false);
  vi.advanceTimersByTime(6_000);
  expect(lead.isHeld()).toBe(true);
  lead.stop();
});

test('if two tabs take the lease at once, the one whose lease was overwritten does not lead', () => {
  const lead = electLeader('alerts', () => undefined);
  foreign(Date.now() + 7_000);
  vi.advanceTimersByTime(2_000);
  expect(lead.isHeld()).toBe(false);
  lead.stop();
});

test('a leader that passes waits for others, and leads again if none takes over', () => {
  const lead = electLeader('alerts', () => undefined);
  vi.advanceTimersByTime(2_000);
  lead.pass();
  expect(lead.isHeld()).toBe(false);
  vi.advanceTimersByTime(4_000);
  expect(localStorage.getItem(KEPT)).toBeNull();
  vi.advanceTimersByTime(8_000);
  expect(lead.isHeld()).toBe(true);
  lead.stop();
});
