import { hash as digest, randomBytes } from 'node:crypto';
import type { InferResult, Kysely } from 'kysely';
import { changeStamp } from '../db/change-stamp.ts';
import type { Tables } from '../db/tables.ts';
import { type Caller, ROLES, type Role } from './caller.ts';
import type { Tenant } from './tenant.ts';

/** Claims of a new token. `roomId` is a guest's only room, null for staff. */
export interface NewToken {
  userId: number;
  role: Role;
  roomId: number | null;
  /** Unix seconds; null for a token that does not expire. */
  expiresAtUnix: number | null;
}

/** A token as listed for the operator, without its secret. Times are Unix seconds. */
export interface ListedToken {
  id: number;
  user_id: number;
  user_name: string | null;
  role: string;
  room_id: number | null;
  created_at_unix: number;
  expires_at_unix: number | null;
  revoked_at_unix: number | null;
}

/** The caller that a token authenticates, and the database's change stamp from the same query. */
export interface Known {
  caller: Caller;
  stamp: string;
}

const TOKEN = /^cs_[A-Za-z0-9_-]{43}$/;

/** Creates a token of 256 random bits. It is returned only here; the database stores its hash. */
export async function mintToken(
  db: Kysely<Tables>,
  { userId, role, roomId, expiresAtUnix }: NewToken,
): Promise<string> {
  const token = `cs_${randomBytes(32).toString('base64url')}`;
  await db
    .insertInto('tokens')
    .values({
      hash: hash(token),
      user_id: userId,
      role,
      room_id: roomId,
      created_at_unix: nowUnix(),
      expires_at_unix: expiresAtUnix,
      revoked_at_unix: null,
    })
    .execute();
  return token;
}

/** Returns undefined for a token that is unknown, expired or revoked. Not cached, so a revocation applies at once. */
export async function findCaller({ db }: Tenant, token: string): Promise<Known | undefined> {
  if (!TOKEN.test(token)) return undefined;
  const query = queries.get(db) ?? callerQuery(db);
  queries.set(db, query);
  const { rows } = await db.executeQuery<InferResult<typeof query>[number]>({
    ...query,
    parameters: [hash(token), nowUnix()],
  });
  const [row] = rows;
  const role = ROLES.find((known) => known === row?.role);
  return row && role && { caller: { userId: row.user_id, role, roomId: row.room_id }, stamp: row.stamp };
}

/** Compiled once per database, because every request runs this query. */
const queries = new WeakMap<Kysely<Tables>, ReturnType<typeof callerQuery>>();

const callerQuery = (db: Kysely<Tables>) =>
  db
    .selectFrom('tokens')
    .select(['user_id', 'role', 'room_id', changeStamp(db).as('stamp')])
    .where('hash', '=', '')
    .where('revoked_at_unix', 'is', null)
    .where((is) => is.or([is('expires_at_unix', 'is', null), is('expires_at_unix', '>', 0)]))
    .compile();

/** Returns every token ever created, oldest first. */
export async function listTokens(db: Kysely<Tables>): Promise<ListedToken[]> {
  return db
    .selectFrom('tokens')
    .leftJoin('users', 'users.id', 'tokens.user_id')
    .select(['tokens.id', 'tokens.user_id', 'users.name as user_name', 'tokens.role', 'tokens.room_id'])
    .select(['tokens.created_at_unix', 'tokens.expires_at_unix', 'tokens.revoked_at_unix'])
    .orderBy('tokens.id')
    .execute();
}

/** Revokes a token immediately. Returns false if the id is unknown or already revoked. */
export async function revokeToken(db: Kysely<Tables>, id: number): Promise<boolean> {
  const revoked = await db
    .updateTable('tokens')
    .set({ revoked_at_unix: nowUnix() })
    .where('id', '=', id)
    .where('revoked_at_unix', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return revoked !== undefined;
}

const hash = (token: string) => digest('sha256', token);
const nowUnix = () => Math.floor(Date.now() / 1000);
