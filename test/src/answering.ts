import { onTestFinished } from 'vitest';
import { syncClock } from '#src/lib/clock.ts';

export type Fetch = typeof globalThis.fetch;
/** A layer between the page and the service. */
export type Middleware = (fetch: Fetch) => Fetch;
/** Selects requests by their decoded URL and their options. */
export type Match = (url: string, init: RequestInit) => boolean;
/** Responds to a request; `passOn` forwards it to the service. */
export type Respond = (passOn: () => Promise<Response>, url: string) => Promise<Response>;

type Answer = Promise<unknown> | Response | false | undefined;

export const isWrite: Match = (_, { method = 'GET' }) => method !== 'GET';

/** Middleware for some of the requests. */
export const intercepting =
  (isMatch: Match, respond: Respond): Middleware =>
  (fetch) =>
  (input, init = {}) => {
    const passOn = () => fetch(input, init);
    const url = decodeURIComponent(String(input));
    return isMatch(url, init) ? respond(passOn, url) : passOn();
  };

/**
 * Middleware that answers some requests in place of the service: those for which `answer` returns a response. A promise
 * of anything else holds the request until it resolves.
 */
export const answering =
  (answer: (url: string, init: RequestInit) => Answer): Middleware =>
  (fetch) =>
  async (input, init = {}) => {
    const given = answer(decodeURIComponent(String(input)), init);
    const answered = given instanceof Promise ? await given : given;
    return answered instanceof Response ? answered : fetch(input, init);
  };

// biome-ignore lint/suspicious/noExplicitAny: tests change any part of a document.
type Document = any;

/** Middleware that changes the documents of some responses. `change` modifies the document, or returns another. */
export const rewriting = (isMatch: Match, change: (document: Document, url: string) => unknown): Middleware =>
  intercepting(isMatch, async (passOn, url) => {
    const response = await passOn();
    const document = await response.json();
    return Response.json(change(document, url) ?? document, { status: response.status });
  });

/** Middleware that holds the requests for which `isHeld` returns true, until `release` is called. */
export function holding(isHeld: Match) {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  return { wrapFetch: answering((url, init) => isHeld(url, init) && promise), release };
}

/** A refusal with one JSON:API error. */
export const refusal = (status: number, error: object = {}, headers: Record<string, string> = {}) =>
  Response.json({ errors: [error] }, { status, headers });

/** Middleware that sends the first `size` records of a list for every page, and counts all of them. */
export const ignoringPageNumbers =
  (isMatch: Match, size: number): Middleware =>
  (fetch) =>
  async (input, init = {}) => {
    const url = new URL(String(input));
    if (!isMatch(decodeURIComponent(url.href), init)) return fetch(input, init);
    url.searchParams.delete('page[number]');
    url.searchParams.set('page[size]', String(size));
    const { data, included, meta } = await (await fetch(url.href, init)).json();
    return Response.json({ data, included, meta: { record_count: meta.record_count } });
  };

/** Middleware that hides the service document, so that the service has no extensions: any service but our own. */
export const withoutExtensions = answering((url) => /\/rapi\/v1\/?$/.test(url) && refusal(404));

/** Middleware that sets the service's clock ahead of this computer's, until the end of the test. */
export const withClockAhead =
  (ms: number): Middleware =>
  (fetch) => {
    onTestFinished(() => syncClock(new Date().toUTCString()));
    return async (...request) => {
      const answer = await fetch(...request);
      answer.headers.set('date', new Date(Date.now() + ms).toUTCString());
      return answer;
    };
  };
