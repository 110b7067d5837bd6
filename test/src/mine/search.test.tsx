import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { currentLocation } from '#src/lib/router.ts';
import { answering } from '#test/src/answering.ts';
import { list, showDrafts } from './my-drafts.tsx';

test('a draft opened by key right after typing a search does not end the search', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { user, edited } = await showDrafts(({ rejected }) => `/mine/${rejected.id}`, {
    wrapFetch: answering((url) => url.includes('content_or_room_name_like') && promise),
  });
  await list();
  await user.keyboard('/better{Enter}j');
  await waitFor(() => expect(currentLocation().pathname).toBe(`/mine/${edited.id}`));
  await waitFor(() => expect(currentLocation().search).toContain('better'));
  expect(currentLocation().pathname).toBe(`/mine/${edited.id}`);
  resolve();
  // Opening the verdict has marked it as read.
  await screen.findByText('No drafts match your search');
});

test('a draft opened by key before the page has shown the URL of a search does not end the search', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { user, edited } = await showDrafts(({ rejected }) => `/mine/${rejected.id}`, {
    wrapFetch: answering((url) => url.includes('content_or_room_name_like') && promise),
  });
  await list();
  const press = () => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }));
  vi.spyOn(history, 'replaceState').mockImplementationOnce(() => queueMicrotask(press));
  await user.keyboard('/better{Enter}');
  await waitFor(() => expect(currentLocation().pathname).toBe(`/mine/${edited.id}`));
  expect(currentLocation().search).toContain('better');
  resolve();
});

test.each(['tab', 'draft'])('a search that has just been typed stays when another %s is clicked', async (target) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { edited } = await showDrafts(({ rejected }) => `/mine/${rejected.id}`, {
    wrapFetch: answering((url) => url.includes('content_or_room_name_like') && promise),
  });
  const row = (await list()).querySelector(`[data-row="${edited.id}"] a`);
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'better' } });
  expect(currentLocation().search).not.toContain('better');
  fireEvent.click(target === 'tab' ? screen.getByRole('link', { name: 'Approved' }) : (row ?? document.body));
  resolve();
  const wanted = target === 'tab' ? '/mine?filter[approved]=1' : `/mine/${edited.id}?`;
  const shown = () => currentLocation().pathname + decodeURIComponent(currentLocation().search);
  await waitFor(() => expect(shown()).toContain(wanted));
  expect(shown()).toContain('better');
});
