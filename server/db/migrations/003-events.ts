import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../engine.ts';

/** Adds the audit trail. No foreign keys: an event outlives what it is about. */
export async function up(db: Kysely<unknown>, schema = 'public'): Promise<void> {
  await db.schema
    .createTable('events')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('user_id', 'integer')
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('request_id', 'text')
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('record_type', 'text', (column) => column.notNull())
    .addColumn('record_id', 'integer')
    .addColumn('fields_before', 'text')
    .addColumn('fields_after', 'text')
    .execute();
  await db.schema.createIndex('events_by_created_at_ms').on('events').column('created_at_ms').execute();
  await db.schema.createIndex('events_by_record').on('events').columns(['record_type', 'record_id', 'id']).execute();
  await db.schema
    .createTable('event_retention')
    .addColumn('removable_before_ms', 'bigint', (column) => column.notNull())
    .execute();
  await sql`insert into ${sql.id(...(isPostgres(db) ? [schema] : []), 'event_retention')} values (0)`.execute(db);
  for (const statement of isPostgres(db) ? postgresTriggers(schema) : sqliteTriggers) {
    await sql.raw(statement).execute(db);
  }
}

const UNCHANGEABLE = 'events can only be added';

const sqliteTriggers = [
  `create trigger events_update before update on events begin select raise(abort, '${UNCHANGEABLE}'); end`,
  `create trigger events_delete before delete on events
   when old.created_at_ms >= (select max(removable_before_ms) from event_retention)
   begin select raise(abort, '${UNCHANGEABLE}'); end`,
];

function postgresTriggers(schema: string) {
  const within = (name: string) => `"${schema}"."${name}"`;
  return [
    `create function ${within('events_refuse')}() returns trigger language plpgsql as $body$ begin
       if tg_op = 'DELETE' then
         if old.created_at_ms < (select max(removable_before_ms) from ${within('event_retention')}) then
           return old;
         end if;
       end if;
       raise exception '${UNCHANGEABLE}';
     end $body$`,
    `create trigger events_refuse_row before update or delete on ${within('events')}
     for each row execute function ${within('events_refuse')}()`,
    `create trigger events_refuse_truncate before truncate on ${within('events')}
     for each statement execute function ${within('events_refuse')}()`,
  ];
}
