import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { drafts } from '#contract/drafts.ts';
import { refreshLists } from '#src/api/cache.ts';
import { queryClient } from '#src/api/query-client.ts';
import { updateSettings } from '#src/lib/storage/settings.ts';
import { OUTBOX_KEY, outbox, readOutbox } from '#src/outbox/outbox-store.ts';
import { roomRoutes } from '#src/routes.tsx';
import { aDraft, aRoom, MADE_AT_UNIX } from '#test/builders.ts';
import { answering, refusal } from '../answering.ts';
import { fireStorageEvent } from '../browser-events.ts';
import { findToast, type PageOptions, renderPage, startService } from '../render-page.tsx';
import { rowAround } from '../row-around.ts';
import { withOutbox } from '../with-outbox.tsx';

const routes = withOutbox([...roomRoutes]);

/** A room with three drafts in review, as a reviewer sees it: "Nine.", "Ten.", "Eleven.". */
async function openRoom(options: Partial<PageOptions> = {}) {
  updateSettings({ undoSeconds: 30 });
  const service = await startService();
  const room = await aRoom(service.db, { name: 'Blue Heron' });
  for (const [index, message_content] of ['Nine.', 'Ten.', 'Eleven.'].entries()) {
    const created_at_unix = MADE_AT_UNIX + index * 60;
    const created_user_id = service.userIds.agent;
    await aDraft(service.db, { room_id: room.id, message_content, created_user_id, created_at_unix });
  }
  const { records } = await service.send('GET', '/support_draft_messages?sort=id');
  const address = (text: string) =>
    `/support_draft_messages/${records.find(({ attributes }) => attributes?.message_content === text)?.id}`;
  /** Approves a draft as another user, and refreshes the lists as the next poll would. */
  const settle = async (text: string) => {
    await service.send('PUT', `${address(text)}/approve`, { as: 'supervisor' });
    await refreshLists(drafts);
  };
  const page = await renderPage(`/rooms/${room.id}`, { routes, role: 'reviewer', ...options });
  await row('Nine.');
  return { ...page, service, address, settle };
}

async function row(text: string): Promise<HTMLElement> {
  const section = within(await screen.findByRole('region', { name: /Drafts in review/ }));
  return rowAround(await section.findByText(text, { selector: 'li *' }));
}

const rows = () =>
  within(screen.getByRole('region', { name: /Drafts in review/ }))
    .getAllByRole('listitem', { name: /^Draft by/ })
    .map((item) => item.querySelector('p')?.textContent);
const field = (name: string) => screen.findByRole<HTMLTextAreaElement>('textbox', { name: new RegExp(name) });
const key = (item: HTMLElement) => within(item).queryByRole('button', { name: 'Approve' })?.textContent;
const hasKeys = async (text: string) => waitFor(async () => expect(key(await row(text))).toBe('ApproveA'));
const SETTLED = 'Already decided.';

test.each([
  ['r', 'Reason', ''],
  ['e', 'Text', 'Nine.'],
])('the form opened by %s stays open while typing when another user decides', async (pressed, name, before) => {
  const { user, settle } = await openRoom();
  await user.keyboard(pressed);
  const typed = await field(name);
  await user.type(typed, 'In');
  await settle('Nine.');
  await screen.findByText(/decided while you were typing/);
  await user.keyboard('accurate.');
  expect(typed.isConnected && typed.value).toBe(`${before}Inaccurate.`);
  expect(document.activeElement).toBe(typed);
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(outbox.get()).toEqual([]);
  await user.keyboard('{Escape}');
  await user.keyboard('a');
  await findToast(SETTLED);
  expect(outbox.get()).toEqual([]);
});

test('a draft with the keys that another user decides keeps them and its place until another is chosen', async () => {
  const { user, settle } = await openRoom();
  within(await row('Ten.'))
    .getByRole('button', { name: 'Reject' })
    .focus();
  await hasKeys('Ten.');
  await settle('Ten.');
  const settled = await row('Ten.');
  await waitFor(() => expect(settled.textContent).toMatch(/Approved.*by Sam supervisor/));
  expect((await row('Nine.')).nextElementSibling).toBe(settled);
  expect(settled.nextElementSibling).toBe(await row('Eleven.'));
  for (const pressed of ['a', 'r', 'e']) await user.keyboard(pressed);
  await findToast(SETTLED);
  expect(screen.queryByRole('textbox', { name: /Reason|Text/ })).toBeNull();
  expect(outbox.get()).toEqual([]);
  within(await row('Eleven.'))
    .getByRole('button', { name: 'Reject' })
    .focus();
  await hasKeys('Eleven.');
  expect(settled.isConnected).toBe(false);
  await user.keyboard('a');
  expect(outbox.get()).toHaveLength(1);
});

