import { beforeEach, expect, test, vi } from 'vitest';
import { electLeader } from '#src/features/alerts/leader-election.ts';
import { leavePage } from '../browser-events.ts';

// jsdom has no Web Locks, so this covers leader election by lease; the e2e tests cover locks.
const KEPT = 'countersign.lead.alerts';
const foreign = (untilMs: number) => localStorage.setItem(KEPT, JSON.stringify({ tab: 'another', untilMs }));
const turn = (state: DocumentVisibilityState) => vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);

beforeEach(() => vi.useFakeTimers());

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

test('a leader that is hidden, whose timers run once a minute, goes on leading', () => {
  const changes: boolean[] = [];
  const lead = electLeader('alerts', (isHeld) => changes.push(isHeld));
  vi.advanceTimersByTime(2_000);
  turn('hidden');
  for (let minute = 0; minute < 5; minute++) {
    // The clock goes on while the timers are held back.
    vi.setSystemTime(Date.now() + 58_000);
    expect(lead.isHeld()).toBe(true);
    vi.advanceTimersByTime(2_000);
    expect(lead.isHeld()).toBe(true);
  }
  leavePage();
  expect(localStorage.getItem(KEPT)).toBeNull();
  lead.stop();
  expect(changes).toEqual([true, false]);
});

test('a leader whose lease ran out while hidden gives way to a tab that has taken it', () => {
  const lead = electLeader('alerts', () => undefined);
  vi.advanceTimersByTime(2_000);
  turn('hidden');
  vi.setSystemTime(Date.now() + 58_000);
  foreign(Date.now() + 7_000);
  expect(lead.isHeld()).toBe(false);
  vi.advanceTimersByTime(2_000);
  expect(lead.isHeld()).toBe(false);
  lead.stop();
});

test('a hidden tab leaves an old lease to its leader for two minutes, a visible one does not', () => {
  turn('hidden');
  foreign(Date.now() + 7_000);
  const lead = electLeader('alerts', () => undefined);
  vi.advanceTimersByTime(110_000);
  expect(lead.isHeld()).toBe(false);
  turn('visible');
  vi.advanceTimersByTime(4_000);
  expect(lead.isHeld()).toBe(true);
  lead.stop();
  turn('hidden');
  foreign(Date.now() + 7_000);
  const heir = electLeader('alerts', () => undefined);
  vi.advanceTimersByTime(140_000);
  expect(heir.isHeld()).toBe(true);
  heir.stop();
});
