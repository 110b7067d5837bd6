import type { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { up as foldFinalSigma } from '#server/db/migrations/018-final-sigma.ts';
import { aDraft, aRoom, aUser } from '#test/builders.ts';
import { serviceForTest, type TestService } from '#test/service.ts';

const DRAFTS = 'support_draft_messages';

async function find({ send }: TestService, text: string) {
  const found: Record<string, number[]> = {};
  for (const [type, filter] of [
    ['users', 'name_like'],
    ['rooms', 'name_like'],
    [DRAFTS, 'content_or_room_name_like'],
  ] as const) {
    const { records } = await send('GET', `/${type}?filter[${filter}]=${encodeURIComponent(text)}`);
    found[type] = records.map(({ id }) => Number(id));
  }
  return found;
}

test.each(['ΚΌΣ', 'ΚΌΣΜΟΣ', 'κόσμος', 'κόσμοσ', 'ΟΣ', 'ος', 'οσ', 'ς', 'Σ'])('%s is found in Κόσμος', async (text) => {
  const service = await serviceForTest();
  const { db } = service;
  const { id: user } = await aUser(db, { name: 'Κόσμος' });
  const { id: room } = await aRoom(db, { name: 'Ο Κόσμος' });
  const { id: draft } = await aDraft(db, { message_content: 'Γεια σου, κόσμος.' });
  const { id: inRoom } = await aDraft(db, { room_id: room });
  expect(await find(service, text)).toEqual({ users: [user], rooms: [room], [DRAFTS]: [draft, inRoom] });
});

test('texts stored with a final sigma are found after the migration', async () => {
  const service = await serviceForTest();
  const { db } = service;
  const { id: user } = await aUser(db, { name: 'ΚΌΣΜΟΣ' });
  const { id: room } = await aRoom(db, { name: 'ΚΌΣΜΟΣ, ΚΌΣΜΟΣ' });
  const { id: other } = await aRoom(db, { name: 'Cosmos' });
  const { id: draft } = await aDraft(db, { room_id: other, message_content: 'ΚΌΣΜΟΣ' });
  const before = 'κόσμος';
  await db.updateTable('users').set({ name_folded: before }).where('id', '=', user).execute();
  await db
    .updateTable('rooms')
    .set({ name_folded: `${before}, ${before}` })
    .where('id', '=', room)
    .execute();
  await db.updateTable(DRAFTS).set({ message_content_folded: before }).where('id', '=', draft).execute();
  expect(await find(service, 'ΚΌΣΜΟΣ')).toEqual({ users: [], rooms: [], [DRAFTS]: [] });

  await foldFinalSigma(db as unknown as Kysely<unknown>);
  expect(await find(service, '"ΜΟΣ, ΚΌΣΜΟΣ"')).toEqual({ users: [], rooms: [room], [DRAFTS]: [] });
  expect(await find(service, 'κόσμος')).toEqual({ users: [user], rooms: [room], [DRAFTS]: [draft] });
  const rooms = await db
    .selectFrom('rooms')
    .select(['name_folded', 'version'])
    .where('id', 'in', [room, other])
    .orderBy('id')
    .execute();
  expect(rooms).toEqual([
    { name_folded: 'κόσμοσ, κόσμοσ', version: 1 },
    { name_folded: 'cosmos', version: 1 },
  ]);
});
