import type { Connection } from '#src/api/connection.ts';
import { ApiError } from '#src/api/errors.ts';
import { type Decision, findOutcome, isAnswerLost, isCarriedOut, refusal, sendDecision } from './send-decision.ts';

const LOOK_AGAIN_MS = 5000;
const LONGEST_WAIT_MS = 5 * 60_000;
const MOST_RESENDS = 2;

export interface DeliveryOptions {
  /** Lets the request outlive the page. */
  keepalive?: boolean;
  /** How often the outcome is looked up before giving up. Default: until it is known. */
  looks?: number;
  /** Called before each pause, with why the outcome is unknown and when the next request is due, in ms since 1970. */
  onWait?: (state: 'unknown' | 'busy', until: number) => void;
}

/**
 * Sends a decision exactly once: re-reads the draft before each resend. Throws as `sendDecision` does; with code
 * `not_arriving` if the tenant can be read but nothing sent arrives; an ApiError other than a refusal only when `looks`
 * are used up.
 */
export async function deliverDecision(
  decision: Decision,
  from: Connection,
  { keepalive = false, looks = Number.POSITIVE_INFINITY, onWait }: DeliveryOptions = {},
): Promise<void> {
  let send = () => sendDecision(decision, from, keepalive);
  let resends = 0;
  const countResend = () => {
    // The browser reports a write blocked by CORS as a plain network error.
    if (++resends > MOST_RESENDS) throw refusal('not_arriving');
  };
  for (let look = 0; ; look++) {
    try {
      await send();
      return;
    } catch (error) {
      // A 500 may follow the commit. If it does not, a resend would fail again.
      if (isFault(error) && (await hasArrived(decision, from, error, { looks, onWait }))) return;
      const isPassing = isAnswerLost(error) || isBusy(error);
      if (!isPassing || look >= looks) throw error;
      const waitMs = waitBefore(error, look);
      await pause(waitMs, isBusy(error) ? 'busy' : 'unknown', onWait);
      if (isBusy(error)) resends = 0;
      send = () => findOutcome(decision, from, countResend);
    }
  }
}

const isFault = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 500;
const isBusy = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 429 || error.status === 503);

function waitBefore(error: unknown, look: number): number {
  if (!isBusy(error)) return look === 0 ? 0 : LOOK_AGAIN_MS;
  return error.retryAfterSeconds === undefined
    ? LOOK_AGAIN_MS
    : Math.min(error.retryAfterSeconds * 1000, LONGEST_WAIT_MS);
}

/** Retries the lookup until the draft can be read. False also if the tenant does not tell or `looks` are used up. */
async function hasArrived(
  decision: Decision,
  from: Connection,
  fault: ApiError,
  { looks = Number.POSITIVE_INFINITY, onWait }: DeliveryOptions,
): Promise<boolean> {
  for (let look = 0; ; look++) {
    try {
      const isDone = await isCarriedOut(decision, from);
      fault.isOutcomeUnknown = false;
      return isDone;
    } catch (error) {
      fault.isOutcomeUnknown = true;
      if (!isAnswerLost(error) || look >= looks) return false;
      await pause(waitBefore(error, look), 'unknown', onWait);
    }
  }
}

async function pause(ms: number, state: 'unknown' | 'busy', onWait: DeliveryOptions['onWait']): Promise<void> {
  onWait?.(state, Date.now() + ms);
  await new Promise((resolve) => setTimeout(resolve, ms));
}
