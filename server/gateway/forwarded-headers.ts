import type { IncomingHttpHeaders } from 'node:http';
import { API_PREFIX } from '#contract/document.ts';
import { hasBody } from '../jsonapi/request/negotiation.ts';
import { readableCodings } from './rewrite-links.ts';
import type { Upstream } from './upstream-url.ts';

/** Request headers forwarded to the tenant. Cookies, origins and forwarded addresses are dropped. */
const REQUEST_HEADERS = [
  'accept',
  'accept-encoding',
  'accept-language',
  'content-type',
  'if-match',
  'if-none-match',
  'traceparent',
  'tracestate',
  'user-agent',
  'x-access-token',
  'x-expected-user',
  'x-purpose',
];
/** Response headers passed back to the browser. Cookies, server details and authentication challenges are dropped. */
export const RESPONSE_HEADERS = [
  'allow',
  'cache-control',
  'content-encoding',
  'content-language',
  'content-length',
  'content-type',
  'date',
  'etag',
  'last-modified',
  'location',
  'retry-after',
  'vary',
];
/** Response headers in which tenants send a visitor's token; the browser only learns that there was one. */
const TOKEN_HEADERS = ['access-token', 'authorization', 'x-access-token'];
export const TOKEN_WITHHELD = 'x-token-withheld';

/** Returns the headers sent to the tenant. `given` are the request's, `host` is the tenant's host. */
export function forwardRequestHeaders(given: IncomingHttpHeaders, host: string | undefined): IncomingHttpHeaders {
  const forwarded: IncomingHttpHeaders = { ...pick(given, REQUEST_HEADERS), host };
  const accepted = given['accept-encoding'];
  if (typeof accepted === 'string') forwarded['accept-encoding'] = readableCodings(accepted);
  if (!hasBody(given)) return forwarded;
  // Framing is explicit for every method: a body of unknown length would be read as the next request (request
  // smuggling).
  if (given['content-length'] === undefined) forwarded['transfer-encoding'] = 'chunked';
  else forwarded['content-length'] = given['content-length'];
  return forwarded;
}

/** Returns the response headers passed back from the tenant. */
export function forwardResponseHeaders(given: IncomingHttpHeaders, upstream: Upstream): IncomingHttpHeaders {
  const { location, ...passed } = pick(given, RESPONSE_HEADERS);
  const forwarded = {
    ...passed,
    'cache-control': privately(given['cache-control']),
    ...(TOKEN_HEADERS.some((name) => given[name]) && { [TOKEN_WITHHELD]: 'true' }),
  };
  const own = location === undefined ? undefined : toLocalPath(location, upstream);
  return own === undefined ? forwarded : { ...forwarded, location: own };
}

/** Responses are personal: shared caches must not store them, whatever the tenant allows. */
const privately = (given = '') => (/no-store/i.test(given) ? 'no-store' : 'private, no-cache');

/** True for JSON. Scripts and pages are not forwarded, because the dashboard's own policy would trust them. */
export const isJsonType = (type: unknown): boolean =>
  type === undefined || /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(String(type));

function pick(given: IncomingHttpHeaders, names: readonly string[]) {
  const forwarded: NodeJS.Dict<string | string[]> = {};
  for (const name of names) if (given[name] !== undefined) forwarded[name] = given[name];
  // Each value keeps its header name, and thereby its type.
  return forwarded as IncomingHttpHeaders;
}

/** Maps a tenant's URL to a local path; undefined if it is outside the tenant's API. */
function toLocalPath(location: string, { origin, path }: Upstream) {
  const base = `${path}${API_PREFIX}/`;
  const url = URL.parse(location, origin + base);
  // Only the host is compared: a tenant behind a TLS-terminating proxy may write its own URLs with `http:`.
  const isTenant = url?.host === new URL(origin).host && url.pathname.startsWith(base);
  return isTenant ? url.pathname.slice(path.length) + url.search : undefined;
}
