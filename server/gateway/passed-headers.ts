import type { IncomingHttpHeaders } from 'node:http';
import { API_PREFIX } from '#contract/document.ts';
import type { Upstream } from './upstream-url.ts';

/** Request headers forwarded to the tenant. Cookies, origins and forwarded addresses are dropped. */
const ONWARD = [
  'accept',
  'accept-encoding',
  'accept-language',
  'content-type',
  'if-match',
  'if-none-match',
  'user-agent',
  'x-access-token',
];
/** Response headers passed back to the browser. Cookies and server details are dropped. */
export const BACK = [
  'allow',
  'cache-control',
  'content-encoding',
  'content-language',
  'content-length',
  'content-type',
  'date',
  'etag',
  'expires',
  'last-modified',
  'location',
  'retry-after',
  'vary',
  'www-authenticate',
];

/** Returns the headers sent to the tenant. `given` are the request's, `host` is the tenant's host. */
export function headersOnward(given: IncomingHttpHeaders, host: string | undefined): IncomingHttpHeaders {
  const passed: IncomingHttpHeaders = { ...pick(given, ONWARD), host };
  if (!hasBody(given)) return passed;
  // Framing is explicit for every method: a body of unknown length would be read as the next request (request
  // smuggling).
  if (given['content-length'] === undefined) passed['transfer-encoding'] = 'chunked';
  else passed['content-length'] = given['content-length'];
  return passed;
}

/** Returns the response headers passed back from the tenant. */
export function headersBack(given: IncomingHttpHeaders, upstream: Upstream): IncomingHttpHeaders {
  const { location, ...passed } = pick(given, BACK);
  const own = location === undefined ? undefined : ownLocation(location, upstream);
  return own === undefined ? passed : { ...passed, location: own };
}

function pick(given: IncomingHttpHeaders, names: readonly string[]) {
  const passed: NodeJS.Dict<string | string[]> = {};
  for (const name of names) if (given[name] !== undefined) passed[name] = given[name];
  // Each value keeps its header name, and thereby its type.
  return passed as IncomingHttpHeaders;
}

/** True if the request has or announces a body. */
export const hasBody = (headers: IncomingHttpHeaders): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Maps a tenant's URL to a local path; undefined if it is outside the tenant's API. */
function ownLocation(location: string, { origin, path }: Upstream) {
  const base = `${path}${API_PREFIX}/`;
  const url = URL.parse(location, origin + base);
  // Only the host is compared: a tenant behind a TLS-terminating proxy may write its own URLs with `http:`.
  const isTenant = url?.host === new URL(origin).host && url.pathname.startsWith(base);
  return isTenant ? url.pathname.slice(path.length) + url.search : undefined;
}