test('the last draft of a room also stays when another user decides', async () => {
  const { user, settle } = await openRoom();
  await user.keyboard('a');
  await user.keyboard('a');
  await hasKeys('Eleven.');
  await settle('Eleven.');
  await waitFor(async () => expect((await row('Eleven.')).textContent).toMatch(/Approved/));
  expect(screen.queryByText('No drafts to review here')).toBeNull();
});

test('the user’s own decision passes the keys to the next draft, and undoing it returns them', async () => {
  const { user, settle } = await openRoom();
  await user.keyboard('a');
  await hasKeys('Ten.');
  await settle('Ten.');
  await waitFor(async () => expect((await row('Ten.')).textContent).toMatch(/Approved/));
  expect(key(await row('Eleven.'))).toBe('Approve');
  await user.keyboard('z');
  await hasKeys('Nine.');
  await user.keyboard('r');
  expect((await row('Nine.')).contains(await field('Reason'))).toBe(true);
});

test('undoing a decision does not close a form that was opened since then', async () => {
  const { user } = await openRoom();
  await user.keyboard('a');
  await hasKeys('Ten.');
  await user.keyboard('r');
  const typed = await field('Reason');
  await user.type(typed, 'Too short');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(rows()).toEqual(['Nine.', 'Ten.', 'Eleven.']));
  expect((await row('Ten.')).contains(typed) && typed.value).toBe('Too short');
});

test('a draft that returns after a refused approval does not take the keys from the next one', async () => {
  const { user } = await openRoom({
    wrapFetch: answering((url) => url.endsWith('/approve') && refusal(409, { code: 'room_moved_on' })),
  });
  updateSettings({ undoSeconds: 0 });
  await user.keyboard('a');
  const returned = await waitFor(async () => {
    const found = await row('Nine.');
    expect(found.textContent).toMatch(/The visitor has written again/);
    return found;
  });
  expect(within(returned).getByRole('button', { name: 'Approve anyway' }).textContent).toBe('Approve anyway');
  await hasKeys('Ten.');
});

/** Simulates by storage events that another tab of the same user approves "Nine.". */
async function approveElsewhere({ user, service, address }: Awaited<ReturnType<typeof openRoom>>) {
  await user.keyboard('a');
  const [entry] = readOutbox();
  await user.keyboard('z');
  await hasKeys('Nine.');
  const store = (entries: object[]) => {
    localStorage.setItem(OUTBOX_KEY, JSON.stringify(entries));
    fireStorageEvent(OUTBOX_KEY);
  };
  return {
    begin: () => store([{ ...entry, owner: 'the other tab', state: 'sending' }]),
    end: async () => {
      await service.send('PUT', `${address('Nine.')}/approve`, { as: 'reviewer' });
      store([]);
      await refreshLists(drafts);
    },
  };
}

test('the user’s own decision in another tab passes the keys to the next draft for good', async () => {
  const page = await openRoom();
  const elsewhere = await approveElsewhere(page);
  elsewhere.begin();
  await hasKeys('Ten.');
  await elsewhere.end();
  await waitFor(() => expect(rows()).toEqual(['Ten.', 'Eleven.']));
  await hasKeys('Ten.');
});

test('a form stays open while another tab of the same user decides on its draft', async () => {
  const page = await openRoom();
  const { user } = page;
  const elsewhere = await approveElsewhere(page);
  await user.keyboard('r');
  const typed = await field('Reason');
  await user.type(typed, 'In');
  elsewhere.begin();
  await user.keyboard('acc{Control>}{Enter}{/Control}');
  await findToast('You’ve already decided on this draft. Undo that to decide again.');
  typed.blur();
  await user.keyboard('a');
  await waitFor(() => expect(document.activeElement).toBe(typed));
  expect(outbox.get()).toHaveLength(1);
  await elsewhere.end();
  await screen.findByText(/decided while you were typing/);
  await user.keyboard('urate.');
  expect(typed.isConnected && typed.value).toBe('Inaccurate.');
  expect(document.activeElement).toBe(typed);
});

test('a form stays open while typing when another user renames the room or deletes the draft', async () => {
  const { user, service, address } = await openRoom();
  await user.keyboard('r');
  const typed = await field('Reason');
  await user.type(typed, 'In');
  await service.db.updateTable('rooms').set({ name: 'Grey Heron', name_folded: 'grey heron' }).execute();
  await queryClient.refetchQueries();
  await screen.findByRole('heading', { name: 'Grey Heron' });
  await user.keyboard('acc');
  await service.db
    .deleteFrom('support_draft_messages')
    .where('id', '=', Number(address('Nine.').split('/')[2]))
    .execute();
  await queryClient.refetchQueries();
  await user.keyboard('urate.');
  expect(typed.isConnected && typed.value).toBe('Inaccurate.');
  expect(outbox.get()).toEqual([]);
});
