import { migrate } from '#server/db/migrations/migrate.ts';
import { openSqlite } from '#server/db/sqlite/open-sqlite.ts';
import type { Tables } from '#server/db/tables.ts';

/** Four such rows make SQLite checkpoint its WAL. */
const LONG_TEXT = 'long '.repeat(200_000);

// A child process of the database tests; arguments: `file task`.
const [file = '', task] = process.argv.slice(2);
const db = openSqlite<Tables>(file);
await migrate(db);
const won: (number | string)[] = [];
if (task === 'migrate') won.push('migrated');
else if (task === 'fill') {
  // Runs until killed.
  for (let count = 0; ; count += 1) {
    const key_name = `${process.pid} ${count}`;
    await db.insertInto('master_keywords').values({ key_name, suggestions: LONG_TEXT }).execute();
    process.send?.(key_name);
  }
} else {
  const drafts = await db.selectFrom('support_draft_messages').select('id').execute();
  for (const { id } of drafts) {
    await db.transaction().execute(async (trx) => {
      const settled = await trx
        .updateTable('support_draft_messages')
        .set({ status: 'approved' })
        .where('id', '=', id)
        .where('status', '=', 'in_review')
        .returning('id')
        .executeTakeFirst();
      if (settled) won.push(settled.id);
    });
  }
}
await db.destroy();
process.send?.(won);
process.disconnect?.();
