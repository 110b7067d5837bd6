import { afterEach, beforeEach, vi } from 'vitest';
import type { Role } from '#server/access/caller.ts';
import { aRoom } from '#test/builders.ts';
import { serviceForFile } from '#test/service.ts';

/** A full hour: a Wednesday, 09:00. */
export const NOW = 1_741_770_000;
export const HOUR = 3_600;
export const DAY = 24 * HOUR;

/** Sets the clock that the service reads; timers stay real. */
export const setTime = (unix: number) => vi.setSystemTime(unix * 1000);

/** A service for a whole test file. At the start of each test it is `NOW`, and no visitor has waited yet. */
export async function serviceWithoutWaits() {
  const service = await serviceForFile();
  const { db } = service;
  const recordSince = (since_unix: number) => db.updateTable('wait_recording').set({ since_unix }).execute();
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW * 1000 });
    await db.deleteFrom('waits').execute();
    await db.updateTable('rooms').set({ awaiting_support: 0, awaiting_since_unix: null }).execute();
    await recordSince(NOW - 60 * DAY);
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  return {
    service,
    db,
    recordSince,
    addWaits: (...times: [started: number, ended: number][]) =>
      db
        .insertInto('waits')
        .values(times.map(([started_unix, ended_unix]) => ({ started_unix, ended_unix })))
        .execute(),
    /** A support room whose visitor has been waiting since a time. */
    aWaitingRoom: (since: number, given = {}, members: number[] = []) =>
      aRoom(db, { awaiting_support: 1, awaiting_since_unix: since, ...given }, members),
    say: (room: number, as: Role) => service.create('messages', { content: 'Hello', room_id: String(room) }, { as }),
  };
}
