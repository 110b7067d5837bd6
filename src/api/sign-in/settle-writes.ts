import { settleWithin } from '#src/lib/delay.ts';

const LONGEST_MS = 3_000;
const settlers = new Set<() => Promise<unknown>>();

/** Registers what sends the writes that still wait; called before a person signs in. */
export const onBeforeSignIn = (settle: () => Promise<unknown>): void => void settlers.add(settle);

/** Sends what waits, under the session in which it was decided, and waits for the answers for at most three seconds. */
export const settleWrites = (): Promise<void> =>
  settleWithin(
    LONGEST_MS,
    Array.from(settlers, (settle) => settle()),
  );
