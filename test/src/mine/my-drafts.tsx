import { screen } from '@testing-library/react';
import { mineRoutes } from '#src/routes.tsx';
import { aDraft, aResolvedDraft, aRoom, MADE_AT_UNIX } from '#test/builders.ts';
import { type PageOptions, renderPage, startService, startThenShow } from '../render-page.tsx';

export const show = (path = '/mine', options: Partial<PageOptions> = {}) =>
  renderPage(path, { routes: mineRoutes, role: 'agent', ...options });

/** Drafts of the agent: one in review, two with unread verdicts, one with a read verdict; and one by another user. */
export async function startWithDrafts() {
  const service = await startService();
  const { agent, reviewer } = service.userIds;
  const room = await aRoom(service.db, { name: 'Blue Heron' });
  const mine = { created_user_id: agent, room_id: room.id };
  const waiting = await aDraft(service.db, { ...mine, message_content: 'still waiting' });
  const rejected = await aResolvedDraft(service.db, reviewer, {
    ...mine,
    message_content: 'too long a text',
    status: 'rejected',
    comment: 'Shorter, please',
    resolved_time_unix: MADE_AT_UNIX + 60,
  });
  const edited = await aResolvedDraft(service.db, reviewer, {
    ...mine,
    message_content: 'better words',
    settings: JSON.stringify({ original_content: 'worse words' }),
  });
  await aResolvedDraft(service.db, reviewer, {
    ...mine,
    message_content: 'known',
    create_user_resolved_read_time_unix: MADE_AT_UNIX,
  });
  await aResolvedDraft(service.db, reviewer, { created_user_id: service.userIds.admin, message_content: 'not mine' });
  const readAt = async (draft: { id: number }) =>
    (await service.send('GET', `/support_draft_messages/${draft.id}`)).record.attributes
      ?.create_user_resolved_read_time_unix;
  /** Whether the two unread verdicts, the rejected and the edited one, are marked as read by now. */
  const areRead = async () => [await readAt(rejected), await readAt(edited)].map((time) => typeof time === 'number');
  return { service, room, waiting, rejected, edited, areRead };
}

export const showDrafts = startThenShow(startWithDrafts, show);

export const list = () => screen.findByRole('list', { name: 'My drafts' });
