import { afterEach, expect, test, vi } from 'vitest';
import { FairQueue, OverloadedError } from '#server/lib/fair-queue.ts';

const queue = () => new FairQueue({ slots: 4, perTenant: 2, perCaller: 1, maxWaiting: 2, maxWaitMs: 60_000 });
afterEach(() => void vi.useRealTimers());

const as = (tenant: string, caller: string) => ({ tenant, caller });

/** Asks for a slot, and records the order in which slots are granted. */
function enterInto(line: FairQueue, tenant: string, caller: string, started: string[]) {
  const entered = line.enter(as(tenant, caller)).then((free) => {
    started.push(`${tenant} ${caller}`);
    return free;
  });
  // Waiters left over at the end of a test are refused a minute later.
  entered.catch(() => undefined);
  return entered;
}

test('slots are limited per caller and per tenant, so that other tenants get the rest', async () => {
  const line = queue();
  const started: string[] = [];
  const all = ['a', 'a', 'b', 'c'].map((caller) => enterInto(line, 'harbor', caller, started));
  const other = ['a', 'b'].map((caller) => enterInto(line, 'lumen', caller, started));
  await Promise.all(other);
  expect(started).toEqual(['harbor a', 'harbor b', 'lumen a', 'lumen b']);
  expect([line.running, line.waiting]).toEqual([4, 2]);
  (await all[0])?.();
  await all[1];
  expect(started.slice(4)).toEqual(['harbor a']);
});

test('a freed slot goes to the tenant with the fewest running', async () => {
  const line = new FairQueue({ slots: 2, perTenant: 2, perCaller: 2, maxWaiting: 2, maxWaitMs: 60_000 });
  const started: string[] = [];
  const first = await enterInto(line, 'harbor', 'a', started);
  await enterInto(line, 'harbor', 'b', started);
  const waiting = [enterInto(line, 'harbor', 'c', started), enterInto(line, 'lumen', 'a', started)];
  first();
  first();
  await waiting[1];
  expect(started).toEqual(['harbor a', 'harbor b', 'lumen a']);
  expect([line.running, line.waiting]).toEqual([2, 1]);
});

test('a caller with slow work is limited to one slot for ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  const line = new FairQueue({ slots: 9, perTenant: 9, perCaller: 3, maxWaiting: 9, maxWaitMs: 60_000, slowMs: 250 });
  const started: string[] = [];
  const [slow] = await Promise.all([line.enter(as('harbor', 'a')), line.enter(as('harbor', 'b'))]);
  vi.advanceTimersByTime(251);
  slow?.();
  const frees = ['a', 'a', 'b', 'b'].map((caller) => enterInto(line, 'harbor', caller, started));
  await Promise.all([frees[0], frees[2], frees[3]]);
  expect(started).toEqual(['harbor a', 'harbor b', 'harbor b']);
  (await frees[0])?.();
  (await frees[1])?.();
  vi.advanceTimersByTime(10_000);
  await Promise.all(['a', 'a', 'a'].map((caller) => enterInto(line, 'harbor', caller, started)));
  expect(line.waiting).toBe(0);
});

test('a caller whose work was aborted counts as slow, and its newest waiter is next', async () => {
  const line = new FairQueue({ slots: 9, perTenant: 9, perCaller: 2 });
  const started: string[] = [];
  const [one, two] = await Promise.all([line.enter(as('harbor', 'a')), line.enter(as('harbor', 'a'))]);
  const enter = async (name: string) => {
    const free = await line.enter(as('harbor', 'a'));
    started.push(name);
    return free;
  };
  const waits = ['older', 'newer'].map(enter);
  one?.(true);
  expect(line.running).toBe(1);
  two?.();
  (await waits[1])?.();
  await waits[0];
  expect(started).toEqual(['newer', 'older']);
});

test('a caller with too many waiters is refused alone, and an aborted waiter leaves the queue', async () => {
  const line = queue();
  const gone = new AbortController();
  const free = await line.enter(as('harbor', 'a'));
  const waits = [line.enter(as('harbor', 'a')), line.enter(as('harbor', 'a'), gone.signal)];
  await expect(line.enter(as('harbor', 'a'))).rejects.toThrow(OverloadedError);
  (await line.enter(as('harbor', 'b')))();
  gone.abort(new Error('too late'));
  await expect(waits[1]).rejects.toThrow('too late');
  await expect(line.enter(as('harbor', 'a'), gone.signal)).rejects.toThrow('too late');
  free();
  (await waits[0])?.();
  expect([line.running, line.waiting]).toEqual([0, 0]);
});

test('a waiter that exceeds the longest wait is refused and removed from the queue', async () => {
  const line = new FairQueue({ slots: 1, perTenant: 1, perCaller: 1, maxWaiting: 2, maxWaitMs: 1 });
  await line.enter(as('harbor', 'a'));
  await expect(line.enter(as('harbor', 'b'))).rejects.toThrow(OverloadedError);
  expect(line.waiting).toBe(0);
});
