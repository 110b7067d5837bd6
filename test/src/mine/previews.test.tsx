import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { currentLocation, navigate } from '#src/lib/router.ts';
import { aDraft } from '#test/builders.ts';
import { answering } from '../answering.ts';
import { asPhone } from '../as-phone.ts';
import { findToast, startService } from '../render-page.tsx';
import { list, show, showDrafts } from './my-drafts.tsx';

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

test('with a draft open, j and k say where the list ends or is empty, and Ctrl+A that it cannot select', async () => {
  const { user, waiting, edited } = await showDrafts(({ rejected }) => `/mine/${rejected.id}`);
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
  await act(() => navigate(`/mine/${waiting.id}?filter[content_or_room_name_like]=nothing`));
  await screen.findByText('No drafts match your search');
  await user.keyboard('j');
  await findToast('No rows.');
});

test('the shown page, its draft and the focus stay until another page has loaded', async () => {
  const { db, userIds } = await startService();
  for (let n = 1; n <= 60; n++) await aDraft(db, { created_user_id: userIds.agent, message_content: `draft ${n}` });
  const { promise, resolve } = Promise.withResolvers<void>();
  const { user } = await show('/mine?filter[in_review]=1&sort=created_at_unix', {
    wrapFetch: answering((url) => url.includes('page[number]=2') && promise),
  });
  await waitFor(() => expect(pane().getAllByText('draft 1')).toBeTruthy());
  const link = await screen.findByRole('link', { name: 'Page 2' });
  link.focus();
  await user.keyboard('{Enter}');
  await waitFor(async () => expect((await list()).ariaBusy).toBe('true'));
  expect(decodeURI(currentLocation().search)).toContain('page[number]=2');
  expect(within(await list()).getByText('draft 2')).toBeTruthy();
  expect(pane().getAllByText('draft 1')).toBeTruthy();
  expect(document.activeElement).toBe(link);
  resolve();
  await waitFor(() => expect(pane().getByText('draft 51')).toBeTruthy());
  expect((await list()).ariaBusy).toBe('false');
  expect(within(await list()).queryByText('draft 2')).toBeNull();
  expect(document.activeElement).toBe(link);
});
