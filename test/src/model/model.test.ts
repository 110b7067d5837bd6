import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createService, type TestService } from '#test/service.ts';
import { walks } from './person.ts';
import { takeWalk } from './walk.ts';

// jsdom has its own typed-array classes. The service checks Node buffers with `instanceof`, so restore Node's.
globalThis.Uint8Array = Object.getPrototypeOf(Buffer);
globalThis.ArrayBuffer = Object.getPrototypeOf(Buffer.from('a').buffer).constructor;

const RUNS = Number(process.env.MODEL_RUNS ?? 20);
const STEPS = 30;
/** `MODEL_SEED` reproduces a run. The few runs of a normal test use a fixed seed. */
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
  `${RUNS} walks of ${STEPS} steps, seed ${SEED}: reports are true, and typed text is kept`,
  async () => {
    const walk = fc.asyncProperty(walks(STEPS), async (steps) => {
      expect(await takeWalk(service, steps)).toEqual([]);
    });
    await fc.assert(walk, { numRuns: RUNS, seed: SEED, endOnFailure: process.env.MODEL_SHRINK === undefined });
  },
  10_000 + RUNS * 5000,
);
