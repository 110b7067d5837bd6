import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '#src/api/query-client.ts';
import { delay } from '#src/lib/delay.ts';
import { currentLocation, navigate } from '#src/lib/router.ts';
import { pageActions } from '#src/page/page-actions.ts';
import { mineRoutes } from '#src/routes.tsx';
import { aDraft, aResolvedDraft, aRoom, MADE_AT_UNIX } from '#test/builders.ts';
import { answering, refusal } from '#test/src/answering.ts';
import { asPhone } from '../as-phone.ts';
import { findPicker } from '../find-picker.ts';
import { findToast, type PageOptions, renderPage, startService, startThenShow } from '../render-page.tsx';
import { runPageAction } from '../run-page-action.ts';

const show = (path = '/mine', options: Partial<PageOptions> = {}) =>
  renderPage(path, { routes: mineRoutes, role: 'agent', ...options });

/** Drafts of the agent: one in review, two with unread verdicts, one with a read verdict; and one by another user. */
async function startWithDrafts() {
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

const showDrafts = startThenShow(startWithDrafts, show);

const list = () => screen.findByRole('list', { name: 'My drafts' });
const texts = async () =>
  within(await list())
    .getAllByRole('link')
    .map((link) => link.children[1]?.textContent);

test('filters that the page does not have are reported as ignored', async () => {
  await showDrafts('/mine?filter[created_user_id]=1&filter[in_review]=1&sort=colour');
  expect(await texts()).toEqual(['still waiting']);
  expect(await screen.findByText(/Ignored URL parameters: filter\[created_user_id\], sort/)).toBeTruthy();
});

test('unread verdicts are shown first, and the tabs list the other drafts', async () => {
  const { user } = await showDrafts();
  expect(await texts()).toEqual(['too long a text', 'better words']);
  await waitFor(() => expect(screen.getByRole('link', { name: /^Unread/ }).textContent).toBe('Unread2'));

  for (const [tab, expected] of [
    ['In review', ['still waiting']],
    ['Approved', ['better words', 'known']],
    ['Rejected', ['too long a text']],
    ['All', ['known', 'better words', 'too long a text', 'still waiting']],
  ] as const) {
    await user.click(screen.getByRole('link', { name: tab }));
    await waitFor(async () => expect(new Set(await texts())).toEqual(new Set(expected)));
  }
});

test('opening a verdict shows who decided and why, and marks it read without removing its row', async () => {
  const { user, rejected, areRead } = await showDrafts();
  await user.click(await screen.findByRole('link', { name: /too long a text/ }));
  const draft = within(await screen.findByRole('article', { name: 'Draft' }));
  expect(draft.getByText('Shorter, please')).toBeTruthy();
  expect(draft.getByText(/by Sam reviewer/)).toBeTruthy();
  expect(currentLocation().pathname).toBe(`/mine/${rejected.id}`);

  await waitFor(async () => expect(await areRead()).toEqual([true, false]));
  await queryClient.refetchQueries();
  expect(await texts()).toEqual(['too long a text', 'better words']);
  const line = within(await list()).getByRole('link', { name: /too long a text/ });
  expect(line.textContent).toContain('Blue Heron');
  await waitFor(() => expect(line.textContent).not.toContain('Unread'));
});

test('a refused refresh is reported above the list, until one succeeds', async () => {
  await startWithDrafts();
  let isRefused = false;
  const { user } = await show('/mine', {
    wrapFetch: answering((url) => isRefused && /draft_messages\?.*page\[size\]=50/.test(url) && refusal(500)),
  });
  await list();
  isRefused = true;
  await user.keyboard('.');
  expect(await screen.findByText('Not up to date')).toBeTruthy();
  expect(await texts()).toHaveLength(2);
  isRefused = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText('Not up to date')).toBeNull());
});

test('a text edited by the reviewer is shown with deletions and insertions', async () => {
  await showDrafts(({ edited }) => `/mine/${edited.id}`);
  const draft = within(await screen.findByRole('article', { name: 'Draft' }));
  expect(draft.getByText('better words')).toBeTruthy();
  expect((await draft.findByText('worse')).tagName).toBe('DEL');
  expect(draft.getByText('better').tagName).toBe('INS');
});

