import type { Kysely } from 'kysely';
import { lockName } from './engine.ts';

/** The tenants and the hosts that lead to them. */
export interface RegistryTables {
  tenants: { name: string };
  hosts: { host: string; tenant: string };
}

/**
 * Creates the registry's tables, and on PostgreSQL its schema, if missing. Safe to run from several processes at once.
 */
export async function makeRegistry(db: Kysely<RegistryTables>, schema?: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    if (schema !== undefined) {
      await lockName(transaction, `migrate ${schema}`);
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
  });
}
