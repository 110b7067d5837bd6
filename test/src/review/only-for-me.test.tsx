import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { preloadLazyChunks } from '#src/features/review-queue/lazy-components.ts';
import { currentLocation } from '#src/lib/router.ts';
import { aDraft, aResolvedDraft, aRoom } from '#test/builders.ts';
import type { TestService } from '#test/service.ts';
import { pollQuickly } from '../poll-quickly.ts';
import { findToast, renderPage, startService, takeToast } from '../render-page.tsx';
import {
  chosen,
  currentLine,
  deskRoutes,
  freshDesk,
  nothingIsDecided,
  openDesk,
  openDrafts,
  queue,
  stored,
} from './render-review-desk.tsx';

beforeEach(freshDesk);

const article = () => within(within(chosen()).getByRole('article', { name: 'Draft' }));

/** Drafts of the reviewer and of the agent, oldest first; their texts are "mine 1", "theirs 2" and so on. */
async function draftsOf(service: TestService, ...writers: ('mine' | 'theirs')[]) {
  const made: { id: number }[] = [];
  for (const [index, writer] of writers.entries()) {
    const room = await aRoom(service.db, { name: `Room ${index + 1}` });
    const created_user_id = service.userIds[writer === 'mine' ? 'reviewer' : 'agent'];
    const message_content = `${writer} ${index + 1}`;
    made.push(await aDraft(service.db, { room_id: room.id, created_user_id, message_content }));
  }
  return made;
}

describe('own drafts', () => {
  it('are not opened first, and passed over after a decision', async () => {
    const service = await startService();
    const [, first] = await draftsOf(service, 'mine', 'theirs', 'mine', 'theirs');
    const { user } = await openDesk('/review', 'theirs 2');
    await article().findByText('theirs 2');
    await user.keyboard('a');
    await waitFor(() => expect(currentLine().textContent).toContain('theirs 4'));
    await waitFor(async () => expect((await stored(service, first?.id ?? 0)).status).toBe('approved'));
    await user.keyboard('a');
    await screen.findByText('All caught up – nothing to review');
    expect(chosen().textContent).toContain('Your own 2 drafts are left. Another reviewer has to decide.');
    expect(within(queue()).getAllByRole('listitem')).toHaveLength(2);
  });

  it('are not selected, but opened by j and k, and say that the user wrote them', async () => {
    await draftsOf(await startService(), 'theirs', 'mine', 'theirs');
    const { user } = await openDesk('/review', 'theirs 1');
    await user.keyboard('{Control>}a{/Control}');
    expect(within(screen.getByRole('group', { name: 'Selected drafts' })).getByText('2 selected')).toBeTruthy();
    expect(within(queue()).queryByRole('checkbox', { name: 'Select Room 2' })).toBeNull();
    await user.keyboard('{Escape}j');
    await article().findByText('mine 2');
    await within(chosen()).findByText('You wrote this draft – another reviewer has to decide.');
    expect(within(chosen()).queryByRole('button', { name: 'Approve' })).toBeNull();
  });
});

test('a draft decided by another user is passed over after a decision', async () => {
  pollQuickly();
  const { user, drafts, service } = await openDrafts(3);
  await service.send('PUT', `/support_draft_messages/${drafts[1]?.id}/approve`, { as: 'supervisor' });
  await user.keyboard('j');
  await waitFor(() => expect(currentLine().textContent).toContain('by Sam supervisor'));
  await user.keyboard('k');
  await user.keyboard('a');
  await waitFor(() => expect(currentLine().textContent).toContain('reply 3'));
});

describe('a key that cannot act says why', () => {
  it('a, r, e, x or Ctrl+A on an own draft', async () => {
    const [draft] = await draftsOf(await startService(), 'mine');
    const { user } = await openDesk(`/review/${draft?.id}`, 'mine 1');
    const why = 'You wrote this draft – another reviewer has to decide.';
    await within(chosen()).findByText(why);
    for (const key of ['a', 'r', 'e', 'x', '{Control>}a{/Control}']) {
      await user.keyboard(key);
      within(await screen.findByRole('region', { name: 'Notifications' })).getByText(why);
      await takeToast(why);
      nothingIsDecided();
      expect(within(chosen()).queryByRole('textbox')).toBeNull();
    }
  });

  it('a, r, e, x, s or Ctrl+A on a settled draft', async () => {
    const service = await startService();
    const { agent, supervisor } = service.userIds;
    const draft = await aResolvedDraft(service.db, supervisor, { created_user_id: agent, message_content: 'decided' });
    const { user } = await openDesk(`/review/${draft.id}?filter[approved]=1`, 'decided');
    for (const key of ['a', 'r', 'e', 'x', 's', '{Control>}a{/Control}']) {
      await user.keyboard(key);
      await takeToast('Already approved by Sam supervisor.');
      nothingIsDecided();
    }
  });

  it('a, r, e, x, s, m or Ctrl+A without a draft', async () => {
    const { user } = await openEmptyDesk();
    for (const key of ['a', 'r', 'e', 'x', 's', 'm', '{Control>}a{/Control}']) {
      await user.keyboard(key);
      await takeToast('Select a draft first.');
    }
  });

  it('for a role that decides nothing', async () => {
    const [draft] = await draftsOf(await startService(), 'mine');
    const { user } = await openDesk(`/review/${draft?.id}`, 'mine 1', { role: 'agent' });
    await within(chosen()).findByText('Your role can’t approve or reject drafts.');
    await user.keyboard('a');
    const notes = await screen.findByRole('region', { name: 'Notifications' });
    within(notes).getByText('Your role can’t approve or reject drafts.');
  });

  it('z with nothing to undo; m on a draft in review, and on the verdict of another author’s draft', async () => {
    const service = await startService();
    const [draft] = await draftsOf(service, 'theirs');
    const { user, unmount } = await openDesk(`/review/${draft?.id}`, 'theirs 1');
    await user.keyboard('z');
    await findToast('Nothing to undo.');
    await user.keyboard('m');
    await findToast('This draft is still in review. Only verdicts can be marked as read.');
    unmount();
    const { agent, supervisor } = service.userIds;
    const decided = await aResolvedDraft(service.db, supervisor, {
      created_user_id: agent,
      message_content: 'decided',
    });
    await openDesk(`/review/${decided.id}?filter[approved]=1`, 'decided');
    await user.keyboard('m');
    await findToast('Only the author can mark this verdict as read.');
  });
});

async function openEmptyDesk() {
  await preloadLazyChunks();
  const path = '/review?filter[content_or_room_name_like]=nothing';
  const page = await renderPage(path, { routes: deskRoutes, role: 'reviewer' });
  await screen.findByRole('region', { name: 'Review queue' });
  await within(queue()).findByText('No drafts match these filters');
  expect(currentLocation().pathname).toBe('/review');
  return page;
}
