import { expect, test } from 'vitest';
import { aDraft, addCopies, aRoom } from '#test/builders.ts';
import { engine } from '#test/database-place.ts';
import { serviceForFile } from '#test/service.ts';

const DRAFTS = 'support_draft_messages';
const service = await serviceForFile();

test('a room with many drafts becomes private and public in batches, without blocking other requests', async () => {
  const { db, userIds } = service;
  const { id } = await aRoom(db, { kind: 3, name: 'Warehouse' }, [userIds.agent]);
  await addCopies(db, DRAFTS, await aDraft(db, { room_id: id }), 999);
  const drafts = db.selectFrom(DRAFTS).select('id').where('room_id', '=', id);
  const countHidden = async () => (await drafts.where('closed_room_id', 'is not', null).execute()).length;
  const change = async (attributes: object) => {
    const counts: number[] = [];
    let isDone = false;
    const changing = service.update('rooms', id, attributes).finally(() => {
      isDone = true;
    });
    while (!isDone) counts.push(await countHidden());
    return { status: (await changing).status, isGradual: counts.some((count) => count > 0 && count < 1_000) };
  };
  // PostgreSQL needs no batches, because a long statement does not block others.
  const isGradual = engine === 'SQLite';
  expect(await change({ is_private: true })).toEqual({ status: 200, isGradual });
  expect(await countHidden()).toBe(1_000);
  expect(await change({ is_private: false })).toEqual({ status: 200, isGradual });
  expect(await countHidden()).toBe(0);
  expect(await change({ is_private: true, name: '' })).toMatchObject({ status: 422 });
  expect(await countHidden()).toBe(0);
});

test('making a room private returns it one last time to a caller who is not a member', async () => {
  const { db, send, update, userIds } = service;
  const { id } = await aRoom(db, { kind: 3, name: 'Attic' }, [userIds.agent]);
  await aDraft(db, { room_id: id });
  const { status, record } = await update('rooms', id, { is_private: true }, { as: 'supervisor' });
  expect([status, record?.id, record?.attributes]).toMatchObject([
    200,
    String(id),
    { is_private: true, name: 'Attic' },
  ]);
  expect((await send('GET', `/rooms/${id}`, { as: 'supervisor' })).status).toBe(404);
  expect((await send('GET', `/rooms/${id}`, { as: 'agent' })).status).toBe(200);
});
