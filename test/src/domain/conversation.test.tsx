import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Conversation } from '#src/domain/conversation/conversation.tsx';
import { newestMessageId } from '#src/domain/conversation/conversation-query.ts';
import { aMessage, aRoom, aUser, MADE_AT_UNIX } from '#test/builders.ts';
import { answering } from '#test/src/answering.ts';
import { type PageOptions, renderPage, startService } from '../render-page.tsx';

/** A room with the given messages a minute apart, alternately by a visitor and a staff member. */
async function startWithTexts(texts: readonly string[]) {
  const service = await startService();
  const ana = await aUser(service.db, { name: 'Ana', kind: 'visitor' });
  const sam = await aUser(service.db, { name: 'Sam' });
  const room = await aRoom(service.db, {}, [ana.id, sam.id]);
  const said = [];
  for (const [index, content] of texts.entries()) {
    const at = MADE_AT_UNIX + index * 60;
    const user_id = index % 2 === 0 ? ana.id : sam.id;
    said.push(
      await aMessage(service.db, { room_id: room.id, user_id, content, created_at_unix: at, created_at_ms: at * 1000 }),
    );
  }
  return { service, room, said, ana };
}

function show(roomId: number, { draftedAtUnix, ...options }: Partial<PageOptions> & { draftedAtUnix?: number } = {}) {
  const page = <Conversation roomId={String(roomId)} {...(draftedAtUnix !== undefined && { draftedAtUnix })} />;
  return renderPage('/', { routes: [{ path: '/', Component: () => page }], ...options });
}

async function showTexts(texts: readonly string[], options?: Parameters<typeof show>[1]) {
  const made = await startWithTexts(texts);
  return { ...made, ...(await show(made.room.id, options)) };
}

const lines = async () =>
  within(await screen.findByRole('list', { name: 'Messages' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent ?? '');

test('messages are shown oldest first, with day, author and verbatim text', async () => {
  const { room, said } = await showTexts(['Hello <b>you</b>', 'Good day\nto you']);
  const [day, first, second] = await lines();
  expect(day).toBe('Wednesday, March 12, 2025');
  expect(first).toMatch(/^Ana.*Hello <b>you<\/b>$/);
  expect(second).toMatch(/^Sam.*Good day\nto you$/);
  expect(newestMessageId(String(room.id))).toBe(String(said[1]?.id));
});

test('a marker shows where the draft was written and how many messages followed', async () => {
  await showTexts(['one', 'two', 'three', 'four'], { draftedAtUnix: MADE_AT_UNIX + 90 });
  const [, , two, line, three] = await lines();
  expect(two).toContain('two');
  expect(line).toBe('Draft written here · 2 messages since');
  expect(three).toContain('three');
});

test('the marker of a draft without later messages is at the end', async () => {
  await showTexts(['one'], { draftedAtUnix: MADE_AT_UNIX + 90 });
  expect((await lines()).at(-1)).toBe('Draft written here');
});

test('older messages load page by page, each once, even if new ones arrive', async () => {
  const { user, room, service, ana } = await showTexts(Array.from({ length: 70 }, (_, index) => `text ${index}.`));
  expect(await screen.findByText('text 69.')).toBeTruthy();
  expect(screen.queryByText('text 19.')).toBeNull();

  await aMessage(service.db, {
    room_id: room.id,
    user_id: ana.id,
    content: 'late',
    created_at_unix: MADE_AT_UNIX + 9000,
    created_at_ms: (MADE_AT_UNIX + 9000) * 1000,
  });
  await user.click(screen.getByRole('button', { name: 'Show older messages' }));
  expect(await screen.findByText('text 0.')).toBeTruthy();
  expect(screen.getAllByText('text 20.')).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Show older messages' })).toBeNull();
});

test('an empty room says so', async () => {
  await showTexts([]);
  expect(await screen.findByText('No messages yet')).toBeTruthy();
});

test('without a history endpoint the messages of the room are shown', async () => {
  const { requests, room } = await showTexts(['one', 'two'], {
    wrapFetch: answering((url) => url.includes('/history') && new Response('{}', { status: 405 })),
  });
  expect((await lines()).map((line) => line.slice(0, 3))).toEqual(['Wed', 'Ana', 'Sam']);
  expect(requests.some(({ url }) => url.includes(`/rooms/${room.id}/messages`))).toBe(true);
});

test('an entry that is not a message is shown as JSON on request', async () => {
  const { user } = await showTexts([], {
    wrapFetch: answering(
      (url) =>
        url.includes('/history') &&
        Response.json({ data: [{ id: '1', type: 'events', attributes: { joined: 'Ana' } }] }),
    ),
  });
  await user.click(await screen.findByText('Unsupported message'));
  expect(screen.getByText(/"joined": "Ana"/)).toBeTruthy();
});

test('a failure says what happened and can be retried', async () => {
  const { room } = await startWithTexts(['one']);
  let isBroken = true;
  const { user } = await show(room.id, {
    wrapFetch: answering(() => isBroken && new Response('<h1>Oops</h1>', { status: 500 })),
  });
  const again = await screen.findByRole('button', { name: 'Try again' });
  isBroken = false;
  await user.click(again);
  await waitFor(() => expect(screen.getByText('one')).toBeTruthy());
});
