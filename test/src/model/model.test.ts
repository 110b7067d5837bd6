import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createService, type TestService } from '#test/service.ts';
import { walks } from './person.ts';
import { takeWalk } from './walk.ts';

// jsdom brings classes of its own, which Node's buffers are no instances of; the service asks for that.
globalThis.Uint8Array = Object.getPrototypeOf(Buffer);
globalThis.ArrayBuffer = Object.getPrototypeOf(Buffer.from('a').buffer).constructor;

const RUNS = Number(process.env.MODEL_RUNS ?? 20);
const STEPS = 30;
/** With `MODEL_SEED`, the same walks once more; the few of every day are always the same. */
const SEED = Number(process.env.MODEL_SEED ?? (process.env.MODEL_RUNS ? Date.now() % 2 ** 31 : 1));

let service: TestService;
beforeAll(async () => {
  service = await createService();
});
afterAll(() => service.close());
beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test(
  `${RUNS} walks of ${STEPS} steps, seed ${SEED}: what was told is so, and what was typed is there`,
  async () => {
    const walk = fc.asyncProperty(walks(STEPS), async (steps) => {
      expect(await takeWalk(service, steps)).toEqual([]);
    });
    await fc.assert(walk, { numRuns: RUNS, seed: SEED, endOnFailure: process.env.MODEL_SHRINK === undefined });
  },
  10_000 + RUNS * 5000,
);
