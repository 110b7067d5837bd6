import type { ExpressionBuilder, Kysely } from 'kysely';
import { recordEvent } from '../audit/record-event.ts';
import { lockRow } from '../db/engine.ts';
import type { Tables } from '../db/tables.ts';
import { transact, transactWithReserve } from '../db/transact.ts';
import { roleNamed } from './caller.ts';
import { consumeCode, findCodeHolder } from './sign-in-codes.ts';
import { hashOf, mintToken, type NewToken, revokeAll, revokeToken } from './tokens.ts';

/** A valid session or token of a user. Times are Unix seconds. */
export interface ValidSession {
  id: string;
  kind: 'session' | 'token';
  created_at_unix: number;
  last_used_at_unix: number | null;
  expires_at_unix: number | null;
  is_current: boolean;
}

/** Maximum sessions of a user. A new session beyond it ends the oldest ones. */
const MAX_SESSIONS = 50;
/** Maximum entries of a list. Sessions come first; tokens are few, because only an operator creates them. */
const MAX_LISTED = 200;

/** Lifetime of a new session, and the id of the request that starts it. */
interface SessionStart {
  seconds: number;
  requestId: string;
  /** Token of the session whose cookie the new one replaces. It ends, because nothing could end it later. */
  replaced?: string | undefined;
}

/** Opens a session that ends with a token. Returns the session's own token; undefined if the given one is invalid. */
export async function startSession(
  db: Kysely<Tables>,
  token: string,
  start: SessionStart,
): Promise<string | undefined> {
  return transact(db, async (to) => {
    const holder = await to.selectFrom('tokens').select('user_id').where('hash', '=', hashOf(token)).executeTakeFirst();
    if (!holder) return undefined;
    // A revocation takes the same lock: the query below sees the revocation, or the revocation sees the session.
    await lockRow(to, 'users', holder.user_id);
    const parent = await to
      .selectFrom('tokens')
      .selectAll()
      .where('hash', '=', hashOf(token))
      .where(isValid)
      .executeTakeFirst();
    const role = roleNamed(parent?.role);
    if (!parent || !role) return undefined;
    const session = { parentId: parent.parent_id ?? parent.id };
    const expiresAtUnix = Math.min(nowUnix() + start.seconds, parent.expires_at_unix ?? Number.POSITIVE_INFINITY);
    const { user_id: userId, room_id: roomId } = parent;
    return openSession(to, { userId, role, roomId, expiresAtUnix, session }, start);
  });
}

/** Exchanges a one-time code for a session. Returns undefined if the code is unknown, used or too old. */
export async function exchangeCode(db: Kysely<Tables>, code: string, start: SessionStart): Promise<string | undefined> {
  return transact(db, async (to) => {
    const holder = await findCodeHolder(to, code);
    if (!holder) return undefined;
    await lockRow(to, 'users', holder.userId);
    const user = await consumeCode(to, code);
    if (!user) return undefined;
    const { userId, role } = user;
    const expiresAtUnix = nowUnix() + start.seconds;
    return openSession(to, { userId, role, roomId: null, expiresAtUnix, session: { parentId: null } }, start);
  });
}

/** Opens a session, ends the one it replaces and the user's oldest beyond the limit. Their row must be locked. */
async function openSession(
  db: Kysely<Tables>,
  claims: NewToken,
  { requestId, replaced }: SessionStart,
): Promise<string> {
  const actor = { userId: claims.userId, role: claims.role, requestId };
  if (replaced !== undefined) await endOpenSession(db, replaced, requestId);
  const token = await mintToken(db, claims, actor);
  const oldest = db
    .selectFrom('tokens')
    .select('id')
    .where('user_id', '=', claims.userId)
    .where('is_session', '=', 1)
    .where(isValid)
    .orderBy('id', 'desc')
    .limit(Number.MAX_SAFE_INTEGER)
    .offset(MAX_SESSIONS);
  await revokeAll(db, oldest, actor);
  return token;
}

/** Returns the user of a session token; undefined if the token belongs to no open session. */
export async function findSessionHolder(
  db: Kysely<Tables>,
  token: string,
): Promise<{ userId: number; role: string } | undefined> {
  const row = await db
    .selectFrom('tokens')
    .select(['user_id', 'role'])
    .where((eb) => isLiveSession(eb, token))
    .executeTakeFirst();
  return row && { userId: row.user_id, role: row.role };
}

/** Ends the session of a session token. Returns false for any other token, which stays valid. */
export async function endSession(db: Kysely<Tables>, token: string, requestId: string): Promise<boolean> {
  return transactWithReserve(db, (to) => endOpenSession(to, token, requestId));
}

async function endOpenSession(db: Kysely<Tables>, token: string, requestId: string): Promise<boolean> {
  const ended = await db
    .updateTable('tokens')
    .set({ revoked_at_unix: nowUnix() })
    .where((eb) => isLiveSession(eb, token))
    .returning(['id', 'user_id', 'role'])
    .executeTakeFirst();
  if (!ended) return false;
  const actor = { userId: ended.user_id, role: ended.role, requestId };
  await recordEvent(db, { actor, action: 'sign_out', recordType: 'tokens', recordId: ended.id });
  return true;
}

/** Ends a user's session or revokes their token, by its id. Returns false if there is no such session or token. */
export async function endSessionById(
  db: Kysely<Tables>,
  id: number,
  user: { userId: number; role: string; requestId: string },
): Promise<boolean> {
  const own = await db
    .selectFrom('tokens')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', user.userId)
    .executeTakeFirst();
  return own !== undefined && (await revokeToken(db, id, user));
}

/** Returns a user's valid sessions and newest valid tokens, newest first. `token` is the current one. */
export async function listSessions(db: Kysely<Tables>, userId: number, token: string): Promise<ValidSession[]> {
  const rows = await db
    .selectFrom('tokens')
    .selectAll()
    .where('user_id', '=', userId)
    .where(isValid)
    .orderBy('is_session', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_LISTED)
    .execute();
  return rows
    .toSorted((a, b) => b.id - a.id)
    .map((row) => ({
      id: String(row.id),
      kind: row.is_session ? 'session' : 'token',
      created_at_unix: row.created_at_unix,
      last_used_at_unix: row.last_used_at_unix,
      expires_at_unix: row.expires_at_unix,
      is_current: row.hash === hashOf(token),
    }));
}

const isLiveSession = (eb: ExpressionBuilder<Tables, 'tokens'>, token: string) =>
  eb.and([eb('hash', '=', hashOf(token)), eb('is_session', '=', 1), eb('revoked_at_unix', 'is', null)]);

function isValid(eb: ExpressionBuilder<Tables, 'tokens'>) {
  const isUnexpired = eb.or([eb('expires_at_unix', 'is', null), eb('expires_at_unix', '>', nowUnix())]);
  return eb.and([eb('revoked_at_unix', 'is', null), isUnexpired]);
}

const nowUnix = () => Math.floor(Date.now() / 1000);
