import { setTimeout as delay } from 'node:timers/promises';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { queryClient } from '#src/api/query-client.ts';
import { conversationQuery } from '#src/domain/conversation/conversation-query.ts';
import { EMPTY_OVERLAY, queueOverlay } from '#src/features/review-queue/queue-overlay.ts';
import { currentLocation } from '#src/lib/router.ts';
import { defaultSettings, updateSettings } from '#src/lib/storage/settings.ts';
import { aDraft, aResolvedDraft, aRoom } from '#test/builders.ts';
import { pollQuickly } from '../poll-quickly.ts';
import { startService } from '../render-page.tsx';
import {
  chosen,
  currentLine,
  freshDesk,
  nothingIsDecided,
  openDesk,
  openDrafts,
  outboxIsEmpty,
  queue,
  stored,
} from './render-review-desk.tsx';

beforeEach(freshDesk);

const selected = () => screen.getByRole('group', { name: 'Selected drafts' });

/** The page with five drafts, the first selected. */
const fiveDrafts = () => openDrafts(5);

describe('keys of the review page', () => {
  it('j, k and the arrows move through the list without a request; o opens, u goes back; x selects; / searches', async () => {
    const { user, requests, drafts } = await fiveDrafts();
    const readsOf = (index: number) =>
      requests.filter(({ url }) => url.includes(`/support_draft_messages/${drafts[index]?.id}?`)).length;
    // The neighbours are prefetched.
    await waitFor(() => expect([1, 2, 3].map(readsOf)).toEqual([1, 1, 1]));
    await user.keyboard('j');
    expect(within(chosen()).getByText('reply 2')).toBeTruthy();
    expect(readsOf(1)).toBe(1);
    await waitFor(() => expect(currentLine().textContent).toContain('reply 2'));
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(currentLine().textContent).toContain('reply 3'));
    await user.keyboard('k{ArrowUp}');
    await waitFor(() => expect(currentLine().textContent).toContain('reply 1'));
    await user.keyboard('o');
    await waitFor(() => expect(currentLocation().pathname).toBe(`/review/${drafts[0]?.id}`));
    await user.keyboard('u');
    await waitFor(() => expect(currentLocation().pathname).toBe('/review'));

    await user.keyboard('x');
    expect(within(selected()).getByText('1 selected')).toBeTruthy();
    await user.keyboard('jj');
    await waitFor(() => expect(currentLine().textContent).toContain('reply 3'));
    // A range.
    await user.keyboard('X');
    expect(within(selected()).getByText('3 selected')).toBeTruthy();
    await user.keyboard('{Control>}a{/Control}');
    expect(within(selected()).getByText('5 selected')).toBeTruthy();
    await user.click(within(selected()).getByRole('button', { name: 'Clear selection' }));
    expect(screen.queryByRole('group', { name: 'Selected drafts' })).toBeNull();

    await user.keyboard('/');
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search text or room' }));
    // Shortcuts are inactive there.
    await user.keyboard('a');
    nothingIsDecided();
  });

  it('the conversation of the next room is prefetched also behind many drafts of this room', async () => {
    const service = await startService();
    const [room, next] = [await aRoom(service.db, { name: 'This' }), await aRoom(service.db, { name: 'Next' })];
    const draft = { created_user_id: service.userIds.agent, message_content: 'reply' };
    for (let count = 0; count < 6; count++) await aDraft(service.db, { ...draft, room_id: room.id });
    await aDraft(service.db, { ...draft, room_id: next.id, message_content: 'elsewhere' });
    await openDesk('/review', 'elsewhere');
    const { queryKey } = conversationQuery(String(next.id));
    // The request alone proves nothing: the checks of the queue read conversations, too.
    await waitFor(() => expect(queryClient.getQueryData(queryKey)).toBeTruthy());
  });

  it('j causes no update of the queue marks, in whichever part of a second it is pressed', async () => {
    const { user } = await fiveDrafts();
    // Each of the first reads updates the marks: arrivals, others' decisions, rooms and the signed-in user.
    await waitFor(() => {
      expect(queueOverlay.get().news.total).toBe(5);
      expect(queueOverlay.get().myId).toBeTruthy();
      expect(queueOverlay.get().toCurrent).not.toBe(EMPTY_OVERLAY.toCurrent);
      expect(queryClient.isFetching()).toBe(0);
    });
    let changes = 0;
    const stop = queueOverlay.subscribe(() => changes++);
    for (const number of [2, 3, 4, 5]) {
      await user.keyboard('j');
      await waitFor(() => expect(currentLine().textContent).toContain(`reply ${number}`));
      // Spreads the key presses over a second.
      await delay(250);
    }
    stop();
    expect(changes).toBe(0);
  });

  it('. shows new drafts, which are announced above until then', async () => {
    pollQuickly();
    const { user, service } = await fiveDrafts();
    const room = await aRoom(service.db, { name: 'Late' });
    const created_at_unix = Math.floor(Date.now() / 1000) + 60;
    await aDraft(service.db, { room_id: room.id, message_content: 'quite new', created_at_unix });
    const news = await within(queue()).findByRole('button', { name: '1 new' });
    expect(news.getAttribute('aria-keyshortcuts')).toBe('.');
    expect(within(queue()).queryByText('quite new')).toBeNull();
    expect(currentLine().textContent).toContain('reply 1');
    await user.keyboard('.');
    await within(queue()).findByText('quite new');
    await waitFor(() => expect(within(queue()).queryByRole('button', { name: '1 new' })).toBeNull());
  });

  it.each([
    [defaultSettings.rejectReasons, 'Doesn’t answer the question'],
    [['Wrong price', 'Too long'], 'Too long'],
  ])('r and a number reject at once with one of the reasons %j', async (rejectReasons, reason) => {
    updateSettings({ rejectReasons });
    const { user, rowOf } = await fiveDrafts();
    await user.keyboard('r');
    await screen.findByRole('textbox', { name: /Reason/ });
    const list = within(screen.getByRole('list', { name: 'Quick reject' }));
    expect(list.getByRole('button', { name: reason }).getAttribute('aria-keyshortcuts')).toBe('2');
    await user.keyboard('2');
    await waitFor(() => expect(currentLine().textContent).toContain('reply 2'));
    await waitFor(async () => expect((await rowOf(1)).status).toBe('rejected'));
    expect((await rowOf(1)).comment).toBe(reason);
    expect((await rowOf(2)).status).toBe('in_review');
  });

  it('z undoes a rejection by number and returns to the draft', async () => {
    updateSettings({ undoSeconds: 30 });
    const { user, rowOf } = await fiveDrafts();
    await user.keyboard('r');
    await screen.findByRole('textbox', { name: /Reason/ });
    await user.keyboard('1');
    await waitFor(() => expect(currentLine().textContent).toContain('reply 2'));
    await screen.findByRole('region', { name: 'Outbox' });
    await user.keyboard('z');
    await outboxIsEmpty();
    await within(queue()).findByText('reply 1');
    expect((await rowOf(1)).status).toBe('in_review');
  });

  it('a number after other text is typed, and a clicked reason is appended to the text', async () => {
    const { user, rowOf } = await fiveDrafts();
    await user.keyboard('r');
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /Reason/ });
    await user.type(field, 'See page 2');
    expect(field.value).toBe('See page 2');
    const list = within(screen.getByRole('list', { name: 'Add to reason' }));
    await user.click(list.getByRole('button', { name: 'Wrong tone' }));
    expect(field.value).toBe('See page 2\nWrong tone');
    nothingIsDecided();
    await user.click(field);
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(async () => expect((await rowOf(1)).status).toBe('rejected'));
    expect((await rowOf(1)).comment).toBe('See page 2\nWrong tone');
  });

  it('numbers are typed while single keys are switched off, and a click still rejects', async () => {
    const { user, rowOf } = await fiveDrafts();
    updateSettings({ shortcuts: false });
    await user.click(within(chosen()).getByRole('button', { name: 'Reject' }));
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /Reason/ });
    await user.type(field, '2');
    expect(field.value).toBe('2');
    nothingIsDecided();
    await user.clear(field);
    await user.click(screen.getByRole('button', { name: 'Wrong information' }));
    await waitFor(async () => expect((await rowOf(1)).status).toBe('rejected'));
    updateSettings({ shortcuts: true });
  });

  it('z undoes the newest decision, then the one before', async () => {
    updateSettings({ undoSeconds: 30 });
    const { user } = await fiveDrafts();
    await user.keyboard('a');
    await waitFor(() => expect(currentLine().textContent).toContain('reply 2'));
    await user.keyboard('a');
    await waitFor(() => expect(currentLine().textContent).toContain('reply 3'));
    const outbox = within(screen.getByRole('region', { name: 'Outbox' }));
    await outbox.findByText('Approved “reply 2”');
    await outbox.findByRole('button', { name: 'Recent actions, 1 more pending' });
    await user.keyboard('z');
    await outbox.findByText('Approved “reply 1”');
    await waitFor(() => expect(currentLine().textContent).toContain('reply 2'));
    await waitFor(() => expect(document.activeElement).toBe(currentLine()));
    expect(within(queue()).queryByText('reply 1')).toBeNull();
    await user.keyboard('z');
    await within(queue()).findByText('reply 1');
    await outboxIsEmpty();
  });

  it('do nothing while switched off, but chords and Escape still work', async () => {
    updateSettings({ shortcuts: false });
    const { user } = await fiveDrafts();
    await user.keyboard('jxa');
    expect(currentLine().textContent).toContain('reply 1');
    nothingIsDecided();
    await user.keyboard('{Control>}a{/Control}');
    expect(within(selected()).getByText('5 selected')).toBeTruthy();
    await user.keyboard('u');
    expect(within(selected()).getByText('5 selected')).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('group', { name: 'Selected drafts' })).toBeNull();
    updateSettings({ shortcuts: true });
  });
});

it('decisions show whether their author has read them, and m marks one read for an admin', async () => {
  const service = await startService();
  const { agent, reviewer } = service.userIds;
  const draft = await aResolvedDraft(service.db, reviewer, { created_user_id: agent, message_content: 'decided' });
  const { user } = await openDesk('/review?filter[approved]=1', 'decided', { role: 'admin' });
  await within(chosen()).findByText('Not seen by the author yet');
  await within(chosen()).findByRole('button', { name: 'Mark read' });
  await user.keyboard('m');
  await within(chosen()).findByText(/Seen by the author/);
  await waitFor(async () =>
    expect((await stored(service, draft.id)).create_user_resolved_read_time_unix).toBeTypeOf('number'),
  );
});

it('a draft decided by another user stays in place and says by whom and when', async () => {
  pollQuickly();
  const { drafts, service } = await openDrafts(3, '/review', { text: 'reply 2' });
  await service.send('PUT', `/support_draft_messages/${drafts[1]?.id}/approve`, { as: 'supervisor' });
  const line = await within(queue()).findByText(/by Sam supervisor/);
  expect(line.textContent).toMatch(/^Approved by Sam supervisor .*(now|ago)/);
  expect(within(queue()).getAllByRole('listitem')).toHaveLength(3);
});
