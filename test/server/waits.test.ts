import { describe, expect, test } from 'vitest';
import { removeOldWaits } from '#server/audit/remove-old-waits.ts';
import { updateRoomActivity } from '#server/resources/update-room-activity.ts';
import { aDraft, aMessage, aRoom } from '#test/builders.ts';
import { DAY, NOW, serviceWithoutWaits, setTime } from './waits-fixture.ts';

const { service, db, addWaits, aWaitingRoom, say } = await serviceWithoutWaits();
const { userIds } = service;

const waits = () => db.selectFrom('waits').select(['started_unix', 'ended_unix']).orderBy('id').execute();
const put = (room: number, attributes: object, options = {}) =>
  service.update('rooms', room, attributes, { as: 'supervisor', ...options });

describe('a wait is recorded when it ends, once', () => {
  test.each<[string, (room: number) => Promise<{ status: number }>]>([
    ['a message of staff', (room) => say(room, 'agent')],
    [
      'an approved draft',
      async (room) => {
        const { id } = await aDraft(db, { room_id: room });
        return service.send('PUT', `/support_draft_messages/${id}/approve`, { as: 'reviewer' });
      },
    ],
    [
      'all drafts of the room approved',
      async (room) => {
        await aDraft(db, { room_id: room });
        await aDraft(db, { room_id: room });
        return service.send('PUT', `/rooms/${room}/approve_support_draft_messages`, { as: 'reviewer' });
      },
    ],
    ['a PUT', (room) => put(room, { awaiting_support: false })],
    ['the room deleted', (room) => service.send('DELETE', `/rooms/${room}`, { as: 'supervisor' })],
  ])('by %s', async (_, end) => {
    const { id } = await aWaitingRoom(NOW - 500);
    await aWaitingRoom(NOW - 900);
    expect([200, 201]).toContain((await end(id)).status);
    expect(await waits()).toEqual([{ started_unix: NOW - 500, ended_unix: NOW }]);
    await say(id, 'agent');
    expect(await waits()).toHaveLength(1);
  });

  test('with the time of the first message, however many follow', async () => {
    const room = service.guestRoomId;
    await say(room, 'guest');
    for (const later of [60, 120]) {
      setTime(NOW + later);
      await say(room, 'guest');
      await put(room, { awaiting_support: true });
    }
    setTime(NOW + 300);
    await put(room, { awaiting_support: false });
    await put(room, { awaiting_support: true });
    setTime(NOW + 400);
    await say(room, 'agent');
    expect(await waits()).toEqual([
      { started_unix: NOW, ended_unix: NOW + 300 },
      { started_unix: NOW + 300, ended_unix: NOW + 400 },
    ]);
  });

  test('never with an end before its start', async () => {
    const { id } = await aWaitingRoom(NOW + 50);
    await say(id, 'agent');
    expect(await waits()).toEqual([{ started_unix: NOW + 50, ended_unix: NOW + 50 }]);
  });
});

describe('nothing is recorded', () => {
  test('for rooms where no visitor is waiting', async () => {
    const group = await aWaitingRoom(NOW - 500, { kind: 3 }, [userIds.agent]);
    const support = await aRoom(db);
    for (const { id } of [group, support]) {
      await say(id, 'agent');
      await put(id, { awaiting_support: false });
      await service.send('DELETE', `/rooms/${id}`);
    }
    expect(await waits()).toEqual([]);
  });

  test('for a change that is refused, or ends no wait', async () => {
    const { id } = await aWaitingRoom(NOW - 500);
    const own = await aDraft(db, { room_id: id, created_user_id: userIds.reviewer });
    const tries = [
      await put(id, { awaiting_support: false }, { as: 'agent' }),
      await put(id, { awaiting_support: false }, { meta: { version: '99' } }),
      await put(id, { awaiting_support: false, name: '' }),
      await put(id, { awaiting_support: 'no' }),
      await put(id, { description: 'Other' }),
      await service.send('DELETE', `/rooms/${id}`, { as: 'agent' }),
      await service.send('PUT', `/support_draft_messages/${own.id}/approve`, { as: 'reviewer' }),
      await service.send('PUT', `/support_draft_messages/${own.id}/reject`, { as: 'admin' }),
      await service.create('messages', { content: '', room_id: String(id) }, { as: 'agent' }),
    ];
    expect(tries.map(({ status }) => status)).toEqual([403, 422, 422, 422, 200, 403, 403, 200, 422]);
    expect(await waits()).toEqual([]);
  });

  test('for a change whose transaction fails later', async () => {
    const { id } = await aWaitingRoom(NOW - 500);
    const message = await aMessage(db, { room_id: id });
    const failing = db.transaction().execute(async (transaction) => {
      await updateRoomActivity(transaction, message, true);
      expect(await transaction.selectFrom('waits').select('id').execute()).toHaveLength(1);
      throw new Error('Out of luck');
    });
    await expect(failing).rejects.toThrow('Out of luck');
    expect(await waits()).toEqual([]);
  });
});

test('waits beyond the retention period of events are removed in batches', async () => {
  const old = NOW - 30 * DAY;
  await addWaits(...Array.from({ length: 1_100 }, (): [number, number] => [old - 900, old - 1]));
  await addWaits([old - 900, old], [NOW - 50, NOW]);
  expect(await removeOldWaits(db, 30, NOW * 1000)).toBe(1_100);
  expect(await waits()).toEqual([
    { started_unix: old - 900, ended_unix: old },
    { started_unix: NOW - 50, ended_unix: NOW },
  ]);
  expect(await db.selectFrom('wait_recording').select('since_unix').execute()).toEqual([{ since_unix: old }]);
  expect(await removeOldWaits(db, 40, NOW * 1000)).toBe(0);
  expect(await db.selectFrom('wait_recording').select('since_unix').execute()).toEqual([{ since_unix: old }]);
});
