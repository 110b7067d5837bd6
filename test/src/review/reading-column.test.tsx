import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { currentLocation } from '#src/lib/router.ts';
import { aDraft, aMessage, aResolvedDraft, aRoom, aUser, MADE_AT_UNIX } from '#test/builders.ts';
import { pollQuickly } from '../poll-quickly.ts';
import { startService } from '../render-page.tsx';
import { textsOf } from '../texts-of.ts';
import { chosen, freshDesk, manyDrafts, openDesk, queue } from './render-review-desk.tsx';

beforeEach(freshDesk);

const MINUTE = 60;

/** A room in which a visitor wrote before and after a draft. */
async function aLateDraft() {
  const service = await startService();
  const anna = await aUser(service.db, { name: 'Anna', kind: 'visitor' });
  const room = await aRoom(service.db, { name: 'Anna · parcel' }, [anna.id]);
  const say = (content: string, minutes: number) => {
    const at = MADE_AT_UNIX + minutes * MINUTE;
    const when = { created_at_unix: at, created_at_ms: at * 1000 };
    return aMessage(service.db, { room_id: room.id, user_id: anna.id, content, ...when }, false);
  };
  await say('Where is it?', -5);
  await say('Hello?', 5);
  const draft = await aDraft(service.db, {
    room_id: room.id,
    message_content: 'On its way.',
    created_user_id: service.userIds.agent,
  });
  return { service, room, draft, say };
}

async function openLateDraft() {
  const made = await aLateDraft();
  return { ...made, ...(await openDesk('/review', 'On its way.')) };
}

const conversation = async () =>
  textsOf(within(await within(chosen()).findByRole('list', { name: 'Messages' })).getAllByRole('listitem'));

const card = () => within(within(chosen()).getByRole('article', { name: 'Draft' }));
const bar = () => within(chosen()).getByRole('group', { name: 'Decision' });

test('the draft is in the conversation where it was written, with later messages below, also while reading', async () => {
  pollQuickly();
  const { room, say } = await openLateDraft();
  within(chosen()).getByRole('heading', { name: 'Anna · parcel' });
  const link = await within(chosen()).findByRole('link', { name: 'Open room' });
  expect(link.getAttribute('href')).toBe(`/rooms/${room.id}`);
  await within(chosen()).findByText('Where is it?');
  const [day, earlier, draft, mark, later, ...others] = await conversation();
  expect(day).toBe('Wednesday, March 12, 2025');
  expect(earlier).toMatch(/^Anna.*Where is it\?$/);
  expect(draft).toMatch(/^Draft by Sam agent · \d+:\d\d .MNot sent yetOn its way\.$/);
  expect(mark).toBe('1 message after this draft');
  expect(later).toMatch(/^Anna.*Hello\?$/);
  expect(others).toEqual([]);
  await say('Anybody?', 6);
  await within(chosen()).findByText('2 messages after this draft');
  expect((await conversation()).at(-1)).toMatch(/Anybody\?$/);
});

test('a draft written on another day has its own day divider', async () => {
  const { service, room } = await aLateDraft();
  const created_at_unix = MADE_AT_UNIX + 24 * 60 * MINUTE;
  const late = await aDraft(service.db, { room_id: room.id, message_content: 'It came.', created_at_unix });
  await openDesk(`/review/${late.id}`, 'It came.');
  await within(chosen()).findByText('Hello?');
  const said = await conversation();
  expect(said.at(-2)).toBe('Thursday, March 13, 2025');
  expect(said.at(-1)).toContain('It came.');
});

test('the bar says which draft it is and how long its visitor has been waiting', async () => {
  const service = await startService();
  await manyDrafts(service, 2);
  const awaiting_since_unix = Math.floor(Date.now() / 1000) - 4 * MINUTE - 20;
  const room = await aRoom(service.db, { awaiting_support: 1, awaiting_since_unix });
  await aDraft(service.db, { room_id: room.id, message_content: 'urgent', created_user_id: service.userIds.agent });
  const { user } = await openDesk('/review', 'urgent');
  await waitFor(() => expect(bar().textContent).toBe('RejectREditE1 of 3 · waiting 4 minApproveA'));
  await user.keyboard('j');
  await waitFor(() => expect(bar().textContent).toBe('RejectREditE2 of 3ApproveA'));
});

