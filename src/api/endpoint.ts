import { API_PREFIX, MEDIA_TYPE } from '#contract/document.ts';
import type { Connection } from './connection.ts';

/** The whole address of what lies at a path below `/rapi/v1` of a tenant. `search` comes without the question mark. */
export const endpointUrl = (to: Connection, path: string, search = ''): string =>
  `${to.address}${API_PREFIX}${path}${search ? `?${search}` : ''}`;

/** How every request goes out: a redirect would carry the token to wherever it points. */
export const SENT = { redirect: 'error', credentials: 'same-origin' } as const satisfies RequestInit;

/** What every request to a tenant says of itself. */
export const requestHeaders = (to: Connection): Record<string, string> => ({
  // Without a token, the server of this page adds the one it holds.
  ...(to.token !== undefined && { 'X-Access-Token': to.token }),
  'Content-Type': MEDIA_TYPE,
  Accept: MEDIA_TYPE,
});
