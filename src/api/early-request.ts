import type { Connection } from './connection.ts';
import { endpointUrl, requestHeaders, SENT } from './endpoint.ts';

/** How long an answer that nobody has taken stands for what the tenant would say now, in milliseconds. */
const FRESH_MS = 10_000;

let early: { url: string; token: string | undefined; at: number; answer: Promise<Response> } | undefined;

/** Sends the first reading of a page while the page's code is on its way: `takeEarly` gives its answer. */
export function askEarly(to: Connection, path: string, search: string): void {
  const url = endpointUrl(to, path, search);
  const signal = AbortSignal.timeout(FRESH_MS);
  const answer = fetch(url, { ...SENT, headers: requestHeaders(to), signal });
  // Whoever takes it hears of it.
  answer.catch(() => undefined);
  early = { url, token: to.token, at: Date.now(), answer };
}

/** The answer to the same reading that was sent early, once; undefined where there is none that is fresh. */
export function takeEarly(to: Connection, url: string): Promise<Response> | undefined {
  if (early?.url !== url) return undefined;
  const { token, at, answer } = early;
  early = undefined;
  return token === to.token && Date.now() - at < FRESH_MS ? answer : undefined;
}
