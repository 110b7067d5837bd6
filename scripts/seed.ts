import { sql } from 'kysely';
import { isPostgres } from '#server/db/engine.ts';
import { seeded } from '#server/demo/seeded.ts';
import { numberOf, runCommand, tenantOf, UsageError } from './command.ts';
import { fill } from './seed/fill.ts';

const USAGE = 'npm run seed -- --tenant <name> [--rooms <number>] [--drafts <number>]';
const MOST = 10_000_000;

/** Rows for measuring, in any number: plausible in what they say and how they are spread. */
await runCommand(['tenant', 'rooms', 'drafts'], async (given, tenants) => {
  const { name, db } = await tenantOf(given, tenants);
  const rooms = numberOf(given, 'rooms') ?? 0;
  const drafts = numberOf(given, 'drafts') ?? 0;
  if (rooms + drafts === 0 || Math.max(rooms, drafts) > MOST) throw new UsageError(USAGE);

  // The indexes of a million rows stay in memory, in KiB, instead of being read and written back for each.
  if (!isPostgres(db)) await sql`pragma cache_size = -524288`.execute(db);
  const plan = { rooms, drafts, nowUnix: Math.floor(Date.now() / 1000), random: seeded('seed') };
  await fill(db, plan, (count, what, seconds) => console.log(`${count} ${what} of ${name} in ${seconds.toFixed(1)} s`));
});
