import { type Kysely, sql } from 'kysely';
import { takeAdvisoryLock } from './engine.ts';
import { createCountersTable } from './postgres/postgres-counters.ts';

/** The tenants and their hosts. */
export interface RegistryTables {
  tenants: { name: string };
  hosts: { host: string; tenant: string };
}

/**
 * Creates the registry's tables, and on PostgreSQL its schema, if missing. Safe to run from several processes at once.
 */
export async function createRegistryTables(db: Kysely<RegistryTables>, schema?: string): Promise<void> {
  // A full disk refuses transactions, but must not stop a start that has nothing to create.
  if (schema === undefined && (await hasTables(db))) return;
  await db.transaction().execute(async (transaction) => {
    if (schema !== undefined) {
      await takeAdvisoryLock(transaction, `migrate ${schema}`);
      await transaction.schema.createSchema(schema).ifNotExists().execute();
    }
    await transaction.schema
      .createTable('tenants')
      .ifNotExists()
      .addColumn('name', 'text', (column) => column.primaryKey())
      .execute();
    await transaction.schema
      .createTable('hosts')
      .ifNotExists()
      .addColumn('host', 'text', (column) => column.primaryKey())
      .addColumn('tenant', 'text', (column) => column.notNull().references('tenants.name'))
      .execute();
    if (schema !== undefined) await createCountersTable(transaction, schema);
  });
}

async function hasTables(db: Kysely<RegistryTables>) {
  const { rows } = await sql`select 1 from sqlite_master where name in ('tenants', 'hosts')`.execute(db);
  return rows.length === 2;
}
