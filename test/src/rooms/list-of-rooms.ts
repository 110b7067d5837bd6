import { waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { roomListRoutes } from '#src/routes.tsx';
import { aMember, aMessage, aRoom } from '#test/builders.ts';
import { tableLinks } from '#test/src/table-links.ts';
import { type PageOptions, renderPage, startService } from '../render-page.tsx';
import { waitingSince } from '../watch/waiting.ts';

export const show = (path = '/rooms', options: Partial<PageOptions> = {}) =>
  renderPage(path, { routes: roomListRoutes, ...options });

/** A waiting support room, one with a staff member, a private one, a direct room and a group room. */
export async function startWithRooms() {
  const service = await startService();
  const { db, userIds } = service;
  // The guest's own room is listed as well, so it gets a fixed name.
  await db
    .updateTable('rooms')
    .set({ name: 'Gale', name_folded: 'gale' })
    .where('id', '=', service.guestRoomId)
    .execute();
  await aRoom(db, { name: 'Waiting', ...waitingSince(4) });
  const helped = await aRoom(db, { name: 'Helped' }, [userIds.agent]);
  await aMessage(db, { room_id: helped.id, user_id: userIds.agent });
  await aRoom(db, { name: 'Hidden', is_private: 1 });
  await aRoom(db, { name: null, kind: 2 }, [userIds.agent, userIds.admin]);
  const team = await aRoom(db, { name: 'Team', kind: 3, enabled: 0 });
  await aMember(db, team.id, userIds.admin, 1);
  return service;
}

export const expectNames = (expected: string[]) => waitFor(() => expect(tableLinks()).toEqual(expected));
