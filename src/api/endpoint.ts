import { API_PREFIX, MEDIA_TYPE } from '#contract/document.ts';
import type { Connection } from './connection.ts';

/** URL of a path below `/rapi/v1` of a tenant. `search` comes without the question mark. */
export const endpointUrl = (to: Connection, path: string, search = ''): string =>
  `${to.address}${API_PREFIX}${path}${search ? `?${search}` : ''}`;

/** Options of every request. Redirects are errors: they would carry the token to another host. */
export const SENT = { redirect: 'error', credentials: 'same-origin' } as const satisfies RequestInit;

/** Headers of every request to a tenant. */
export const requestHeaders = (to: Connection): Record<string, string> => ({
  // Without a token, the page's server adds the one it holds.
  ...(to.token !== undefined && { 'X-Access-Token': to.token }),
  'Content-Type': MEDIA_TYPE,
  Accept: MEDIA_TYPE,
});
