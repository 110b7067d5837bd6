import { screen, within } from '@testing-library/react';
import { rooms } from '#contract/rooms.ts';
import { RecordLoader } from '#src/form/record-form.tsx';
import { OutboxBar } from '#src/outbox/outbox-bar.tsx';
import { RoomDrafts } from '#src/outbox/room-drafts.tsx';
import { aDraft, aRoom, aUser } from '#test/builders.ts';
import { type PageOptions, renderPage, startService } from '#test/src/render-page.tsx';
import { rowAround } from '../row-around.ts';

export async function startWithDrafts(count: number, name = 'Ana, “Blue Heron”') {
  const service = await startService();
  const author = await aUser(service.db, { name: 'Tomás' });
  const room = await aRoom(service.db, { name });
  const drafts: { id: number }[] = [];
  for (let number = 1; number <= count; number++) {
    drafts.push(
      await aDraft(service.db, { room_id: room.id, created_user_id: author.id, message_content: `reply ${number}` }),
    );
  }
  // Decoys whose text or room name contains the room's name.
  await aDraft(service.db, { room_id: (await aRoom(service.db, { name: `${name} again` })).id });
  await aDraft(service.db, { message_content: `about ${name}` });
  const status = async (index: number) =>
    (await service.send('GET', `/support_draft_messages/${drafts[index]?.id}`)).record.attributes ?? {};
  return { service, room, drafts, status };
}

export const show = (roomId: number, options: Partial<PageOptions> = {}, openId?: string, hasKeys = false) =>
  renderPage('/', {
    routes: [
      {
        path: '/',
        Component: () => (
          <>
            <RecordLoader resource={rooms} id={String(roomId)}>
              {({ row }) => <RoomDrafts room={row} openId={openId} hasKeys={hasKeys} />}
            </RecordLoader>
            <OutboxBar />
          </>
        ),
      },
    ],
    ...options,
  });

export async function showDrafts(count: number, options: Partial<PageOptions> = {}, hasKeys = false) {
  const made = await startWithDrafts(count);
  return { ...made, ...(await show(made.room.id, options, undefined, hasKeys)) };
}

export const shown = async () => (await screen.findAllByRole('listitem', { name: 'Draft by Tomás' })).map(textOf);
const textOf = (item: HTMLElement) => item.querySelector('p')?.textContent;
export const item = async (text: string) => within(rowAround(await screen.findByText(text)));
