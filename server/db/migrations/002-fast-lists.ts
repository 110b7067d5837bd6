import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { isPostgres } from '../engine.ts';
import { createPostgresTriggers } from './002-postgres-triggers.ts';
import { createSqliteTriggers } from './002-sqlite-triggers.ts';

/** Adds indexes, and tables maintained by triggers, so that long lists stay fast. */
export async function up(db: Kysely<unknown>, schema?: string): Promise<void> {
  await makeTables(db);
  await makeIndexes(db);
  if (isPostgres(db)) await createPostgresTriggers(db, schema ?? 'public', TALLIED);
  else await createSqliteTriggers(db, TALLIED);
}

async function makeTables({ schema }: Kysely<unknown>) {
  await schema
    .alterTable('rooms')
    .addColumn('has_staff', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  // Room counts, grouped by every column that lists count by. On PostgreSQL a group may have several rows, stored as
  // deltas.
  let tallies = schema.createTable('room_tallies');
  for (const name of [...TALLIED, 'rooms']) tallies = tallies.addColumn(name, 'integer', (column) => column.notNull());
  await tallies.execute();
  // Every draft in a block of 1,024 consecutive ids has `first_unix <= created_at_unix < last_unix`.
  await schema
    .createTable('support_draft_message_spans')
    .addColumn('block', 'integer', (column) => column.primaryKey())
    .addColumn('first_unix', 'integer', (column) => column.notNull())
    .addColumn('last_unix', 'integer', (column) => column.notNull())
    .execute();
}

/** The columns of `rooms` that tallies group by; an empty room has `last_message_by_staff` -1 there. */
const TALLIED = ['kind', 'is_private', 'enabled', 'awaiting_support', 'has_staff', 'last_message_by_staff'] as const;

/** Must equal the filter's expression, or the index is not used. */
const IN_REVIEW = sql`(case when status in ('in_review', '') and resolved_user_id is null and resolved_time_unix is null then 1 end)`;
const IS_UNREAD = sql<SqlBool>`create_user_resolved_read_time_unix is null`;

/** Nulls sort first on SQLite; PostgreSQL needs `nulls first` for the same order. */
const NULLABLE = ['resolved_time_unix', 'last_message_unix'];

interface Index {
  table: string;
  name: string;
  parts: readonly (string | RawBuilder<unknown>)[];
  where?: RawBuilder<SqlBool>;
}

const drafts = (name: string, parts: Index['parts'], where?: Index['where']): Index => ({
  table: 'support_draft_messages',
  name,
  parts,
  where,
});
const rooms = (...parts: string[]): Index => ({ table: 'rooms', name: parts.join('_'), parts });

/**
 * Frequent values, such as read or resolved drafts, have no index of their own: the engine would read all matches and
 * sort them, while a scan in the requested order soon fills a page.
 */
const INDEXES: readonly Index[] = [
  drafts('unread', ['id'], IS_UNREAD),
  drafts('status_resolved_time', ['status', 'resolved_time_unix', 'id']),
  drafts('status_update', ['status', 'updated_at_unix', 'id']),
  drafts('author', ['created_user_id', 'id']),
  drafts('author_age', ['created_user_id', 'created_at_unix', 'id']),
  drafts('author_status_resolved_time', ['created_user_id', 'status', 'resolved_time_unix', 'id']),
  drafts('author_unread', ['created_user_id', 'resolved_time_unix', 'id'], IS_UNREAD),
  rooms('awaiting_support', 'id'),
  rooms('is_private', 'id'),
  rooms('last_message_by_staff', 'id'),
  rooms('created_at_ms', 'id'),
  { table: 'room_members', name: 'stars', parts: ['user_id', 'starred', 'room_id'] },
];

async function makeIndexes(db: Kysely<unknown>) {
  for (const index of INDEXES) await makeIndex(db, index);
  // Redundant: `author_status_resolved_time` covers the same queries.
  await db.schema.dropIndex('support_draft_messages_by_created_user_id_status_id').execute();
  if (isPostgres(db)) await makePostgresIndexes(db);
  else await makeIndex(db, drafts('author_in_review', ['created_user_id', IN_REVIEW, 'created_at_unix', 'id']));
}

/** Indexes that PostgreSQL needs in a different form. */
async function makePostgresIndexes(db: Kysely<unknown>) {
  for (const [table, parts] of [
    ['support_draft_messages', ['resolved_time_unix', 'id']],
    ['rooms', ['last_message_unix', 'id']],
  ] as const) {
    const name = parts.join('_');
    await db.schema.dropIndex(`${table}_by_${name}`).execute();
    await makeIndex(db, { table, name, parts });
  }
  // An index on an expression rules out index-only scans, so counting would read the rows.
  const isInReview = sql<SqlBool>`status in ('in_review', '') and resolved_user_id is null and resolved_time_unix is null`;
  for (const name of ['age', 'id']) await db.schema.dropIndex(`support_draft_messages_in_review_by_${name}`).execute();
  await makeIndex(db, drafts('in_review_age', ['created_at_unix', 'id'], isInReview));
  await makeIndex(db, drafts('in_review_id', ['id'], isInReview));
  await makeIndex(db, drafts('author_in_review', ['created_user_id', 'created_at_unix', 'id'], isInReview));
}

async function makeIndex(db: Kysely<unknown>, { table, name, parts, where }: Index) {
  const columns = parts.map((part) => {
    if (typeof part !== 'string') return part;
    return isPostgres(db) && NULLABLE.includes(part) ? sql`${sql.ref(part)} nulls first` : sql.ref(part);
  });
  const index = db.schema.createIndex(`${table}_by_${name}`).on(table).expression(sql.join(columns));
  await (where ? index.where(where) : index).execute();
}
