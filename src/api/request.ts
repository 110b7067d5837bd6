import { t } from '@lingui/core/macro';
import { focusManager, onlineManager } from '@tanstack/react-query';
import { serverNow, syncClock } from '#src/lib/clock.ts';
import { delay } from '#src/lib/delay.ts';
import { type Connection, connection, isCurrent, isOwnServer, openConnection, signInCount } from './connection.ts';
import { ApiError, parseErrors, refusal } from './errors.ts';
import { recordWarnings } from './notices.ts';
import { consumePreload, endpointUrl, FETCH_OPTIONS, requestHeaders } from './preload-request.ts';
import { queryClient, queryKeys, signedInId } from './query-client.ts';
import { reauthenticate } from './sign-in/reauthenticate.ts';
import { recordRefusal, recordSuccess } from './tenant/detect-capabilities.ts';

export interface ApiRequest {
  /** `UPDATE` is sent as the tenant's verb, PUT or PATCH. */
  method?: 'GET' | 'POST' | 'PUT' | 'UPDATE' | 'DELETE';
  /** Below `/rapi/v1`, with a leading slash. */
  path: string;
  /** Query part without the question mark. */
  search?: string;
  body?: unknown;
  signal?: AbortSignal;
  /** Purpose of a read; sent to the page's own server only. */
  purpose?: 'export' | undefined;
  /** Id of the user whose write it is: refused if another has signed in since. Default: the signed-in user. */
  expectedUser?: string | undefined;
  /** The page is being left: the request outlives it, and its body is limited to 64 KiB. */
  keepalive?: boolean;
  /** Target tenant, in case the user has switched to another. */
  from?: Connection | undefined;
}

export interface ApiAnswer {
  status: number;
  /** URL of the request, to resolve relative links against. */
  url: string;
  /** Parsed JSON; undefined if the body is empty. */
  body: unknown;
  /** `Location` of a created record, if sent. */
  location: string | undefined;
  /** Some tenants send data only in headers. Cross-origin, only exposed headers can be read. */
  headers?: Headers;
  /** The tenant that answered. Default: the current one. */
  from?: Connection;
}

/** Path of a record, or of something below it, such as an action. */
export const recordPath = (resource: { type: string }, id: string, ...below: string[]): string =>
  ['', resource.type, encodeURIComponent(id), ...below].join('/');

/** The status of a write that the tenant will apply later. */
export const ACCEPTED = 202;

const TIMEOUT_MS = 10_000;
/** Writes up to this length always outlive the page: leaving would abort one that still waits for its preflight. */
const SHORT_BODY = 1_000;

/**
 * Sends one request to the current tenant and parses the answer. On 401, prompts for a new token and retries, as the
 * request had no effect. Throws an ApiError; an aborted request rejects with the signal's reason.
 */
export async function request(given: ApiRequest): Promise<ApiAnswer> {
  const current = connection.get();
  const { from, method = 'GET' } = given;
  const isRead = method === 'GET';
  // Captured now: another user may answer the prompt for a new token.
  const asked = isRead ? given : { ...given, expectedUser: given.expectedUser ?? signedInId(from) };
  if (from && from.key !== current?.key) return send(openConnection(from.key) ?? from, asked);
  if (!current) throw new ApiError('refused', 401);
  const turn = isRead ? throttleRequest() : undefined;
  // No `await` unless throttled, so that the request leaves before rendering.
  if (turn) await turn;
  const signInsBefore = signInCount();
  try {
    return await send(current, asked);
  } catch (error) {
    const isUnauthorized = error instanceof ApiError && error.status === 401 && !error.isAddressRefused;
    if (!isUnauthorized) throw error;
    const renewed = await reauthenticate(current, signInsBefore);
    if (!renewed) throw error;
    return send(renewed, asked);
  }
}

/** Sends one request with the given connection, whichever tenant is current. Throws as `request` does. */
export async function send(to: Connection, asked: ApiRequest): Promise<ApiAnswer> {
  const { method = 'GET', path, search, body, signal, keepalive = false, purpose, expectedUser } = asked;
  const url = endpointUrl(to, path, search);
  // Cross-origin, more headers would fail the preflight of a tenant that does not allow them.
  const isOwn = isOwnServer(to);
  const comparison = requireExpectedUser(to, asked, isOwn);
  if (comparison) await comparison;
  const text = body === undefined ? null : JSON.stringify(body);
  const init = {
    method: method === 'UPDATE' ? to.verb : method,
    headers: {
      ...requestHeaders(to),
      ...(isOwn && purpose && { 'X-Purpose': purpose }),
      ...(isOwn && expectedUser && { 'X-Expected-User': expectedUser }),
    },
    body: text,
    signal,
    keepalive: keepalive || (method !== 'GET' && (text ?? '').length <= SHORT_BODY),
  };
  const answer = fetchJson(url, init, method === 'GET' ? consumePreload(to, url) : undefined);
  if (to.token === undefined) trackRequest(answer);
  try {
    const { date, ...rest } = await answer;
    // Ages are relative to the clock of the current tenant.
    if (isCurrent(to)) syncClock(date);
    recordSuccess(to, asked, rest.status);
    recordWarnings(to.key, rest.body);
    return { ...rest, from: to };
  } catch (error) {
    if (error instanceof ApiError) error.asked = { method, path };
    recordRefusal(to, asked, error);
    throw error;
  }
}

