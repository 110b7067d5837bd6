import { API_PREFIX, MEDIA_TYPE } from '#contract/document.ts';
import { noteServerTime, serverNow } from './clock.ts';
import { type Connection, connection } from './connection.ts';
import { ApiError, readErrors } from './errors.ts';
import { askToSignIn } from './sign-in-again.ts';

export interface ApiRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/rapi/v1`, beginning with a slash. */
  path: string;
  /** Query part without the question mark. */
  search?: string;
  body?: unknown;
  signal?: AbortSignal;
  /** Lets the request outlive the page; its body may then have 64 KiB at most. */
  keepalive?: boolean;
  /** The tenant it is for, where the person may be signed in to another by now. */
  from?: Connection;
}

export interface ApiAnswer {
  status: number;
  /** Address of the request, for links that are relative to it. */
  url: string;
  /** Parsed JSON; undefined where the answer has no body. */
  body: unknown;
  /** Where a created record lies, if the tenant said so. */
  location: string | undefined;
}

const TIMEOUT_MS = 10_000;

/**
 * Sends one request to the tenant one is signed in to and reads its answer.
 * An answer "unauthorized" asks for the token over the page and then sends the request again: it did nothing yet.
 * Throws an ApiError; a request cancelled by its signal rejects with the signal's reason.
 */
export async function request(asked: ApiRequest): Promise<ApiAnswer> {
  const current = connection.get();
  if (asked.from && asked.from.key !== current?.key) return send(asked.from, asked);
  if (!current) throw new ApiError('refused', 401);
  try {
    return await send(current, asked);
  } catch (error) {
    const isUnauthorized = error instanceof ApiError && error.status === 401 && !error.isAddressRefused;
    if (!isUnauthorized) throw error;
    const renewed = await askToSignIn(current);
    if (!renewed) throw error;
    return send(renewed, asked);
  }
}

/** Sends one request with the given connection, whoever is signed in. Throws as `request` does. */
export async function send(to: Connection, asked: ApiRequest): Promise<ApiAnswer> {
  const { method = 'GET', path, search, body, signal, keepalive = false } = asked;
  const url = `${to.address}${API_PREFIX}${path}${search ? `?${search}` : ''}`;
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method,
      headers: { 'X-Access-Token': to.token, 'Content-Type': MEDIA_TYPE, Accept: MEDIA_TYPE },
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      // A redirect would carry the token to wherever it points.
      redirect: 'error',
      credentials: 'same-origin',
      keepalive,
    });
    text = await response.text();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(timeout.aborted ? 'timeout' : 'unreachable');
  }
  noteServerTime(response.headers.get('Date'));
  return readAnswer(response, url, text);
}

function readAnswer(response: Response, url: string, text: string): ApiAnswer {
  const body = text.trim() === '' ? undefined : readBody(text);
  const errors = body === UNREADABLE ? undefined : readErrors(body);
  if (!response.ok || errors) {
    const fallback = [{ code: '', title: response.statusText, detail: '', field: undefined, meta: {} }];
    throw new ApiError('refused', response.status, errors ?? fallback, readRetryAfter(response.headers));
  }
  if (body === UNREADABLE) throw new ApiError('unreadable', response.status);
  return { status: response.status, url, body, location: response.headers.get('Location') ?? undefined };
}

/** Seconds to wait, from a header that gives them or a moment (RFC 9110, 10.2.3). */
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
