import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { startService } from '../render-page.tsx';
import { freshDesk, manyDrafts, openDesk, queue } from './desk.tsx';

beforeEach(freshDesk);

const list = () => within(queue()).getByRole('list', { name: 'Drafts' });
const texts = () =>
  within(list())
    .getAllByRole('listitem')
    .map((line) => /reply \d/.exec(line.textContent ?? '')?.[0]);

test('rows stay while others are searched for, marked as old; those of another tab do not', async () => {
  await manyDrafts(await startService(), 3);
  let held = Promise.withResolvers<void>();
  held.resolve();
  const { user } = await openDesk('/review', 'reply 1', {
    wrapFetch: (fetch) => async (input, init) => {
      if (/page%5Bsize%5D=100/.test(String(input))) await held.promise;
      return fetch(input, init);
    },
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
