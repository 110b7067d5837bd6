import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { searchDrafts } from '#server/db/search/search.ts';
import { aDraft, aRoom } from '#test/builders.ts';
import { serviceForTest } from '#test/service.ts';

test('renaming a room writes the same number of rows, however many drafts it has', async () => {
  const { db, send, update } = await serviceForTest();
  const changes = async () => {
    const { rows } = await sql<{ count: number }>`select total_changes() as count`.execute(db);
    return rows[0]?.count ?? 0;
  };
  const writesOfRename = async (drafts: number) => {
    const room = await aRoom(db);
    for (let count = 0; count < drafts; count += 1) await aDraft(db, { room_id: room.id, message_content: 'Ahoy' });
    const before = await changes();
    await update('rooms', room.id, { name: `Pier ${drafts}` });
    return (await changes()) - before;
  };
  // The first event of a database also creates the id counter of its table.
  await writesOfRename(0);
  expect(await writesOfRename(40)).toBe(await writesOfRename(0));
  const found = await send('GET', '/support_draft_messages?filter[content_or_room_name_like]=Pier 40');
  expect(found.meta.record_count).toBe(40);
});

test('two letters are looked up in the word index of room names, without a scan of all rooms', async () => {
  const { db } = await serviceForTest();
  const { hits } = searchDrafts(db, ['qz']);
  const { rows } = await sql<{ detail: string }>`explain query plan ${hits}`.execute(db);
  const plan = rows.map(({ detail }) => detail);
  expect(plan).toContainEqual(expect.stringMatching(/^SCAN rooms_words_vocabulary VIRTUAL TABLE/));
  expect(plan).not.toContainEqual(expect.stringMatching(/^SCAN rooms\b(?!_)/));
});
