import { type Kysely, sql } from 'kysely';
import type { Tables } from '../db/tables.ts';
import { transact } from '../db/transact.ts';

const DAY_SECONDS = 86_400;
/** For how long `npm run tokens -- list` still shows tokens that have expired or were revoked. */
const KEPT_DAYS = 30;
/** There is one for each sign-in and each visitor. */
const SESSION_KEPT_DAYS = 1;
/** Short transactions, so that writers do not wait. */
const BATCH = 500;

/** When a token expired or was revoked. Must repeat the index of its migration exactly. */
const ENDED_UNIX = sql<number>`coalesce(revoked_at_unix, expires_at_unix)`;

/**
 * Removes expired sign-in codes, sessions and visitors' tokens a day after their end, and other tokens thirty days after
 * theirs, in batches. The audit events remain. Returns how many tokens.
 */
export async function removeDeadTokens(db: Kysely<Tables>, nowMs = Date.now()): Promise<number> {
  const nowUnix = Math.floor(nowMs / 1000);
  await transact(db, (to) => to.deleteFrom('sign_in_codes').where('expires_at_unix', '<=', nowUnix).execute());
  const limits = { of: nowUnix - KEPT_DAYS * DAY_SECONDS, ofSessions: nowUnix - SESSION_KEPT_DAYS * DAY_SECONDS };
  for (let removed = 0; ; ) {
    const count = await transact(db, (transaction) => removeBatch(transaction, limits));
    removed += count;
    if (count < BATCH) return removed;
  }
}

async function removeBatch(db: Kysely<Tables>, limits: { of: number; ofSessions: number }) {
  const dead = db
    .selectFrom('tokens')
    .select('id')
    .where(ENDED_UNIX, '<', limits.ofSessions)
    .where((eb) => eb.or([eb('is_session', '=', 1), eb('role', '=', 'guest'), eb(ENDED_UNIX, '<', limits.of)]))
    .limit(BATCH);
  const { numDeletedRows } = await db.deleteFrom('tokens').where('id', 'in', dead).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
