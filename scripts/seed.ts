import { sql } from 'kysely';
import { isPostgres } from '#server/db/engine.ts';
import { seededRandom } from '#server/demo/seeded-random.ts';
import { parseCount, requireTenant, runCommand, UsageError } from './command.ts';
import { fill } from './seed/fill.ts';

const USAGE = 'npm run seed -- --tenant <name> [--rooms <number>] [--drafts <number>]';
const MAX_ROWS = 10_000_000;

/** Seeds benchmark data in any amount, with realistic content and distribution. */
await runCommand(['tenant', 'rooms', 'drafts'], async (given, tenants) => {
  const { name, db } = await requireTenant(given, tenants);
  const rooms = parseCount(given, 'rooms') ?? 0;
  const drafts = parseCount(given, 'drafts') ?? 0;
  if (rooms + drafts === 0 || Math.max(rooms, drafts) > MAX_ROWS) throw new UsageError(USAGE);

  // Page cache in KiB (512 MiB): keeps the indexes of a million rows in memory instead of rereading pages for each
  // insert.
  if (!isPostgres(db)) await sql`pragma cache_size = -524288`.execute(db);
  const plan = { rooms, drafts, nowUnix: Math.floor(Date.now() / 1000), random: seededRandom('seed') };
  await fill(db, plan, (count, what, seconds) =>
    console.log(`${name}: added ${count} ${what} in ${seconds.toFixed(1)} s`),
  );
});
