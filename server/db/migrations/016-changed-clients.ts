import { type Kysely, sql } from 'kysely';

/** Adds the time of a client's last change, filled from the audit trail as far as it goes back. */
export async function up(db: Kysely<unknown>, schema?: string): Promise<void> {
  const within = (name: string) => sql.id(...(schema === undefined ? [] : [schema]), name);
  await db.schema.alterTable('clients').addColumn('updated_at_unix', 'integer').execute();
  await sql`update ${within('clients')} as client set updated_at_unix = (
    select max(created_at_ms) / 1000 from ${within('events')}
    where record_type = 'clients' and record_id = client.id and action in ('create', 'update')
  )`.execute(db);
}
