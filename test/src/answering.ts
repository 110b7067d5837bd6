import { onTestFinished } from 'vitest';
import { syncClock } from '#src/lib/clock.ts';

type Fetch = typeof globalThis.fetch;

/** Middleware that answers some requests in place of the service: those for which `answer` returns a response. */
export const answering =
  (answer: (url: string, init: RequestInit) => Promise<Response> | Response | false | undefined) =>
  (fetch: Fetch): Fetch =>
  async (input, init = {}) =>
    answer(decodeURIComponent(String(input)), init) || fetch(input, init);

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
