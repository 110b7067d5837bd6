import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createService, type TestService } from '#test/service.ts';
import { walks } from './step.ts';
import { takeWalk } from './walk.ts';

const RUNS = Number(process.env.MODEL_RUNS ?? 20);
const STEPS = 30;
/** `MODEL_SEED` reproduces a run. The few runs of a normal test use a fixed seed. */
const SEED = Number(process.env.MODEL_SEED ?? (process.env.MODEL_RUNS ? Date.now() % 2 ** 31 : 1));

let service: TestService;
beforeAll(async () => {
  service = await createService();
});
afterAll(() => service.close());

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
