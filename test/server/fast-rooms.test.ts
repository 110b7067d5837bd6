import { beforeEach, describe, expect, test } from 'vitest';
import { aMember, aMessage, aRoom, aUser } from '#test/builders.ts';
import { createService, type TestService } from '#test/service.ts';

describe('rooms', () => {
  let own: TestService;
  beforeEach(async () => {
    own = await createService();
    return () => own.close();
  });

  /** The counts from the materialized counters, and from an actual count. */
  async function counts(filter = '') {
    const { meta } = await own.send('GET', `/rooms/room_counts?${filter}`);
    // The counters do not cover the id filter, so the service counts rows.
    const { meta: counted } = await own.send('GET', `/rooms/room_counts?${filter}&filter[id]=${await roomIds()}`);
    return [meta.room_counts, counted.room_counts];
  }
  const roomIds = async () => (await own.db.selectFrom('rooms').select('id').execute()).map(({ id }) => id).join();

  test('have tallies equal to the actual counts after every change', async () => {
    const { db, userIds } = own;
    const check = async () => {
      for (const filter of [
        '',
        'filter[is_private]=1',
        'filter[replied]=0',
        'filter[kind]=1',
        'filter[awaiting_support]=1',
      ]) {
        const [tallied, counted] = await counts(filter);
        expect(tallied).toEqual(counted);
      }
    };
    const visitor = (await aUser(db, { kind: 'visitor' })).id;
    const room = await aRoom(db, { is_private: 1 }, [visitor]);
    await check();
    await aMember(db, room.id, userIds.agent);
    await aMember(db, room.id, userIds.admin);
    expect((await counts())[0]).toMatchObject({ active_support: 1, unread: 0 });
    await check();
    await aMessage(db, { room_id: room.id }, false);
    expect((await counts())[0]).toMatchObject({ unread: 1 });
    await check();
    await db.updateTable('rooms').set({ awaiting_support: 1, is_private: 0 }).where('id', '=', room.id).execute();
    expect((await counts())[0]).toMatchObject({ active_support: 0, awaiting_support: 1 });
    await check();
    await db.updateTable('rooms').set({ awaiting_support: 0 }).where('id', '=', room.id).execute();
    await db.deleteFrom('room_members').where('user_id', '=', userIds.agent).execute();
    expect((await counts())[0]).toMatchObject({ active_support: 1 });
    await db.deleteFrom('users').where('id', '=', userIds.admin).execute();
    const { meta } = await own.send('GET', '/rooms/room_counts', { as: 'agent' });
    expect(meta.room_counts).toMatchObject({ active_support: 0, all: 2 });
    await own.send('DELETE', `/rooms/${room.id}`, { as: 'supervisor' });
    expect((await own.send('GET', '/rooms/room_counts', { as: 'agent' })).meta.room_counts).toMatchObject({ all: 1 });
  });

  test('add one tally row per bulk statement', async () => {
    const { db } = own;
    const { id: _, ...alike } = await aRoom(db, { is_private: 1 });
    const rooms = Array.from({ length: 50 }, (_, number) => ({ ...alike, room_code: `many-${number}` }));
    const tallies = async () => (await db.selectFrom('room_tallies').select('kind').execute()).length;
    const before = await tallies();
    await db.insertInto('rooms').values(rooms).execute();
    expect(await tallies()).toBeLessThanOrEqual(before + 1);
    await db.updateTable('rooms').set({ enabled: 0, is_private: 0 }).where('room_code', 'like', 'many-%').execute();
    await db.updateTable('rooms').set({ is_private: 1 }).where('room_code', 'like', 'many-1%').execute();
    for (const filter of ['', 'filter[is_private]=1']) {
      const [tallied, counted] = await counts(filter);
      expect(tallied).toEqual(counted);
    }
    await db.deleteFrom('rooms').where('room_code', 'like', 'many-%').execute();
    const [tallied, counted] = await counts();
    expect(tallied).toEqual(counted);
  });

  test('are counted across pages by tallies or by membership', async () => {
    const { db, userIds } = own;
    for (let number = 0; number < 4; number++) {
      const { id } = await aRoom(db, { is_private: number % 2 }, number < 3 ? [userIds.admin] : []);
      await db
        .updateTable('room_members')
        .set({ starred: number % 2 })
        .where('room_id', '=', id)
        .execute();
    }
    const count = async (filter: string, as: 'admin' | 'guest' = 'admin') =>
      (await own.send('GET', `/rooms?page[size]=1&${filter}`, { as })).meta.record_count;
    expect(await count('')).toBe(5);
    expect(await count('filter[is_private]=1')).toBe(2);
    expect(await count('filter[current_user_is_member]=1')).toBe(3);
    expect(await count('filter[current_user_is_member]=0')).toBe(2);
    expect(await count('filter[current_user_is_member]=1,0')).toBe(5);
    expect(await count('filter[starred]=t')).toBe(1);
    expect(await count('filter[starred]=f')).toBe(4);
    expect(await count('filter[starred]=0&filter[current_user_is_member]=1')).toBe(2);
    expect(await count('filter[starred]=0&filter[is_private]=0')).toBe(3);
    expect(await count('', 'guest')).toBe(1);
    expect(await count('filter[current_user_is_member]=1', 'guest')).toBe(1);
  });

  test('are listed unread first, page by page', async () => {
    const { db, userIds } = own;
    const made: number[] = [];
    for (let number = 0; number < 7; number++) {
      const { id } = await aRoom(db, {}, [userIds.admin]);
      const message = await aMessage(db, { room_id: id, created_at_unix: 1_000 + number });
      if (number % 2 === 0) {
        await db
          .updateTable('room_members')
          .set({ last_read_message_id: message.id })
          .where('room_id', '=', id)
          .execute();
      }
      made.push(id);
    }
    const [a, b, c, d, e, f, g] = made;
    const expected = [f, d, b, g, e, c, a, own.guestRoomId].map(String);
    for (const size of [1, 2, 3, 5, 8, 9]) {
      const seen: string[] = [];
      for (let number = 1; number <= Math.ceil(9 / size); number++) {
        const query = `filter[sort_unread_read_for_user_id]=${userIds.admin}&page[size]=${size}&page[number]=${number}`;
        const { records, meta } = await own.send('GET', `/rooms?${query}`);
        expect(meta.record_count).toBe(8);
        seen.push(...records.map(({ id }) => id));
      }
      expect(seen).toEqual(expected);
    }
    const found = await own.send(
      'GET',
      `/rooms?filter[name_like]=room&filter[sort_unread_read_for_user_id]=${userIds.admin}`,
    );
    expect(found.records.slice(0, 3).map(({ id }) => id)).toEqual(expected.slice(0, 3));
  });
});
