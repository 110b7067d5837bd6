import { formatListQuery } from '#contract/list-query.ts';
import { pageBase } from '#src/lib/base-path.ts';
import { asRecord } from '#src/lib/json.ts';
import { connection, signOut } from '../connection.ts';
import { ApiError } from '../errors.ts';
import { fetchJson, send, sessionRequestsSettled } from '../request.ts';
import { findSavedConnection, newSavedConnection } from './connection-store.ts';
import { registerPendingWrites } from './pending-writes.ts';

const SESSION_URL = `${location.origin}/session`;

/** Credential for a sign-in: a token, or the one-time code of a sign-in link. */
export type Proof = { token: string } | { code: string };

/**
 * Checks a token at an address by requesting one draft, which every member of staff may read. Neither has to belong to
 * a saved connection. Throws an ApiError if the token is refused or the read fails.
 */
export async function verifyToken(address: string, token: string): Promise<void> {
  const search = formatListQuery({ page: { size: 1 } });
  try {
    await send({ ...newSavedConnection(address), key: address, token }, { path: '/support_draft_messages', search });
  } catch (error) {
    // 403: the token is valid, but this user may not read drafts.
    if (!(error instanceof ApiError) || error.status !== 403 || error.isAddressRefused) throw error;
  }
}

/**
 * Hands a token or code to the page's server, which opens a session in an HttpOnly cookie once the tenant accepts it.
 * Throws an ApiError with the tenant's own refusal.
 */
export async function openSession(proof: Proof): Promise<void> {
  // A DELETE that still waits would be sent with the new cookie, and end the new session.
  await endSession();
  await fetchJson(SESSION_URL, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(proof),
  });
}

/** Sends the DELETE of a sign-out now if it still waits; resolves once it is answered or has failed. */
let endSession = async (): Promise<unknown> => undefined;
registerPendingWrites({ send: async (isClosing) => isClosing && endSession() });

/** Has the page's server drop the token. Throws an ApiError. */
export async function closeSession(): Promise<void> {
  const { promise: isUrgent, resolve: hurry } = Promise.withResolvers<void>();
  // Decisions still in flight need the session cookie.
  const answer = Promise.race([sessionRequestsSettled(), isUrgent]).then(async () => {
    // After a sign-in in another tab, the cookie is that of its session.
    const isReplaced = findSavedConnection(location.origin)?.sessionSince !== undefined;
    if (!isReplaced) await fetchJson(SESSION_URL, { method: 'DELETE', keepalive: true });
  });
  endSession = () => {
    hurry();
    return answer.catch(() => undefined);
  };
  await answer;
}

/** Signs out of the current tenant, locally at once. Throws an ApiError if its server could not be notified. */
export async function leaveConnection(): Promise<void> {
  const left = connection.get();
  signOut();
  if (left && left.token === undefined) await closeSession();
}

/** Configuration by the page's host: `config.json` next to the page. */
interface RuntimeConfig {
  /** Whether it keeps tokens in a cookie and proxies requests with them. */
  hasSession: boolean;
  /** Preset address of the tenant. */
  server: string | undefined;
}

/**
 * Normalises a base address: http or https, without query, fragment, `/rapi/v1` and trailing slashes. Throws a
 * TypeError if the text is no such address.
 */
export function normaliseAddress(text: string): string {
  const trimmed = text.trim();
  const url = new URL(/^[a-z][a-z\d+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new TypeError('not a web address');
  if (url.username || url.password) throw new TypeError('an address holds no password');
  return url.origin + url.pathname.replace(/(?<!\/)\/+$/, '').replace(/\/rapi(\/v1)?$/, '');
}

/** Whether a text fits into a header: visible ASCII only. */
export const isToken = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);

let read: Promise<RuntimeConfig> | undefined;

/** Reads `config.json` once, on first use. Never rejects: a missing or unreachable one presets nothing. */
export function runtimeConfig(): Promise<RuntimeConfig> {
  read ??= fetchJson(`${pageBase}config.json`, {}).then(
    ({ body }) => {
      const { session, server } = asRecord(body) ?? {};
      return { hasSession: session === true, server: typeof server === 'string' && server ? server : undefined };
    },
    (error) => {
      // After a network error, the next call tries again.
      if (!(error instanceof ApiError && error.status)) read = undefined;
      return { hasSession: false, server: undefined };
    },
  );
  return read;
}
