import { connection, signOut } from './connection.ts';
import { exchange, sessionRequestsSettled } from './request.ts';

const SESSION = '/session';

/**
 * Hands a token to the server of this page, which keeps it in a cookie that no page can read, once the tenant takes it.
 * Throws an ApiError with the tenant's own refusal.
 */
export async function openSession(token: string): Promise<void> {
  await exchange(`${location.origin}${SESSION}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token }),
  });
}

/** Has the server of this page forget the token. Throws an ApiError. */
export async function closeSession(): Promise<void> {
  // What was decided and is still on its way goes by that cookie.
  await sessionRequestsSettled();
  await exchange(`${location.origin}${SESSION}`, { method: 'DELETE', keepalive: true });
}

/** Signs out of the tenant one is at, here at once. Throws an ApiError where its server could not be told. */
export async function leaveConnection(): Promise<void> {
  const left = connection.get();
  signOut();
  if (left && left.token === undefined) await closeSession();
}
