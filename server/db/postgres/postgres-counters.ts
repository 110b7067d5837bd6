import { type QueryExecutorProvider, sql } from 'kysely';

const SWEEP_MS = 60_000;

/** Fixed-window counters shared by several processes. */
export interface Counters {
  /** Adds `points` to a counter, which restarts from zero when its window ends. Returns the total of all processes. */
  add(key: string, points: number, windowMs: number): Promise<{ total: number; endsInMs: number }>;
}

/** Creates the counters' table if missing. Unlogged, because counters need not survive a crash. */
export async function createCountersTable(db: QueryExecutorProvider, schema: string): Promise<void> {
  await sql`
    create unlogged table if not exists ${sql.table(`${schema}.rate_counters`)}
      (key text primary key, points bigint not null, ends_at timestamptz not null)
  `.execute(db);
}

/** Counters in PostgreSQL. Their windows follow the database server's clock. */
export function postgresCounters(db: QueryExecutorProvider, schema: string): Counters {
  const table = sql.table(`${schema}.rate_counters`);
  let sweptAtMs = 0;
  return {
    add: async (key, points, windowMs) => {
      if (Date.now() - sweptAtMs > SWEEP_MS) {
        sweptAtMs = Date.now();
        await sql`delete from ${table} where ends_at < clock_timestamp()`.execute(db);
      }
      const { rows } = await sql<{ total: number; ends_in_ms: number }>`
        insert into ${table} as known (key, points, ends_at)
        values (${key}, ${points}, clock_timestamp() + ${windowMs} * interval '1 millisecond')
        on conflict (key) do update set
          points = excluded.points + case when known.ends_at > clock_timestamp() then known.points else 0 end,
          ends_at = case when known.ends_at > clock_timestamp() then known.ends_at else excluded.ends_at end
        returning points as total, ceil(extract(epoch from ends_at - clock_timestamp()) * 1000)::int as ends_in_ms
      `.execute(db);
      const [row] = rows;
      return { total: row?.total ?? points, endsInMs: row?.ends_in_ms ?? windowMs };
    },
  };
}
