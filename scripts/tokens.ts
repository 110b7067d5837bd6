import type { Kysely } from 'kysely';
import { ROLES, roleNamed } from '#server/access/caller.ts';
import { createCode } from '#server/access/sign-in-codes.ts';
import type { Tenant, Tenants } from '#server/access/tenant.ts';
import { listTokens, mintToken, revokeAllOf, revokeToken } from '#server/access/tokens.ts';
import { OPERATOR, recordEvent } from '#server/audit/record-event.ts';
import { normalizeForSearch } from '#server/db/search/normalize-for-search.ts';
import type { Tables } from '#server/db/tables.ts';
import { transact } from '#server/db/transact.ts';
import { readEnv } from '#server/settings/env.ts';
import { type CommandArgs, parseCount, requireTenant, runCommand, UsageError } from './command.ts';

const USAGE = `npm run tokens -- mint --tenant <name> --user <id> --role <${ROLES.join('|')}> [--room <id>] [--days <number>]
npm run tokens -- mint --tenant <name> --new-user <name> --role <role> [--days <number>]
npm run tokens -- link --tenant <name> --user <id> --role <role> [--origin <https://…>]
npm run tokens -- list [--tenant <name>] [--user <id>]
npm run tokens -- revoke <token id> --tenant <name>
npm run tokens -- revoke --user <id> --tenant <name>`;
const DAY_SECONDS = 86_400;
/** As for `TOKEN_DAYS`. */
const MAX_DAYS = 9_999;
/** Later years have no date of four digits, and at some point none at all. */
const LAST_DATE_UNIX = Date.UTC(9999, 11, 31) / 1000;

await runCommand(['tenant', 'user', 'new-user', 'role', 'room', 'days', 'origin'], async (given, tenants) => {
  const [command] = given.positionals;
  const words = command === 'revoke' && given.options.user === undefined ? 2 : 1;
  if (given.positionals.length > words) throw new UsageError(USAGE);
  if (command === 'mint') await mint(given, await requireTenant(given, tenants));
  else if (command === 'link') await link(given, await requireTenant(given, tenants), tenants);
  else if (command === 'list') console.table(await list(given, tenants));
  else if (command === 'revoke') await revoke(given, await requireTenant(given, tenants));
  else throw new UsageError(USAGE);
});

async function mint(given: CommandArgs, { name, db }: Tenant) {
  const newName = given.options['new-user']?.trim();
  const role = roleNamed(given.options.role);
  const roomId = parseCount(given, 'room') ?? null;
  const days = parseCount(given, 'days', MAX_DAYS) ?? readEnv(process.env).tokenDays;
  const userId = parseCount(given, 'user');
  if (!role || Boolean(userId) === Boolean(newName)) throw new UsageError(USAGE);
  if ((role === 'guest') !== (roomId !== null))
    throw new UsageError('The role guest requires --room, and no other role accepts it.');
  if (newName && role === 'guest')
    throw new UsageError(
      '--new-user creates staff. For a guest, specify the visitor with --user, or use the login of a client.',
    );
  const expiresAtUnix = Math.floor(Date.now() / 1000) + days * DAY_SECONDS;
  const { user, token } = await transact(db, async (to) => {
    const user = newName ? await addStaff(to, newName) : await findUser(to, userId);
    if (!user) throw new UsageError(`${name} has no user with the id ${userId}.`);
    return { user, token: await mintToken(to, { userId: user.id, role, roomId, expiresAtUnix }) };
  });
  console.error(`Token for ${user.name} (user ${user.id}, ${role}) of ${name}, shown only once:`);
  console.log(token);
}

/** Prints a link that signs in once, within ten minutes, so that no token is in a browser's history. */
async function link(given: CommandArgs, { name, db }: Tenant, tenants: Tenants) {
  const role = roleNamed(given.options.role);
  const userId = parseCount(given, 'user');
  const givenOrigin = parseOrigin(given.options.origin);
  if (!role || role === 'guest' || !userId) throw new UsageError(USAGE);
  const user = await findUser(db, userId);
  if (!user) throw new UsageError(`${name} has no user with the id ${userId}.`);
  const [host] = [...(await tenants.hosts())].find(([, owner]) => owner === name) ?? [];
  const origin = givenOrigin ?? `http://${host}:${readEnv(process.env).port}`;
  const code = await createCode(db, { userId, role });
  console.error(`One-time sign-in link for ${user.name} (user ${user.id}, ${role}) of ${name}, valid for ten minutes:`);
  console.log(`${origin}/connect#code=${code}`);
}

/** Returns the origin of a web address: a path in a link would lose its code. */
function parseOrigin(address: string | undefined) {
  if (address === undefined) return undefined;
  const url = URL.parse(address);
  if (url && /^https?:$/.test(url.protocol)) return url.origin;
  throw new UsageError(`--origin ${address}: must be an address such as https://support.example.com.`);
}

function findUser(db: Kysely<Tables>, id = 0) {
  return db.selectFrom('users').select(['id', 'name']).where('id', '=', id).executeTakeFirst();
}

/** The API cannot create staff, so a new tenant's first users come from here. */
async function addStaff(db: Kysely<Tables>, name: string) {
  const row = { name, name_folded: normalizeForSearch(name), kind: 'staff' } as const;
  const user = await db.insertInto('users').values(row).returning(['id', 'name']).executeTakeFirstOrThrow();
  const after = { name, kind: row.kind };
  await recordEvent(db, { actor: OPERATOR, action: 'create', recordType: 'users', recordId: user.id, after });
  return user;
}

async function list(given: CommandArgs, tenants: Tenants) {
  const chosen = given.options.tenant ? [await requireTenant(given, tenants)] : await tenants.all();
  const lists = chosen.map(async ({ name, db }) =>
    (await listTokens(db, parseCount(given, 'user'))).map((token) => ({
      tenant: name,
      id: token.id,
      user: `${token.user_id} ${token.user_name}`,
      role: token.role,
      kind: token.is_session ? 'session' : 'token',
      room: token.room_id,
      created: day(token.created_at_unix),
      used: day(token.last_used_at_unix),
      expires: day(token.expires_at_unix),
      revoked: day(token.revoked_at_unix),
    })),
  );
  return (await Promise.all(lists)).flat();
}

async function revoke(given: CommandArgs, { name, db }: Tenant) {
  const userId = parseCount(given, 'user');
  if (userId !== undefined) {
    const count = await revokeAllOf(db, userId);
    console.log(`${name}: revoked ${count} tokens and sessions of user ${userId}.`);
    return;
  }
  const id = Number(given.positionals[1]);
  if (!Number.isSafeInteger(id)) throw new UsageError(USAGE);
  if (!(await revokeToken(db, id))) throw new UsageError(`${name} has no valid token with the id ${id}.`);
  console.log(`${name}: revoked token ${id}.`);
}

function day(unix: number | null) {
  if (unix !== null && unix > LAST_DATE_UNIX) return 'never';
  return unix === null ? null : new Date(unix * 1000).toISOString().slice(0, 16);
}
