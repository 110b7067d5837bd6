import { beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '#server/access/caller.ts';
import { aMember, aMessage, aRoom, aUser, MADE_AT_UNIX } from '#test/builders.ts';
import { serviceForFile } from '#test/service.ts';

const service = await serviceForFile();

describe('filters', () => {
  const own: Record<string, number> = {};
  beforeAll(async () => {
    const { db, userIds } = service;
    const make = async (name: string, given: object = {}, members: number[] = []) => {
      own[name] = (await aRoom(db, { name: `~${name}`, ...given }, members)).id;
      return own[name];
    };
    const visitor = (await aUser(db, { kind: 'visitor' })).id;
    const answered = await make('answered', {}, [userIds.agent, visitor]);
    await aMessage(db, { room_id: answered, created_at_unix: MADE_AT_UNIX + 10 });
    const asked = await make('asked', { is_private: 1 }, [visitor]);
    await aMessage(db, { room_id: asked, created_at_unix: MADE_AT_UNIX + 20 }, false);
    await make('waiting', { awaiting_support: 1 }, [userIds.admin]);
    await make('private waiting', { awaiting_support: 1, is_private: 1, kind: 3 });
    await make('private active', { is_private: 1 }, [userIds.admin]);
    await make('disabled', { enabled: 0 }, [userIds.admin]);
    await aMember(db, await make('starred', { kind: 2 }), userIds.admin, 1);
    const unread = await make('unread', { kind: 3 }, [userIds.admin]);
    await aMessage(db, { room_id: unread, created_at_unix: MADE_AT_UNIX + 5 });
  });

  const select = async (filter: string) => {
    const search = filter
      .split('&')
      .map((item) => (item.startsWith('sort=') ? item : `filter[${item.replace('=', ']=')}`))
      .join('&');
    const { records } = await service.send('GET', `/rooms?${search}&filter[name_like]=~&page[size]=100`);
    return records.map((record) => String(record.attributes?.name).slice(1));
  };

  test.each([
    ['replied=1', ['answered', 'unread']],
    ['replied=0', ['asked']],
    ['starred=1', ['starred']],
    ['starred=0', ['answered', 'asked', 'waiting', 'private waiting', 'private active', 'disabled', 'unread']],
    ['current_user_is_member=1', ['waiting', 'private active', 'disabled', 'starred', 'unread']],
    ['current_user_is_member=0', ['answered', 'asked', 'private waiting']],
    ['private_rooms=1', ['asked', 'private waiting', 'private active']],
    ['private_rooms=0&replied=0', ['asked']],
    ['private_rooms_with_active_support=1', ['private active']],
    ['private_rooms_with_active_or_awaiting_support=1', ['private waiting', 'private active']],
    ['support_rooms_with_active_support=1', ['answered', 'private active']],
    ['support_rooms_with_active_or_awaiting_support=1', ['answered', 'waiting', 'private active']],
    ['current_users_support_rooms_with_active_or_awaiting_support=1', ['waiting', 'private active']],
    ['support_room_name_like=ing', ['waiting']],
    ['kind=direct_room,3', ['private waiting', 'starred', 'unread']],
    ['kind=1&is_private=1', ['asked', 'private active']],
    ['awaiting_support=1', ['waiting', 'private waiting']],
    ['awaiting_support=TRUE&kind=support_room', ['waiting']],
  ])('%s', async (filter, expected) => {
    expect(await select(filter)).toEqual(expected);
  });

  test('sort_unread_read_for_user_id puts unread rooms first, then sorts by newest activity', async () => {
    const user = service.userIds.admin;
    const order = await select(`sort_unread_read_for_user_id=${user}`);
    expect(order.slice(0, 3)).toEqual(['unread', 'asked', 'answered']);
    expect(order).toHaveLength(8);
    const sorted = await select(`sort_unread_read_for_user_id=${user}&sort=-name`);
    expect(sorted).toEqual([
      'unread',
      'asked',
      'answered',
      'waiting',
      'starred',
      'private waiting',
      'private active',
      'disabled',
    ]);
    expect((await select(`sort_unread_read_for_user_id=${service.userIds.supervisor}`))[0]).toBe('asked');
  });

  test.each([',', '""', '"",%20'])('a blank list is ignored: %s', async (blank) => {
    const names = await select('');
    expect(names.slice(0, 2)).not.toEqual(['unread', 'asked']);
    expect(await select(`sort_unread_read_for_user_id=${blank}`)).toEqual(names);
    expect(await select(`starred=${blank}`)).toEqual(names);
  });

  test('apply to room_counts', async () => {
    const counts = async (search: string, as: Role = 'admin') =>
      (await service.send('GET', `/rooms/room_counts?filter[name_like]=~${search}`, { as })).meta.room_counts;
    expect(await counts('')).toEqual({
      all: 8,
      support_room: 5,
      direct_room: 1,
      group_room: 2,
      awaiting_support: 2,
      active_support: 2,
      unread: 1,
    });
    expect(await counts('&filter[kind]=direct_room')).toMatchObject({ all: 1, support_room: 0, unread: 0 });
    expect(await counts('&filter[private_rooms]=1')).toMatchObject({ all: 3 });
    expect(await counts('', 'guest')).toMatchObject({ all: 0, awaiting_support: 0 });
    expect((await service.send('GET', '/rooms/room_counts?filter[nonsense]=1')).status).toBe(400);
  });
});
