import { removeDeadTokens } from '../access/remove-dead-tokens.ts';
import type { Tenants } from '../access/tenant.ts';
import { removeOldEvents } from './remove-old-events.ts';
import { removeOldWaits } from './remove-old-waits.ts';

const INTERVAL_MS = 15 * 60_000;

/**
 * Every quarter of an hour, removes the old events, old waits and ended tokens of each tenant. Calls `onError` for each
 * tenant where that fails. Returns a function that stops the timer.
 */
export function startRetention(
  tenants: Tenants,
  days: number,
  onError: (error: unknown, tenant?: string) => void,
): () => void {
  const run = async () => {
    for (const { name, db } of await tenants.all()) {
      for (const remove of [removeOldEvents, removeOldWaits, removeTokens]) {
        await remove(db, days).catch((error) => onError(error, name));
      }
    }
  };
  const timer = setInterval(() => run().catch((error) => onError(error)), INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Ignores the days: tokens have retention times of their own. */
const removeTokens: typeof removeOldEvents = (db) => removeDeadTokens(db);