test('the draft is edited in place, with the bar below, and rejected above the bar, with the draft in sight', async () => {
  const { user } = await openLateDraft();
  await user.keyboard('e');
  const field = await card().findByRole<HTMLTextAreaElement>('textbox', { name: 'Text' });
  expect(field.value).toBe('On its way.');
  expect(within(bar()).queryByRole('button')).toBeNull();
  expect(bar().textContent).toBe('1 of 1');
  await user.keyboard('{Escape}');
  await within(bar()).findByRole('button', { name: 'Edit' });
  expect(document.activeElement).toBe(within(bar()).getByRole('button', { name: 'Edit' }));
  await user.keyboard('r');
  const form = await within(chosen()).findByRole('form', { name: 'Reject' });
  expect(form.compareDocumentPosition(bar())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(within(chosen()).getByRole('region', { name: 'Conversation' }).contains(form)).toBe(false);
  card().getByText('On its way.');
});

test('a settled draft shows its verdict in place of the bar, and in the conversation', async () => {
  const service = await startService();
  const { agent, reviewer } = service.userIds;
  const room = await aRoom(service.db);
  const at = MADE_AT_UNIX + MINUTE;
  await aMessage(service.db, { room_id: room.id, content: 'later', created_at_unix: at, created_at_ms: at * 1000 });
  const made = { room_id: room.id, created_user_id: agent, message_content: 'decided', status: 'rejected' } as const;
  await aResolvedDraft(service.db, reviewer, { ...made, comment: 'Too short.' });
  await openDesk('/review?filter[rejected]=1', 'decided');
  await within(chosen()).findByText('Too short.');
  expect(within(chosen()).queryByRole('group', { name: 'Decision' })).toBeNull();
  card().getByText('Rejected');
  expect(card().queryByText('Not sent yet')).toBeNull();
  await within(chosen()).findByText('1 message after this draft');
});

test('focus mode shows the reading column alone; f and its button toggle it, Escape leaves it', async () => {
  const { user } = await openLateDraft();
  const details = () => within(chosen()).queryByRole('region', { name: 'Details' });
  const isAlone = () => queue().className.includes('md:hidden') && details() === null;
  await waitFor(() => expect(details()).not.toBeNull());
  expect(isAlone()).toBe(false);
  await user.keyboard('f');
  await waitFor(() => expect(isAlone()).toBe(true));
  await user.click(screen.getByRole('button', { name: 'Exit focus mode' }));
  await waitFor(() => expect(isAlone()).toBe(false));
  await user.click(screen.getByRole('button', { name: 'Focus mode' }));
  await waitFor(() => expect(isAlone()).toBe(true));
  const { pathname } = currentLocation();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(isAlone()).toBe(false));
  expect(currentLocation().pathname).toBe(pathname);
});

test('Space and the page keys scroll the conversation, even with the focus on a row of the queue', async () => {
  const { user } = await openLateDraft();
  await within(chosen()).findByText('Where is it?');
  const scroller = within(chosen()).getByRole('region', { name: 'Conversation' });
  Object.defineProperty(scroller, 'clientHeight', { value: 200 });
  within(queue()).getByRole('link').focus();
  await user.keyboard(' ');
  expect(scroller.scrollTop).toBe(170);
  await user.keyboard('{PageDown}');
  expect(scroller.scrollTop).toBe(340);
  await user.keyboard('{PageUp}{Shift>} {/Shift}');
  expect(scroller.scrollTop).toBe(0);
  within(bar()).getByRole('button', { name: 'Edit' }).focus();
  await user.keyboard(' ');
  await card().findByRole('textbox', { name: 'Text' });
  expect(scroller.scrollTop).toBe(0);
});
