import { hash as digest, randomBytes } from 'node:crypto';
import type { InferResult, Kysely, SelectQueryBuilder } from 'kysely';
import { LRUCache } from 'lru-cache';
import { type Actor, OPERATOR, recordEvent, recordEvents } from '../audit/record-event.ts';
import { dataVersion, lockRow } from '../db/engine.ts';
import type { Tables } from '../db/tables.ts';
import { transactWithReserve } from '../db/transact.ts';
import { type Caller, type Role, roleNamed } from './caller.ts';
import type { Tenant } from './tenant.ts';

/** Claims of a new token. `roomId` is a guest's only room, null for staff. */
export interface NewToken {
  userId: number;
  role: Role;
  roomId: number | null;
  /** Unix seconds; null for a token that does not expire. */
  expiresAtUnix: number | null;
  /** Set for a browser's session. */
  session?: { parentId: number | null };
}

/** The caller that a token authenticates, and the database's data version from the same query. */
export interface Identity {
  caller: Caller;
  dataVersion: string;
}

/** Minimum time between two recorded uses of a token. */
const USE_SECONDS = 300;
const MAX_RECORDED = 10_000;
const TOKEN = /^cs_[A-Za-z0-9_-]{43}$/;

/**
 * Creates a token of 256 random bits. It is returned only here; the database stores its hash. Pass a transaction, so
 * that the token and its audit event are stored together.
 */