test('all verdicts are marked read in one request', async () => {
  const { user, requests, areRead } = await showDrafts();
  await list();
  await user.click(screen.getByRole('button', { name: 'Mark all read' }));
  await findToast('2 verdicts marked as read');
  expect(await areRead()).toEqual([true, true]);
  expect(requests.filter(({ method }) => method === 'PUT')).toHaveLength(1);
});

test('a tenant that cannot mark all at once gets one request per verdict', async () => {
  const { user, areRead } = await showDrafts('/mine', {
    wrapFetch: answering((url) => url.includes('mark_read_all_resolved') && new Response('', { status: 501 })),
  });
  await list();
  await user.click(screen.getByRole('button', { name: 'Mark all read' }));
  await findToast('2 verdicts marked as read');
  expect(await areRead()).toEqual([true, true]);
});

test('all verdicts can be marked read while the list shows none of them', async () => {
  const { user, areRead } = await showDrafts('/mine?filter[in_review]=1');
  expect(await texts()).toEqual(['still waiting']);
  const button = screen.getByRole('button', { name: 'Mark all read' });
  await waitFor(() => expect(button.getAttribute('aria-disabled')).not.toBe('true'));
  expect(pageActions().map(({ label }) => label)).toContain('Mark all read');
  await user.click(button);
  await findToast('2 verdicts marked as read');
  expect(await areRead()).toEqual([true, true]);
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'));
});

test('while a search hides some verdicts, only the listed ones are marked read', async () => {
  const { user, areRead } = await showDrafts();
  await list();
  await user.keyboard('/too long');
  await waitFor(async () => expect(await texts()).toEqual(['too long a text']));
  await user.click(screen.getByRole('button', { name: 'Mark all read' }));
  await findToast('1 verdict marked as read');
  expect(await areRead()).toEqual([true, false]);
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Mark all read' }).getAttribute('aria-disabled')).toBe('true'),
  );
});

test('revising sends a new draft for the same room, and typed text survives leaving the page', async () => {
  const { user, unmount, service, room, rejected } = await showDrafts(({ rejected }) => `/mine/${rejected.id}`);
  await user.click(await screen.findByRole('button', { name: 'Revise' }));
  const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Revision' });
  expect((await field()).value).toBe('too long a text');
  await user.clear(await field());
  await user.type(await field(), 'short');

  unmount();
  const again = await show(`/mine/${rejected.id}`);
  await again.user.click(await screen.findByRole('button', { name: 'Revise' }));
  expect((await field()).value).toBe('short');
  await again.user.click(screen.getByRole('button', { name: /Send for review/ }));
  await findToast('Sent for review');
  const { records } = await service.send('GET', '/support_draft_messages?filter[in_review]=1&sort=-id&include=room');
  expect(records[0]).toMatchObject({
    attributes: { message_content: 'short', settings: { revises: String(rejected.id) } },
    relationships: { room: { data: { id: String(room.id) } } },
  });
});

test('if the tenant cannot identify the user, the page asks and remembers', async () => {
  await startWithDrafts();
  const refuse = answering(
    (url) => url.includes('current_user') && refusal(400, { code: '102', title: 'Filter not allowed' }),
  );
  const { user, unmount } = await show('/mine', { wrapFetch: refuse });
  await user.type(await findPicker(/Which user are you/), 'agent');
  await user.click(await screen.findByRole('option', { name: 'Sam agent' }));
  expect(await texts()).toHaveLength(2);

  unmount();
  const again = await show('/mine', { wrapFetch: refuse });
  expect(await texts()).toHaveLength(2);
  await again.user.click(screen.getByRole('button', { name: 'Not you?' }));
  expect(await screen.findByRole('combobox', { name: /Which user are you/ })).toBeTruthy();
});

