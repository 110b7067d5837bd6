import { removeDeadTokens } from '../access/remove-dead-tokens.ts';
import type { Tenants } from '../access/tenant.ts';
import { removeOldEvents } from './remove-old-events.ts';
import { removeOldWaits } from './remove-old-waits.ts';

const INTERVAL_MS = 15 * 60_000;

/**
 * Removes old events and waits, and tokens that have ended, of every tenant every quarter of an hour; `onError` is called
 * for each tenant where that failed. Returns a function that stops it.
 */
export function startEventRetention(
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

/** Tokens have times of their own. */
const removeTokens: typeof removeOldEvents = (db) => removeDeadTokens(db);
