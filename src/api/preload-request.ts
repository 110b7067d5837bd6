import { API_PREFIX, MEDIA_TYPE } from '#contract/document.ts';
import { formatListQuery, type ListQuery } from '#contract/list-query.ts';
import type { Resource } from '#contract/resource.ts';
import type { Connection } from './connection.ts';
import { listEndpoint, supportedQuery } from './tenant/supported-query.ts';

/** How long an unconsumed preload counts as fresh, in milliseconds. */
const FRESH_MS = 10_000;

let early: { url: string; token: string | undefined; at: number; answer: Promise<Response> } | undefined;

/** Preloads the first read of a page while its code is loading. `consumePreload` consumes the answer. */
export function preloadRequest(to: Connection, resource: Resource, query: Partial<ListQuery>): void {
  const search = formatListQuery(supportedQuery(listEndpoint(resource), query));
  const url = endpointUrl(to, `/${resource.type}`, search);
  const signal = AbortSignal.timeout(FRESH_MS);
  const answer = fetch(url, { ...FETCH_OPTIONS, headers: requestHeaders(to), signal });
  // The consumer handles the error; this only prevents an unhandled rejection.
  answer.catch(() => undefined);
  early = { url, token: to.token, at: Date.now(), answer };
}

/** Consumes the preloaded answer, once; undefined if there is none for this URL or it is stale. */
export function consumePreload(to: Connection, url: string): Promise<Response> | undefined {
  if (early?.url !== url) return undefined;
  const { token, at, answer } = early;
  early = undefined;
  return token === to.token && Date.now() - at < FRESH_MS ? answer : undefined;
}

/** URL of a path below `/rapi/v1` of a tenant. `search` comes without the question mark. */
export const endpointUrl = (to: Connection, path: string, search = ''): string =>
  `${to.address}${API_PREFIX}${path}${search ? `?${search}` : ''}`;

/** Options of every request. Redirects are errors: they would carry the token to another host. */
export const FETCH_OPTIONS = { redirect: 'error', credentials: 'same-origin' } as const satisfies RequestInit;

/** Headers of every request to a tenant. */
export const requestHeaders = (to: Connection): Record<string, string> => ({
  // Without a token, the page's server adds the one it holds.
  ...(to.token !== undefined && { 'X-Access-Token': to.token }),
  'Content-Type': MEDIA_TYPE,
  Accept: MEDIA_TYPE,
});
