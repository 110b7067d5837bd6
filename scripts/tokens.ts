import type { Kysely } from 'kysely';
import { ROLES } from '#server/access/caller.ts';
import type { Tenant, Tenants } from '#server/access/tenant.ts';
import { listTokens, mintToken, revokeToken } from '#server/access/tokens.ts';
import { foldText } from '#server/db/fold.ts';
import type { Tables } from '#server/db/tables.ts';
import { type Given, numberOf, runCommand, tenantOf, UsageError } from './command.ts';

const USAGE = `npm run tokens -- mint --tenant <name> --user <id> --role <${ROLES.join('|')}> [--room <id>] [--days <number>]
npm run tokens -- mint --tenant <name> --new-user <their name> --role <role> [--days <number>]
npm run tokens -- list --tenant <name>
npm run tokens -- revoke <token id> --tenant <name>`;
const DAY_SECONDS = 86_400;

await runCommand(['tenant', 'user', 'new-user', 'role', 'room', 'days'], async (given, tenants) => {
  const [command] = given.words;
  if (command === 'mint') await mint(given, await tenantOf(given, tenants));
  else if (command === 'list') console.table(await list(given, tenants));
  else if (command === 'revoke') await revoke(given, await tenantOf(given, tenants));
  else throw new UsageError(USAGE);
});

async function mint(given: Given, { name, db }: Tenant) {
  const newName = given.options['new-user']?.trim();
  const role = ROLES.find((known) => known === given.options.role);
  const roomId = numberOf(given, 'room') ?? null;
  const days = numberOf(given, 'days');
  const known = numberOf(given, 'user');
  if (!role || Boolean(known) === Boolean(newName)) throw new UsageError(USAGE);
  if ((role === 'guest') !== (roomId !== null))
    throw new UsageError('A guest needs a --room, and nobody else has one.');
  if (newName && role === 'guest')
    throw new UsageError('Visitors come by the login of a client, or with their --user.');
  const user = newName ? await addStaff(db, newName) : await findUser(db, known);
  if (!user) throw new UsageError(`${name} has no user ${known}.`);

  const expiresAtUnix = days === undefined ? null : Math.floor(Date.now() / 1000) + days * DAY_SECONDS;
  const token = await mintToken(db, { userId: user.id, role, roomId, expiresAtUnix });
  console.error(`For ${user.name}, user ${user.id} and ${role} of ${name}. It is shown this once:`);
  console.log(token);
}

function findUser(db: Kysely<Tables>, id = 0) {
  return db.selectFrom('users').select(['id', 'name']).where('id', '=', id).executeTakeFirst();
}

/** The API cannot create staff, so a new tenant's first users come from here. */
function addStaff(db: Kysely<Tables>, name: string) {
  const row = { name, name_folded: foldText(name), kind: 'staff' } as const;
  return db.insertInto('users').values(row).returning(['id', 'name']).executeTakeFirst();
}

async function list(given: Given, tenants: Tenants) {
  const chosen = given.options.tenant ? [await tenantOf(given, tenants)] : await tenants.all();
  const lists = chosen.map(async ({ name, db }) =>
    (await listTokens(db)).map((token) => ({
      tenant: name,
      id: token.id,
      user: `${token.user_id} ${token.user_name}`,
      role: token.role,
      room: token.room_id,
      created: day(token.created_at_unix),
      expires: day(token.expires_at_unix),
      revoked: day(token.revoked_at_unix),
    })),
  );
  return (await Promise.all(lists)).flat();
}

async function revoke({ words }: Given, { name, db }: Tenant) {
  const id = Number(words[1]);
  if (!Number.isSafeInteger(id)) throw new UsageError(USAGE);
  if (!(await revokeToken(db, id))) throw new UsageError(`${name} has no token ${id} that is good.`);
  console.log(`Token ${id} of ${name} is revoked.`);
}

function day(unix: number | null) {
  return unix === null ? null : new Date(unix * 1000).toISOString().slice(0, 16);
}
