import { screen, within } from '@testing-library/react';
import { roomRoutes } from '#src/routes.tsx';
import { aDraft, aMessage, aRoom, aSuggestion, aUser } from '#test/builders.ts';
import { type PageOptions, renderPage, startService } from '../render-page.tsx';
import { withOutbox } from '../with-outbox.tsx';

const routes = withOutbox([...roomRoutes, { path: '/rooms', Component: () => <p>All rooms</p> }]);
export const show = (path: string, options: Partial<PageOptions> = {}) => renderPage(path, { routes, ...options });

export async function startWithRoom() {
  const service = await startService();
  const { db } = service;
  const ana = await aUser(db, { name: 'Ana', kind: 'visitor' });
  const room = await aRoom(
    db,
    { name: 'Blue Heron', description: 'By the harbour', settings: '{"language":"pt"}', is_private: 1 },
    [ana.id, service.userIds.agent],
  );
  await aMessage(db, { room_id: room.id, user_id: ana.id, content: 'Is it open?' }, false);
  await aDraft(db, { room_id: room.id, created_user_id: service.userIds.agent, message_content: 'Until nine.' });
  await aSuggestion(db, { room_id: room.id, suggestion_messages_data: '[{"kind":"text","content":"Welcome!"}]' });
  await aSuggestion(db, { suggestion_messages_data: '[{"kind":"text","content":"Of another room"}]' });
  const path = `/rooms/${room.id}`;
  const attributes = async () => (await service.send('GET', path)).record.attributes ?? {};
  return { service, room, path, attributes };
}

/** Shows the room's page. */
export async function showRoom(options: Partial<PageOptions> = {}) {
  const made = await startWithRoom();
  return { ...made, ...(await show(made.path, options)) };
}

export const awaitsSupport = () => screen.findByRole<HTMLInputElement>('switch', { name: 'Waiting' });
export const section = async (name: string | RegExp) => within(await screen.findByRole('region', { name }));
