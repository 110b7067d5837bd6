import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { delay } from '#src/lib/delay.ts';
import { addFilter, findChip } from '../add-filter.ts';
import { answering, refusal } from '../answering.ts';
import { startService } from '../render-page.tsx';
import { freshDesk, manyDrafts, openDesk, openDrafts, queue } from './render-review-desk.tsx';

beforeEach(freshDesk);

const list = () => within(queue()).getByRole('list', { name: 'Drafts' });
const texts = () =>
  within(list())
    .getAllByRole('listitem')
    .map((line) => /reply \d/.exec(line.textContent ?? '')?.[0]);

test('rows stay, marked as stale, during a search, but not across tabs', async () => {
  await manyDrafts(await startService(), 3);
  let held = Promise.withResolvers<void>();
  held.resolve();
  const { user } = await openDesk('/review', 'reply 1', {
    wrapFetch: answering((url) => /page\[size\]=100/.test(url) && held.promise),
  });
  held = Promise.withResolvers();
  await user.type(screen.getByRole('searchbox', { name: 'Search text or room' }), 'reply 2');
  await waitFor(() => expect(list().getAttribute('aria-busy')).toBe('true'));
  expect(texts()).toEqual(['reply 1', 'reply 2', 'reply 3']);
  held.resolve();
  await waitFor(() => expect(texts()).toEqual(['reply 2']));
  expect(list().getAttribute('aria-busy')).toBe('false');

  held = Promise.withResolvers();
  await user.click(screen.getByRole('link', { name: 'All' }));
  await waitFor(() => expect(within(queue()).queryByRole('list', { name: 'Drafts' })).toBeNull());
  held.resolve();
  await waitFor(() => expect(texts()).toEqual(['reply 2']));
});

test('a search that the tenant refuses is made client-side, each time', async () => {
  const { user } = await openDrafts(3, '/review', {
    wrapFetch: answering(
      (url) =>
        url.includes('[content_or_room_name_like]') && refusal(400, { code: '102', title: 'Filter not allowed' }),
    ),
  });
  const search = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search text or room' });
  await user.type(search(), 'reply 2');
  await waitFor(() => expect(texts()).toEqual(['reply 2']));
  await screen.findByText(/This server doesn’t support these filters/);
  expect(search().value).toBe('reply 2');
  await user.clear(search());
  await user.type(search(), 'reply 3');
  await waitFor(() => expect(texts()).toEqual(['reply 3']));
});

test('typing in the search sends the request without a debounce', async () => {
  await manyDrafts(await startService(), 3);
  const asked: string[] = [];
  await openDesk('/review', 'reply 1', {
    wrapFetch: answering((url) => void asked.push(url)),
  });
  asked.length = 0;
  const search = screen.getByRole('searchbox', { name: 'Search text or room' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'requestAnimationFrame'] });
  fireEvent.input(search, { target: { value: 'reply2' } });
  // Flush microtasks only: no timer and no frame.
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  vi.useRealTimers();
  expect(asked).toEqual([expect.stringContaining('reply2')]);
  await within(queue()).findByText('No drafts match these filters');
});

test('a date typed digit by digit is applied once its year is plausible', async () => {
  const { user } = await openDrafts(1);
  await addFilter(user, 'Written after');
  const field = await screen.findByLabelText<HTMLInputElement>('Written after');
  for (const day of ['0002-07-15', '0020-07-15', '0202-07-15']) {
    fireEvent.change(field, { target: { value: day } });
    await act(() => delay());
    expect([field.value, location.search]).toEqual([day, '']);
  }
  fireEvent.change(field, { target: { value: '2026-07-15' } });
  await waitFor(() => expect(location.search).toContain('from_created_at'));
  expect(field.value).toBe('2026-07-15');
  await user.keyboard('{Enter}');
  expect((await findChip('Written after: Jul 15, 2026')).words).toBeTruthy();
});

test('search results render first, and the first one is selected right after', async () => {
  const { user } = await openDrafts(3);
  const chosen = () => within(screen.getByRole('region', { name: 'Current draft' }));
  const seen: string[] = [];
  const look = new MutationObserver(() => {
    const now = `${texts().join()}: ${chosen().queryByRole('article')?.querySelector('p')?.textContent}`;
    if (seen.at(-1) !== now) seen.push(now);
  });
  look.observe(document.body, { subtree: true, childList: true, characterData: true });
  await user.type(screen.getByRole('searchbox', { name: 'Search text or room' }), 'reply 3');
  await waitFor(() => expect(seen.at(-1)).toBe('reply 3: reply 3'));
  look.disconnect();
  expect(seen.slice(-2)).toEqual(['reply 3: reply 1', 'reply 3: reply 3']);
});