test('an empty list of unread verdicts says so', async () => {
  await show();
  expect(await screen.findByText('You’re up to date – no unread verdicts')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Show all my drafts' })).toBeTruthy();
});

test('a new draft is written for a room picked by name', async () => {
  const { user, service, room } = await showDrafts('/mine/new');
  await user.type(await findPicker(/Room/), 'heron');
  await user.click(await screen.findByRole('option', { name: /Blue Heron/ }));
  await user.type(await screen.findByRole('textbox', { name: 'Draft for Blue Heron' }), 'We sail at noon.');
  await user.click(screen.getByRole('button', { name: 'Send for review' }));
  await findToast('Sent for review');
  const { records } = await service.send('GET', '/support_draft_messages?filter[in_review]=1&sort=-id&include=room');
  expect(records[0]).toMatchObject({
    attributes: { message_content: 'We sail at noon.' },
    relationships: { room: { data: { id: String(room.id) } } },
  });
});

test('m marks the open verdict as read if opening it failed to', async () => {
  const { rejected, areRead } = await startWithDrafts();
  let isRefused = true;
  const { user } = await show(`/mine/${rejected.id}`, {
    wrapFetch: answering((url) => isRefused && url.endsWith('/mark_read') && new Response('', { status: 500 })),
  });
  const button = await screen.findByRole('button', { name: 'Mark read' });
  expect(button.getAttribute('aria-keyshortcuts')).toBe('m');
  await list();
  isRefused = false;
  await user.keyboard('m');
  await waitFor(async () => expect((await areRead())[0]).toBe(true));
});

test.each([
  ['refuses to mark a verdict', () => new Response('', { status: 500 })],
  ['leaves a marked verdict unread', (unread: () => Promise<Response>) => unread()],
])('a server that %s is asked once, and the button stays', async (_, answer) => {
  const { rejected } = await startWithDrafts();
  let asked = 0;
  await show(`/mine/${rejected.id}`, {
    isStrict: false,
    wrapFetch: (fetch) => async (input, init) => {
      const [record = '', action] = String(input).split('/mark_read');
      if (action !== '') return fetch(input, init);
      asked++;
      await delay(20);
      return answer(() => fetch(record, { ...init, method: 'GET', body: null }));
    },
  });
  await waitFor(() => expect(asked).toBeGreaterThan(0));
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  // Effects of the answer, which could ask again, have run.
  await act(async () => undefined);
  expect(queryClient.isMutating()).toBe(0);
  expect(asked).toBe(1);
  expect(screen.getByRole('button', { name: 'Mark read' })).toBeTruthy();
});

test('the next page starts at the top', async () => {
  const service = await startService();
  const room = await aRoom(service.db, { name: 'Blue Heron' });
  for (let number = 1; number <= 60; number++) {
    const message_content = `draft ${number}`;
    await aDraft(service.db, { created_user_id: service.userIds.agent, room_id: room.id, message_content });
  }
  const { user } = await show('/mine?filter[in_review]=1&sort=created_at_unix');
  await screen.findByText('draft 1');
  const scroller = screen.getByRole('region', { name: 'My drafts' });
  scroller.scrollTop = 900;
  await user.click(await screen.findByRole('link', { name: 'Next page' }));
  await screen.findByText('draft 60');
  expect(scroller.scrollTop).toBe(0);
});

test('a row shows the reason, and a draft links to its earlier and later versions', async () => {
  const { service, room, rejected } = await startWithDrafts();
  const { agent, reviewer } = service.userIds;
  const mine = { created_user_id: agent, room_id: room.id };
  const second = await aResolvedDraft(service.db, reviewer, {
    ...mine,
    message_content: 'short',
    status: 'rejected',
    comment: 'Too short now',
    settings: JSON.stringify({ revises: String(rejected.id) }),
    created_at_unix: MADE_AT_UNIX + 100,
    resolved_time_unix: MADE_AT_UNIX + 160,
  });
  await aDraft(service.db, {
    ...mine,
    message_content: 'just right',
    settings: JSON.stringify({ revises: String(second.id) }),
    created_at_unix: MADE_AT_UNIX + 200,
  });
  const { user } = await show('/mine?filter[rejected]=1&sort=-resolved_time_unix');
  const row = within(await list()).getByRole('link', { name: /too long a text/ });
  expect(row.textContent).toContain('Reason:Shorter, please');
  await user.click(row);
  const later = await screen.findByRole('list', { name: 'Later versions' });
  const versions = within(later).getAllByRole('link');
  expect(versions.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Rejectedby Sam reviewer.*Revisionshort.*Too short now$/),
    expect.stringMatching(/^In review.*Revisionjust right$/),
  ]);
  expect(screen.queryByRole('list', { name: 'Earlier versions' })).toBeNull();
  await user.click(within(later).getByRole('link', { name: /just right/ }));
  const earlier = await screen.findByRole('list', { name: 'Earlier versions' });
  expect(within(earlier).getAllByRole('link')).toHaveLength(2);
  await user.click(within(earlier).getByRole('link', { name: /Shorter, please/ }));
  await waitFor(() => expect(currentLocation().pathname).toBe(`/mine/${rejected.id}`));
});

