import { type Kysely, sql } from 'kysely';
import { deleteInBatches } from '../db/delete-in-batches.ts';
import type { Tables } from '../db/tables.ts';
import { transact } from '../db/transact.ts';

const DAY_SECONDS = 86_400;
/** How long `npm run tokens -- list` still shows expired and revoked tokens. */
const KEPT_DAYS = 30;
/** The same for sessions and visitors' tokens. Shorter, because every sign-in and every visitor creates one. */
const SESSION_KEPT_DAYS = 1;

/** When a token expired or was revoked. Must match the expression of the index in migration 014 exactly. */
const ENDED_UNIX = sql<number>`coalesce(revoked_at_unix, expires_at_unix)`;

/**
 * Removes sign-in codes once they expire, sessions and visitors' tokens a day after their end, and other tokens after
 * thirty days, in batches. Audit events are kept. Returns the number of removed tokens.
 */
export async function removeDeadTokens(db: Kysely<Tables>, nowMs = Date.now()): Promise<number> {
  const nowUnix = Math.floor(nowMs / 1000);
  await transact(db, (to) => to.deleteFrom('sign_in_codes').where('expires_at_unix', '<=', nowUnix).execute());
  const ids = db
    .selectFrom('tokens')
    .select('id')
    .where(ENDED_UNIX, '<', nowUnix - SESSION_KEPT_DAYS * DAY_SECONDS)
    .where((eb) =>
      eb.or([
        eb('is_session', '=', 1),
        eb('role', '=', 'guest'),
        eb(ENDED_UNIX, '<', nowUnix - KEPT_DAYS * DAY_SECONDS),
      ]),
    );
  return deleteInBatches(db, 'tokens', ids);
}
