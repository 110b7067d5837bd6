import type { Connection } from './connection.ts';
import { endpointUrl, requestHeaders, SENT } from './endpoint.ts';

/** How long an unconsumed preload counts as fresh, in milliseconds. */
const FRESH_MS = 10_000;

let early: { url: string; token: string | undefined; at: number; answer: Promise<Response> } | undefined;

/** Preloads the first read of a page while its code is loading. `takeEarly` consumes the answer. */
export function askEarly(to: Connection, path: string, search: string): void {
  const url = endpointUrl(to, path, search);
  const signal = AbortSignal.timeout(FRESH_MS);
  const answer = fetch(url, { ...SENT, headers: requestHeaders(to), signal });
  // The consumer handles the error; this only prevents an unhandled rejection.
  answer.catch(() => undefined);
  early = { url, token: to.token, at: Date.now(), answer };
}

/** Consumes the preloaded answer, once; undefined if there is none for this URL or it is stale. */
export function takeEarly(to: Connection, url: string): Promise<Response> | undefined {
  if (early?.url !== url) return undefined;
  const { token, at, answer } = early;
  early = undefined;
  return token === to.token && Date.now() - at < FRESH_MS ? answer : undefined;
}
