import type { IncomingHttpHeaders } from 'node:http';
import { API_PREFIX } from '#contract/document.ts';
import type { Upstream } from './upstream-url.ts';

/** What the tenant learns of a request. Cookies, origins and forwarded addresses stay here. */
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
/** What a browser learns of an answer. Cookies and what the tenant runs on stay here. */
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

/** The headers that go to the tenant. `given` are the request's, `host` is the tenant's own. */
export function headersOnward(given: IncomingHttpHeaders, host: string | undefined): IncomingHttpHeaders {
  const passed: IncomingHttpHeaders = { ...pick(given, ONWARD), host };
  if (!hasBody(given)) return passed;
  // Said for every method: an end that is not named would be looked for in what follows.
  if (given['content-length'] === undefined) passed['transfer-encoding'] = 'chunked';
  else passed['content-length'] = given['content-length'];
  return passed;
}

/** The headers that come back from the tenant. */
export function headersBack(given: IncomingHttpHeaders, upstream: Upstream): IncomingHttpHeaders {
  const { location, ...passed } = pick(given, BACK);
  const own = location === undefined ? undefined : ownLocation(location, upstream);
  return own === undefined ? passed : { ...passed, location: own };
}

function pick(given: IncomingHttpHeaders, names: readonly string[]) {
  const passed: NodeJS.Dict<string | string[]> = {};
  for (const name of names) if (given[name] !== undefined) passed[name] = given[name];
  // Each stands under its own name still.
  return passed as IncomingHttpHeaders;
}

/** Whether a body comes, or is announced, with a request. */
export const hasBody = (headers: IncomingHttpHeaders): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** A tenant's address as it is here; undefined for one that is not of its interface. */
function ownLocation(location: string, { origin, path }: Upstream) {
  const base = `${path}${API_PREFIX}/`;
  const url = URL.parse(location, origin + base);
  // A tenant behind a proxy that ends TLS may write its own address without.
  const isTenant = url?.host === new URL(origin).host && url.pathname.startsWith(base);
  return isTenant ? url.pathname.slice(path.length) + url.search : undefined;
}
