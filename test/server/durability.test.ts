import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openTenants } from '#server/access/tenants.ts';
import { newSharedPlace, type SharedPlace } from '#test/database-place.ts';
import { LONG_TIMEOUT_MS } from '#test/long-timeout.ts';
import { startAndKill, startService } from '#test/service-process.ts';
import { addTenant } from '#test/stored-tenant.ts';
import { openDemo, readRows } from './demo-rows.ts';
import { checkPlace, Ledger, workUntilGone } from './durability.ts';

/** Number of kills; override with `KILL_RUNS`. */
const KILLS = Number(process.env.KILL_RUNS ?? 25);
const FIRST_STARTS = Math.ceil(KILLS / 3);
const STARTS_ON_A_PLACE = 3;
const LONGEST_MS = 120_000 + KILLS * 30_000;

const some = (most: number) => Math.floor(Math.random() * most);

test(`acknowledged writes survive ${KILLS - FIRST_STARTS} kills`, { timeout: LONGEST_MS }, async () => {
  const shared = newSharedPlace();
  const ledger = new Ledger();
  let kills = 0;
  try {
    const desk = await addTenant(shared.place);
    for (let round = 0; kills < KILLS - FIRST_STARTS; round += 1) {
      // One service, or two concurrent ones, where the second outlives the first for a while.
      const services = await Promise.all(Array.from({ length: 1 + (round % 2) }, () => startOn(shared)));
      const work = services.map((service, which) => workUntilGone(service.origin, desk, ledger, `${round}.${which}`));
      const before = ledger.count;
      await expect.poll(() => ledger.count, { interval: 5 }).toBeGreaterThan(before);
      for (const service of services) {
        await delay(some(500));
        expect(await service.end('SIGKILL')).toBe('SIGKILL');
        kills += 1;
      }
      await Promise.all(work);
      await checkPlace(shared.place, ledger);
    }
    expect(ledger.faults).toEqual([]);
    expect(ledger.count).toBeGreaterThan(KILLS);
    console.log(`${kills} kills, ${ledger.count} acknowledged writes, none lost`);
  } finally {
    shared.remove();
  }
});

test(`a first start completes after being killed ${FIRST_STARTS} times`, { timeout: LONGEST_MS }, async () => {
  const demo = await openDemo();
  const expected = await readRows(demo, 'lumen');
  await demo.tenants.close();
  // Duration of a start on this machine; updated below.
  let startMs = 600;
  for (let kills = 0; kills < FIRST_STARTS; ) {
    const shared = newSharedPlace();
    const settings = { ...shared.settings, DATA_DIR: shared.dataDir, PORT: '0', DEMO: '1' };
    try {
      for (let start = 0; start < STARTS_ON_A_PLACE && kills < FIRST_STARTS; start += 1, kills += 1) {
        const together = start === 1 ? [startAndKill(settings, some(startMs))] : [];
        await Promise.all([startAndKill(settings, some(startMs)), ...together]);
      }
      const beganAt = performance.now();
      const service = await startOn(shared, { DEMO: '1' });
      startMs = Math.round(performance.now() - beganAt);
      expect(service.people().length).toBe(10);
      await service.end('SIGTERM');
      await checkPlace(shared.place, new Ledger());
      const tenants = await openTenants(shared.place, LONG_TIMEOUT_MS);
      const rows = await readRows({ tenants, people: [] }, 'lumen');
      await tenants.close();
      expect(rows.rooms.map((room) => room.room_code)).toEqual(expected.rooms.map((room) => room.room_code));
      expect(rows.messages.length).toBe(expected.messages.length);
      expect(rows.keywords.length).toBe(expected.keywords.length);
    } finally {
      shared.remove();
    }
  }
});

const startOn = (shared: SharedPlace, settings: Record<string, string> = {}) =>
  startService(shared.dataDir, { ...shared.settings, DEMO: '0', ...settings });
