import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { OPERATOR, recordEvent } from '../audit/record-event.ts';
import type { Tables } from '../db/tables.ts';
import { transact } from '../db/transact.ts';
import { type Role, roleNamed } from './caller.ts';
import { hashOf } from './tokens.ts';

const CODE_SECONDS = 600;

/** The user whom a code signs in. */
export interface CodeHolder {
  userId: number;
  role: Exclude<Role, 'guest'>;
}

/** Creates a code that signs in once, within ten minutes. It is returned only here; the database stores its hash. */
export async function createCode(db: Kysely<Tables>, { userId, role }: CodeHolder): Promise<string> {
  const code = randomBytes(32).toString('base64url');
  await transact(db, async (to) => {
    const expires_at_unix = nowUnix() + CODE_SECONDS;
    await to.deleteFrom('sign_in_codes').where('expires_at_unix', '<=', nowUnix()).execute();
    await to
      .insertInto('sign_in_codes')
      .values({ hash: hashOf(code), user_id: userId, role, expires_at_unix })
      .execute();
    const after = { user_id: userId, role, expires_at_unix };
    await recordEvent(to, { actor: OPERATOR, action: 'create', recordType: 'sign_in_codes', after });
  });
  return code;
}

/** Returns the user whom a code would sign in, without consuming it; undefined if the code is not valid. */
export async function findCodeHolder(db: Kysely<Tables>, code: string): Promise<CodeHolder | undefined> {
  const row = await db
    .selectFrom('sign_in_codes')
    .select(['user_id', 'role'])
    .where('hash', '=', hashOf(code))
    .where('expires_at_unix', '>', nowUnix())
    .executeTakeFirst();
  return row && toCodeHolder(row);
}

/**
 * Consumes a code; of concurrent calls, only one succeeds. Returns undefined if the code is unknown, used or older than
 * ten minutes. Records no event, because the sign-in that follows records one.
 */
export async function consumeCode(db: Kysely<Tables>, code: string): Promise<CodeHolder | undefined> {
  const row = await db
    .deleteFrom('sign_in_codes')
    .where('hash', '=', hashOf(code))
    .where('expires_at_unix', '>', nowUnix())
    .returning(['user_id', 'role'])
    .executeTakeFirst();
  return row && toCodeHolder(row);
}

function toCodeHolder({ user_id: userId, role: given }: { user_id: number; role: string }): CodeHolder | undefined {
  const role = roleNamed(given);
  return role && role !== 'guest' ? { userId, role } : undefined;
}

const nowUnix = () => Math.floor(Date.now() / 1000);