test('only a rejected draft can be revised, and e says why another cannot', async () => {
  const { user, waiting, rejected } = await showDrafts(({ edited }) => `/mine/${edited.id}`);
  await screen.findByRole('article', { name: 'Draft' });
  expect(screen.queryByRole('button', { name: 'Revise' })).toBeNull();
  await user.keyboard('e');
  await findToast('This draft was approved and sent. Only rejected drafts can be revised.');
  await act(() => navigate(`/mine/${waiting.id}`));
  await within(await screen.findByRole('article', { name: 'Draft' })).findByText('still waiting');
  await user.keyboard('em');
  await findToast('This draft is still in review. Only verdicts can be marked as read.');
  await act(() => navigate(`/mine/${rejected.id}`));
  await screen.findByRole('button', { name: 'Revise' });
  await user.keyboard('e');
  const field = await screen.findByRole('textbox', { name: 'Revision' });
  expect(document.activeElement).toBe(field);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('textbox', { name: 'Revision' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Revise' }));
});

test('while a revision is written, e and the palette return to its field', async () => {
  const { user } = await showDrafts(({ rejected }) => `/mine/${rejected.id}`);
  await user.click(await screen.findByRole('button', { name: 'Revise' }));
  const field = await screen.findByRole('textbox', { name: 'Revision' });
  field.blur();
  await user.keyboard('e');
  await waitFor(() => expect(document.activeElement).toBe(field));
  field.blur();
  await runPageAction('Revise this draft…');
  await waitFor(() => expect(document.activeElement).toBe(field));
});

test('a revision is written under the conversation, with text, reason and versions above it', async () => {
  const { user } = await showDrafts(({ rejected }) => `/mine/${rejected.id}`);
  const conversation = await screen.findByRole('region', { name: 'Conversation' });
  await user.click(await screen.findByRole('button', { name: 'Revise' }));
  const field = await screen.findByRole('textbox', { name: 'Revision' });
  const isBefore = (one: Element, other: Element) =>
    (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const draft = screen.getByRole('article', { name: 'Draft' });
  expect(isBefore(draft, conversation)).toBe(true);
  expect(isBefore(conversation, field)).toBe(true);
  expect(within(draft).getByText('too long a text')).toBeTruthy();
  expect(within(draft).getByText('Shorter, please')).toBeTruthy();
});

test('at another service a revision is sent without settings, and matched by its text', async () => {
  const { user, requests } = await showDrafts(({ rejected }) => `/mine/${rejected.id}`, {
    wrapFetch: answering((url) => /rapi\/v1\/?$/.test(url) && new Response('', { status: 404 })),
  });
  await user.click(await screen.findByRole('button', { name: 'Revise' }));
  await user.type(await screen.findByRole('textbox', { name: 'Revision' }), ', shortened');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await findToast('Sent for review');
  const later = await screen.findByRole('list', { name: 'Later versions' });
  expect(within(later).getByRole('link').textContent).toMatch(/Likely a revision.*shortened$/);
  const sent = requests.filter(({ method }) => method === 'POST');
  expect((await sent[0]?.json())?.data.attributes).toEqual({ message_content: 'too long a text, shortened' });
});

test('a revision shows at once, even if a stale list of versions arrives after it was sent', async () => {
  const { rejected } = await startWithDrafts();
  const { promise: isSent, resolve: release } = Promise.withResolvers<void>();
  let isLate = false;
  const { user } = await show(`/mine/${rejected.id}`, {
    isStrict: false,
    wrapFetch: (fetch) => async (input, init) => {
      const answer = await fetch(input, init);
      if (init?.method === 'POST') release();
      if (String(input).includes('content_or_room_name_like') && !isLate) {
        isLate = true;
        await isSent;
      }
      return answer;
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Revise' }));
  await user.type(await screen.findByRole('textbox', { name: 'Revision' }), ', shortened');
  await waitFor(() => expect(isLate).toBe(true));
  await user.keyboard('{Control>}{Enter}{/Control}');
  await findToast('Sent for review');
  const later = await screen.findByRole('list', { name: 'Later versions' });
  await delay(50);
  expect(within(later).getByRole('link').textContent).toMatch(/Revision.*shortened$/);
});

const pane = () => within(screen.getByRole('region', { name: 'Current draft' }));

test('the first draft is previewed, neither opened nor marked read, and j and k continue from it', async () => {
  const { user, requests, rejected, edited, areRead } = await showDrafts();
  await list();
  expect(await pane().findByText('Shorter, please')).toBeTruthy();
  expect(pane().getByRole('button', { name: /^Mark read/ })).toBeTruthy();
  expect(screen.getByRole('link', { current: true, name: /too long a text/ })).toBeTruthy();
  expect(currentLocation().pathname).toBe('/mine');
  const entries = history.length;
  await user.keyboard('j');
  await waitFor(() => expect(currentLocation().pathname).toBe(`/mine/${edited.id}`));
  expect(document.activeElement?.textContent).toContain('better words');
  await waitFor(async () => expect(await areRead()).toEqual([false, true]));
  expect(requests.filter(({ url }) => url.includes(`/${rejected.id}/mark_read`))).toEqual([]);
  await user.keyboard('k');
  await waitFor(() => expect(currentLocation().pathname).toBe(`/mine/${rejected.id}`));
  await waitFor(async () => expect((await areRead())[0]).toBe(true));
  expect(history.length, 'Back leads to the list').toBe(entries + 1);
  await user.keyboard('u');
  await waitFor(() => expect(currentLocation().pathname).toBe('/mine'));
  expect(pane().getByText('Shorter, please')).toBeTruthy();
  await user.keyboard('e');
  expect(await pane().findByRole('textbox', { name: 'Revision' })).toBeTruthy();
});

test('m marks the previewed verdict as read', async () => {
  const { user, areRead } = await showDrafts();
  await list();
  await pane().findByText('Shorter, please');
  await user.keyboard('m');
  await waitFor(async () => expect((await areRead())[0]).toBe(true));
  expect(currentLocation().pathname).toBe('/mine');
});

test.each(['{Enter}', 'o'])('%s opens the previewed draft, and says so if it is already open', async (key) => {
  const { user, rejected, edited, areRead } = await showDrafts();
  await list();
  await pane().findByText('Shorter, please');
  await user.keyboard(key);
  await waitFor(() => expect(currentLocation().pathname).toBe(`/mine/${rejected.id}`));
  await waitFor(async () => expect((await areRead())[0]).toBe(true));
  await user.keyboard(key);
  await findToast('This draft is already open.');
  // A focused row takes precedence.
  const other = within(await list()).getByRole('link', { name: /better words/ });
  other.focus();
  await user.keyboard(key);
  await waitFor(() => expect(currentLocation().pathname).toBe(`/mine/${edited.id}`));
});

test('in a narrow window no draft is shown before one is opened', async () => {
  asPhone();
  const { user, edited } = await showDrafts();
  await list();
  await user.keyboard('jj');
  expect(document.activeElement?.textContent).toContain('better words');
  await user.keyboard('e');
  await findToast('Select a draft first.');
  expect(screen.queryByText('Shorter, please', { selector: 'blockquote *, blockquote' })).toBeNull();
  await user.keyboard('o');
  await waitFor(() => expect(currentLocation().pathname).toBe(`/mine/${edited.id}`));
});

test('with a draft open, j and k say so at the ends of the list, and Ctrl+A says that it cannot select', async () => {
  const { user, edited } = await showDrafts(({ rejected }) => `/mine/${rejected.id}`);
  await list();
  await user.keyboard('k');
  await findToast('This is the first row on the page.');
  await user.keyboard('j');
  await waitFor(() => expect(currentLocation().pathname).toBe(`/mine/${edited.id}`));
  await user.keyboard('j');
  await findToast('This is the last row on the page.');
  await user.keyboard('{Control>}a{/Control}');
  await findToast('Rows can’t be selected here.');
  expect(currentLocation().pathname).toBe(`/mine/${edited.id}`);
});

test('with a draft open and no rows, j says that there are none', async () => {
  const { user } = await showDrafts(({ waiting }) => `/mine/${waiting.id}?filter[content_or_room_name_like]=nothing`);
  await screen.findByText('No drafts match your search');
  await user.keyboard('j');
  await findToast('No rows.');
});

test('rows have the class that marks them while they are stale', async () => {
  await showDrafts();
  for (const link of within(await list()).getAllByRole('link')) expect(link.classList).toContain('row');
});

test('the slash key searches own drafts by text', async () => {
  const { user } = await showDrafts('/mine?sort=-created_at_unix');
  await list();
  await user.keyboard('/known');
  await waitFor(async () => expect(await texts()).toEqual(['known']));
  await user.keyboard(' to no one');
  expect(await screen.findByText('No drafts match your search')).toBeTruthy();
});

test('in a narrow window a button opens the search, and closes it again', async () => {
  asPhone();
  const { user } = await showDrafts();
  await list();
  const button = screen.getByRole('button', { name: 'Search' });
  expect(button.getAttribute('aria-expanded')).toBe('false');
  await user.click(button);
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search text or room' }));
  await user.keyboard('too long');
  await waitFor(async () => expect(await texts()).toEqual(['too long a text']));
  expect(button.getAttribute('aria-expanded')).toBe('true');
  await user.click(button);
  await waitFor(async () => expect((await texts()).length).toBeGreaterThan(1));
  expect(button.getAttribute('aria-expanded')).toBe('false');
  await user.keyboard('/');
  expect(button.getAttribute('aria-expanded')).toBe('true');
});

test('the dot key refreshes the list, and says so', async () => {
  const { user, service, room } = await showDrafts();
  await list();
  const { agent, reviewer } = service.userIds;
  const late = { created_user_id: agent, room_id: room.id, message_content: 'decided just now' };
  await aResolvedDraft(service.db, reviewer, late);
  await user.keyboard('.');
  await findToast('The list is up to date.');
  expect(await texts()).toContain('decided just now');
});

test('with nothing open, u says that there is nothing to go back to', async () => {
  const { user } = await showDrafts();
  await list();
  await user.keyboard('u');
  await findToast('Nothing to go back to.');
});

test('changing the page does not wait for a loader, changing the tab does', () => {
  const runsLoader = (from: string, to: string) =>
    mineRoutes[1]?.shouldRevalidate?.({
      currentUrl: new URL(from, location.origin),
      currentParams: {},
      nextUrl: new URL(to, location.origin),
      nextParams: {},
      defaultShouldRevalidate: true,
    });
  expect(runsLoader('/mine', '/mine?page%5Bnumber%5D=2')).toBe(false);
  expect(runsLoader('/mine?sort=-created_at_unix&page%5Bnumber%5D=2', '/mine?sort=-created_at_unix')).toBe(false);
  expect(runsLoader('/mine', '/mine?filter%5Bapproved%5D=1')).toBe(true);
});
