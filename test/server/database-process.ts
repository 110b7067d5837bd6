import { migrate, openDatabase } from '#server/db/open.ts';

// What the tests of the database let other processes do: `file task`.
const [file = '', task] = process.argv.slice(2);
const db = openDatabase(file);
await migrate(db);
const won: (number | string)[] = [];
if (task === 'migrate') won.push('migrated');
else {
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