/**
 * Refuses a write if another user has signed in since. Our service checks this itself, other tenants do not. Looks up
 * the signed-in user unless known since the last sign-in.
 */
function requireExpectedUser(
  to: Connection,
  { method = 'GET', expectedUser, keepalive }: ApiRequest,
  isOwn: boolean,
): Promise<void> | void {
  const me = queryClient.getQueryCache().find<{ id: string } | null>({ queryKey: queryKeys.me(to) });
  // After sign-out, the write uses the token of the user who left. A closing page has no time for a lookup.
  if (method === 'GET' || !expectedUser || !me || (isOwn && (keepalive || !isCurrent(to)))) return undefined;
  const isKnown = () => me.state.data !== undefined && !me.state.isInvalidated;
  const compare = () => {
    // Nothing was sent, so it can be retried.
    if (!isKnown()) throw new ApiError('refused', 503);
    if (me.state.data?.id === expectedUser) return;
    throw refusal('other_user', t`Someone else is signed in now. Nothing was saved.`);
  };
  return isKnown() || keepalive || !isCurrent(to) ? compare() : me.fetch().then(compare, compare);
}

/**
 * Sends a request to any URL and parses its JSON answer. `early` is a preloaded response; if that failed, the request
 * is sent again. Throws as `request` does.
 */
export async function fetchJson(
  url: string,
  init: RequestInit,
  early?: Promise<Response>,
): Promise<ApiAnswer & { date: string | null }> {
  const { signal } = init;
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  let response: Response;
  let text: string;
  try {
    const either = signal ? AbortSignal.any([signal, timeout]) : timeout;
    const ask = () => fetch(url, { ...init, ...FETCH_OPTIONS, signal: either });
    response = await (early?.catch(ask) ?? ask());
    text = await response.text();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(timeout.aborted ? 'timeout' : 'unreachable');
  }
  return { ...readAnswer(response, url, text), date: response.headers.get('Date') };
}

const inFlight = new Set<Promise<unknown>>();

function trackRequest(answer: Promise<unknown>): void {
  const done = () => inFlight.delete(answer);
  inFlight.add(answer);
  answer.then(done, done);
}

/** Resolves when no request that uses the session cookie is in flight. */
export async function sessionRequestsSettled(): Promise<void> {
  while (inFlight.size > 0) {
    await Promise.allSettled(inFlight);
    // Let the handlers of the answer send their follow-up requests first.
    await delay();
  }
}

function readAnswer(response: Response, url: string, text: string): ApiAnswer {
  const body = text.trim() === '' ? undefined : readBody(text);
  const errors = body === UNREADABLE ? undefined : parseErrors(body, response.ok);
  if (!response.ok || errors) {
    const fallback = [{ code: '', title: response.statusText, detail: '', field: undefined, meta: {} }];
    throw new ApiError('refused', response.status, errors ?? fallback, readRetryAfter(response.headers));
  }
  if (body === UNREADABLE) throw new ApiError('unreadable', response.status);
  const { status, headers } = response;
  return { status, url, body, location: headers.get('Location') ?? undefined, headers };
}

/** `Retry-After` in seconds, given as seconds or as a date (RFC 9110, 10.2.3). */
function readRetryAfter(headers: Headers): number | undefined {
  const given = headers.get('Retry-After') ?? '';
  const seconds = /^\d+$/.test(given) ? Number(given) : Date.parse(given) / 1000 - serverNow();
  return Number.isNaN(seconds) ? undefined : Math.max(0, Math.ceil(seconds));
}

const UNREADABLE = Symbol('unreadable');

function readBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return UNREADABLE;
  }
}

const AT_ONCE = 3;
const FIRST_PAUSE_MS = 1000;
const BATCH_INTERVAL_MS = 250;
const THROTTLED_MS = 10_000;
/** A page hidden for longer has as much to refetch as one that was offline. */
const LONG_HIDDEN_MS = 60_000;

let returnedAtMs = Number.NEGATIVE_INFINITY;
let hiddenAtMs = Number.POSITIVE_INFINITY;
let requestCount = 0;

/** After a reconnect or a long hide, throttles refetches: 3 requests at once, then 3 every 250 ms. */
export function throttleRequest(): Promise<void> | undefined {
  const sinceMs = performance.now() - returnedAtMs;
  if (sinceMs > THROTTLED_MS) return undefined;
  const group = Math.floor(requestCount++ / AT_ONCE);
  const waitMs = group === 0 ? 0 : FIRST_PAUSE_MS + (group - 1) * BATCH_INTERVAL_MS - sinceMs;
  return waitMs > 0 ? delay(waitMs) : undefined;
}

function startThrottling(): void {
  returnedAtMs = performance.now();
  requestCount = 0;
}

// Subscribed on import: runs before the refetches of the same event.
onlineManager.subscribe((isOnline) => isOnline && startThrottling());
focusManager.subscribe((isVisible) => {
  if (isVisible && performance.now() - hiddenAtMs > LONG_HIDDEN_MS) startThrottling();
  hiddenAtMs = isVisible ? Number.POSITIVE_INFINITY : performance.now();
});
