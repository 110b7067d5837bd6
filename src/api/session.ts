import { connection, signOut } from './connection.ts';
import { exchange, sessionRequestsSettled } from './request.ts';

const SESSION = '/session';

/**
 * Hands a token to the page's server, which keeps it in an HttpOnly cookie once the tenant accepts it. Throws an
 * ApiError with the tenant's own refusal.
 */
export async function openSession(token: string): Promise<void> {
  await exchange(`${location.origin}${SESSION}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token }),
  });
}

/** Has the page's server drop the token. Throws an ApiError. */
export async function closeSession(): Promise<void> {
  // Decisions still in flight need that cookie.
  await sessionRequestsSettled();
  await exchange(`${location.origin}${SESSION}`, { method: 'DELETE', keepalive: true });
}

/** Signs out of the current tenant, locally at once. Throws an ApiError if its server could not be told. */
export async function leaveConnection(): Promise<void> {
  const left = connection.get();
  signOut();
  if (left && left.token === undefined) await closeSession();
}
