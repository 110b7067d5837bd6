import { onTestFinished } from 'vitest';
import { syncClock } from '#src/lib/clock.ts';

type Fetch = typeof globalThis.fetch;

type Answer = Promise<unknown> | Response | false | undefined;

/**
 * Middleware that answers some requests in place of the service: those for which `answer` returns a response. A promise
 * of anything else holds the request until it resolves.
 */
export const answering =
  (answer: (url: string, init: RequestInit) => Answer) =>
  (fetch: Fetch): Fetch =>
  async (input, init = {}) => {
    const given = answer(decodeURIComponent(String(input)), init);
    const answered = given instanceof Promise ? await given : given;
    return answered instanceof Response ? answered : fetch(input, init);
  };

/** Middleware that holds the requests for which `isHeld` returns true, until `release` is called. */
export function holding(isHeld: (url: string, init: RequestInit) => boolean) {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  return { wrapFetch: answering((url, init) => isHeld(url, init) && promise), release };
}

/** A refusal with one JSON:API error. */
export const refusal = (status: number, error: object = {}) => Response.json({ errors: [error] }, { status });

/** Middleware that sets the service's clock ahead of this computer's, until the end of the test. */
export const withClockAhead =
  (ms: number) =>
  (fetch: Fetch): Fetch => {
    onTestFinished(() => syncClock(new Date().toUTCString()));
    return async (...request) => {
      const answer = await fetch(...request);
      answer.headers.set('date', new Date(Date.now() + ms).toUTCString());
      return answer;
    };
  };
