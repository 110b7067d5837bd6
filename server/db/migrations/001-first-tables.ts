import { type ColumnDefinitionBuilder, type Kysely, type SchemaModule, sql } from 'kysely';

const required = (column: ColumnDefinitionBuilder) => column.notNull();

/** `autoIncrement` never reuses ids, so an old link cannot lead to a new record. */
const record = (schema: SchemaModule, name: string) =>
  schema
    .createTable(name)
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1));

const ofRoom = (column: ColumnDefinitionBuilder) => column.notNull().references('rooms.id').onDelete('cascade');
const ofUser = (column: ColumnDefinitionBuilder) => column.references('users.id').onDelete('set null');

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await makeRooms(schema);
  await makeTexts(schema);
  await makeSettings(schema);
  await makeIndexes(schema);
}

async function makeRooms(schema: SchemaModule) {
  await record(schema, 'users')
    .addColumn('name', 'text', required)
    .addColumn('name_folded', 'text', required)
    .addColumn('kind', 'text', (column) => column.notNull().check(sql`kind in ('staff', 'visitor')`))
    .execute();
  await record(schema, 'rooms')
    .addColumn('name', 'text')
    .addColumn('name_folded', 'text', required)
    .addColumn('description', 'text')
    .addColumn('is_private', 'integer', required)
    .addColumn('settings', 'text', required)
    .addColumn('kind', 'integer', (column) => column.notNull().check(sql`kind in (1, 2, 3)`))
    .addColumn('enabled', 'integer', required)
    .addColumn('room_code', 'text', (column) => column.notNull().unique())
    .addColumn('awaiting_support', 'integer', required)
    .addColumn('awaiting_since_unix', 'integer')
    .addColumn('created_at_unix', 'integer', required)
    .addColumn('created_at_ms', 'bigint', required)
    .addColumn('is_external', 'integer', required)
    .addColumn('last_message_id', 'integer')
    .addColumn('last_message_unix', 'integer')
    .addColumn('last_message_by_staff', 'integer')
    .addColumn('direct_pair', 'text', (column) => column.unique())
    .execute();
  await schema
    .createTable('room_members')
    .addColumn('room_id', 'integer', ofRoom)
    .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('starred', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('last_read_message_id', 'integer')
    .addPrimaryKeyConstraint('room_members_pk', ['room_id', 'user_id'])
    .execute();
}

async function makeTexts(schema: SchemaModule) {
  await record(schema, 'messages')
    .addColumn('room_id', 'integer', ofRoom)
    .addColumn('user_id', 'integer', ofUser)
    .addColumn('content', 'text', required)
    .addColumn('kind', 'text', required)
    .addColumn('settings', 'text', required)
    .addColumn('created_at_unix', 'integer', required)
    .addColumn('created_at_ms', 'bigint', required)
    .execute();
  await record(schema, 'suggestions')
    .addColumn('room_id', 'integer', ofRoom)
    .addColumn('suggestion_messages_data', 'text', required)
    .execute();
  await record(schema, 'support_draft_messages')
    .addColumn('room_id', 'integer', ofRoom)
    .addColumn('created_user_id', 'integer', ofUser)
    .addColumn('resolved_user_id', 'integer', ofUser)
    .addColumn('message_content', 'text', required)
    .addColumn('message_content_folded', 'text', required)
    .addColumn('kind', 'text', required)
    .addColumn('settings', 'text', required)
    .addColumn('status', 'text', (column) =>
      column.notNull().check(sql`status in ('approved', 'rejected', 'in_review', '')`),
    )
    .addColumn('resolved_time_unix', 'integer')
    .addColumn('comment', 'text')
    .addColumn('create_user_resolved_read_time_unix', 'integer')
    .addColumn('created_at_unix', 'integer', required)
    .addColumn('updated_at_unix', 'integer', required)
    .execute();
}

async function makeSettings(schema: SchemaModule) {
  await record(schema, 'clients')
    .addColumn('title', 'text', required)
    .addColumn('code', 'text', (column) => column.notNull().unique())
    .addColumn('injectable_code', 'text', required)
    .addColumn('settings', 'text', required)
    .addColumn('default_embedded_css', 'text')
    .addColumn('default_guest_css', 'text')
    .addColumn('default_embedded_html', 'text')
    .execute();
  await record(schema, 'master_keywords')
    .addColumn('key_name', 'text', (column) => column.notNull().unique())
    .addColumn('key_title', 'text')
    .addColumn('suggestions', 'text')
    .execute();
  await schema
    .createTable('tokens')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('role', 'text', required)
    .addColumn('room_id', 'integer', (column) => column.references('rooms.id').onDelete('cascade'))
    .addColumn('created_at_unix', 'integer', required)
    .addColumn('expires_at_unix', 'integer')
    .addColumn('revoked_at_unix', 'integer')
    .execute();
}

/** One index per filter, sort order and foreign key used by lists. The trailing `id` makes the order total. */
const INDEXES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  users: [['kind', 'id'], ['name_folded']],
  rooms: [
    ['kind', 'id'],
    ['awaiting_support', 'awaiting_since_unix', 'id'],
    ['last_message_unix', 'id'],
    ['created_at_unix', 'id'],
    ['name_folded', 'id'],
    ['name'],
  ],
  room_members: [['user_id', 'room_id']],
  messages: [
    ['room_id', 'id'],
    ['user_id', 'room_id'],
  ],
  suggestions: [['room_id', 'id']],
  support_draft_messages: [
    ['status', 'created_at_unix', 'id'],
    ['status', 'id'],
    ['created_at_unix', 'id'],
    ['updated_at_unix', 'id'],
    ['room_id', 'status', 'id'],
    ['created_user_id', 'status', 'id'],
    ['resolved_user_id', 'id'],
    ['resolved_time_unix', 'id'],
  ],
  tokens: [['user_id'], ['room_id']],
};

/**
 * 1 for a draft in review. Indexed as a single expression: given separate conditions, the engine would search by one of
 * them and then sort, while this index returns the queue in order. The filter must repeat this expression exactly to
 * use the index.
 */
const IN_REVIEW = sql<number>`(case when status in ('in_review', '') and resolved_user_id is null and resolved_time_unix is null then 1 end)`;

async function makeIndexes(schema: SchemaModule) {
  for (const [name, columns] of Object.entries({ age: ['created_at_unix', 'id'], id: ['id'] })) {
    await schema
      .createIndex(`support_draft_messages_in_review_by_${name}`)
      .on('support_draft_messages')
      .expression(sql`${IN_REVIEW}, ${sql.join(columns.map((column) => sql.ref(column)))}`)
      .execute();
  }
  for (const [table, indexes] of Object.entries(INDEXES)) {
    for (const columns of indexes) {
      await schema
        .createIndex(`${table}_by_${columns.join('_')}`)
        .on(table)
        .columns([...columns])
        .execute();
    }
  }
}