export async function mintToken(
  db: Kysely<Tables>,
  { userId, role, roomId, expiresAtUnix, session }: NewToken,
  actor = OPERATOR,
): Promise<string> {
  const token = `cs_${randomBytes(32).toString('base64url')}`;
  const { id } = await db
    .insertInto('tokens')
    .values({
      hash: hashOf(token),
      user_id: userId,
      role,
      room_id: roomId,
      created_at_unix: nowUnix(),
      expires_at_unix: expiresAtUnix,
      revoked_at_unix: null,
      is_session: session ? 1 : 0,
      parent_id: session?.parentId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await recordEvent(db, {
    actor,
    action: session ? 'sign_in' : 'mint',
    recordType: 'tokens',
    recordId: id,
    after: {
      user_id: userId,
      role,
      room_id: roomId,
      expires_at_unix: expiresAtUnix,
      ...(session && { parent_id: session.parentId }),
    },
  });
  return token;
}

/** Returns undefined for a token that is unknown, expired or revoked. Not cached, so a revocation applies at once. */
export async function findIdentity({ db }: Tenant, token: string): Promise<Identity | undefined> {
  if (!TOKEN.test(token)) return undefined;
  const query = compiledQueries.get(db) ?? identityQuery(db);
  compiledQueries.set(db, query);
  const { rows } = await db.executeQuery<InferResult<typeof query>[number]>({
    ...query,
    parameters: [hashOf(token), nowUnix()],
  });
  const [row] = rows;
  const role = roleNamed(row?.role);
  if (row) recordUse(db, row.id, row.last_used_at_unix);
  return row && role && { caller: { userId: row.user_id, role, roomId: row.room_id }, dataVersion: row.data_version };
}

/** Compiled once per database, because every request runs this query: compiling it each time adds 40 % to a 304. */
const compiledQueries = new WeakMap<Kysely<Tables>, ReturnType<typeof identityQuery>>();

const identityQuery = (db: Kysely<Tables>) =>
  db
    .selectFrom('tokens')
    .select(['id', 'user_id', 'role', 'room_id', 'last_used_at_unix', dataVersion(db).as('data_version')])
    .where('hash', '=', '')
    .where('revoked_at_unix', 'is', null)
    .where((eb) => eb.or([eb('expires_at_unix', 'is', null), eb('expires_at_unix', '>', 0)]))
    .compile();

/** Times of recorded uses, by database and token, so that a burst of requests writes once. */
const recorded = new WeakMap<Kysely<Tables>, LRUCache<string, number>>();

/** Records in the background, every few minutes, that a token is in use. A failure only delays the record. */
function recordUse(db: Kysely<Tables>, id: number, lastUsed: number | null) {
  const now = nowUnix();
  const known = recorded.get(db) ?? new LRUCache<string, number>({ max: MAX_RECORDED });
  recorded.set(db, known);
  if (now - Math.max(lastUsed ?? 0, known.get(String(id)) ?? 0) < USE_SECONDS) return;
  known.set(String(id), now);
  // A transaction waits for another process's lock without holding up reads.
  db.transaction()
    .execute((to) => to.updateTable('tokens').set({ last_used_at_unix: now }).where('id', '=', id).execute())
    .catch(() => {});
}

/** Returns every token that is kept, or those of one user, oldest first, for the operator: without secrets. */
export function listTokens(db: Kysely<Tables>, userId?: number) {
  return db
    .selectFrom('tokens')
    .leftJoin('users', 'users.id', 'tokens.user_id')
    .select(['tokens.id', 'tokens.user_id', 'users.name as user_name', 'tokens.role', 'tokens.room_id'])
    .select(['tokens.created_at_unix', 'tokens.expires_at_unix', 'tokens.revoked_at_unix'])
    .select(['tokens.last_used_at_unix', 'tokens.is_session'])
    .$if(userId !== undefined, (query) => query.where('tokens.user_id', '=', userId ?? 0))
    .orderBy('tokens.id')
    .execute();
}

/** Revokes a token and the sessions it opened, immediately. Returns false if the id is unknown or already revoked. */
export async function revokeToken(db: Kysely<Tables>, id: number, actor = OPERATOR): Promise<boolean> {
  return transactWithReserve(db, async (to) => {
    const token = await to.selectFrom('tokens').select('user_id').where('id', '=', id).executeTakeFirst();
    if (!token) return false;
    await lockRow(to, 'users', token.user_id);
    const ids = to
      .selectFrom('tokens')
      .select('id')
      .where((eb) => eb.or([eb('id', '=', id), eb('parent_id', '=', id)]));
    const revoked = await revokeAll(to, ids, actor);
    return revoked.includes(id);
  });
}

/** Revokes all tokens, sessions and sign-in links of a user. Returns how many tokens and sessions were valid. */
export async function revokeAllOf(db: Kysely<Tables>, userId: number): Promise<number> {
  return transactWithReserve(db, async (to) => {
    await lockRow(to, 'users', userId);
    const codes = await to.deleteFrom('sign_in_codes').where('user_id', '=', userId).returning('role').execute();
    const event = { actor: OPERATOR, action: 'revoke', recordType: 'sign_in_codes' };
    await recordEvents(
      to,
      codes.map(({ role }) => ({ ...event, before: { user_id: userId, role } })),
    );
    const ids = to.selectFrom('tokens').select('id').where('user_id', '=', userId);
    return (await revokeAll(to, ids, OPERATOR)).length;
  });
}

/** Revokes the tokens that the query selects, unless they already are, with an event for each. Returns their ids. */
export async function revokeAll(
  db: Kysely<Tables>,
  ids: SelectQueryBuilder<Tables, 'tokens', { id: number }>,
  actor: Actor,
): Promise<number[]> {
  const rows = await db
    .updateTable('tokens')
    .set({ revoked_at_unix: nowUnix() })
    .where('id', 'in', ids)
    .where('revoked_at_unix', 'is', null)
    .returning('id')
    .execute();
  await recordEvents(
    db,
    rows.map(({ id }) => ({ actor, action: 'revoke', recordType: 'tokens', recordId: id })),
  );
  return rows.map(({ id }) => id);
}

/** The hash under which a token or code is stored. */
export const hashOf = (token: string) => digest('sha256', token);
const nowUnix = () => Math.floor(Date.now() / 1000);
