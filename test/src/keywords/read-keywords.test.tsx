import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { cancelKeywordLoad } from '#src/domain/keywords/all-keywords.ts';
import { navigate } from '#src/lib/router.ts';
import { answering, refusal } from '#test/src/answering.ts';
import { findCell, names, show, startWithWords, untilAborted } from './keyword-page.tsx';

const startWithMany = (count: number) =>
  startWithWords(...Array.from({ length: count }, (_, index): [string] => [`word ${index + 1}`]));

/**
 * Shows the first page of keywords from an interrupted load, while the next load waits for its first page. Not in
 * strict mode, which starts the load of a mounted page twice.
 */
async function showSecondLoad() {
  await startWithMany(130);
  const held = { pages: new Set([2]) };
  const { promise: arrived, resolve: release } = Promise.withResolvers<void>();
  const page = await show('/keywords', {
    isStrict: false,
    wrapFetch: (fetch) => async (input, init) => {
      const number = Number(/page\[number\]=(\d+)/.exec(decodeURIComponent(String(input)))?.[1]);
      if (!held.pages.has(number)) return fetch(input, init);
      return number === 1 ? arrived.then(() => fetch(input, init)) : untilAborted(init?.signal);
    },
  });
  await screen.findByText('Loading 100 of 130 keywords');
  navigate('/elsewhere');
  await waitFor(() => expect(names()).toHaveLength(0));
  held.pages.add(1);
  navigate('/keywords');
  await waitFor(() => expect(names()).toHaveLength(100));
  return { ...page, held, release };
}

test('all pages are loaded, with progress', async () => {
  await startWithMany(130);
  // Hold back the second page until the first has rendered.
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await show('/keywords', { wrapFetch: answering((url) => url.includes('page[number]=2') && held) });
  expect(await screen.findByText('Loading 100 of 130 keywords')).toBeTruthy();
  expect(names()).toHaveLength(100);
  release();
  await waitFor(() => expect(names()).toHaveLength(130));
  expect(screen.queryByText(/^Loading/)).toBeNull();
});

test('a tenant that returns the same page for every number is not asked endlessly', async () => {
  await startWithMany(101);
  const { requests } = await show('/keywords', {
    // Strict mode may abort the first load at any of its requests, and start again.
    isStrict: false,
    wrapFetch: (fetch) => async (input, init) => {
      const response = await fetch(String(input).replace(/page(\[|%5B)number(\]|%5D)=\d+/, ''), init);
      const { meta: _, links: __, ...document } = await response.json();
      return Response.json(document);
    },
  });
  await waitFor(() => expect(names()).toHaveLength(100));
  await waitFor(() => expect(screen.queryByText(/^Loading/)).toBeNull());
  expect(requests.filter(({ url }) => url.includes('master_keywords')).length).toBeLessThanOrEqual(3);
});

test.each([400, 500])('keywords load in the tenant’s order if sorting by id answers %i', async (status) => {
  await startWithWords(['refund'], ['parcel']);
  const { requests } = await show('/keywords', {
    isStrict: false,
    wrapFetch: answering(
      (url) => url.includes('sort=id') && refusal(status, { code: '114', title: 'Invalid sort criteria', detail: '' }),
    ),
  });
  expect(await findCell('parcel')).toBeTruthy();
  expect(names()).toEqual(['refund', 'parcel']);
  expect(requests.filter(({ url }) => url.includes('/master_keywords'))).toHaveLength(1);
});

test('loading resumes after leaving the page, but once stopped only on request, and says what is missing', async () => {
  await startWithMany(130);
  let [isHeld, held] = [true, 0];
  const { user, requests } = await show('/keywords', {
    isStrict: false,
    wrapFetch: answering((url, { signal }) => {
      if (!isHeld || !url.includes('page[number]=2')) return undefined;
      held++;
      return untilAborted(signal);
    }),
  });
  const asked = () => requests.filter(({ url }) => url.includes('/master_keywords')).length;
  /** Waits until the load can get no further, because its second page is held back. */
  const isHeldFor = (loads: number) => waitFor(() => expect(held).toBe(loads));
  expect(await screen.findByText('Loading 100 of 130 keywords')).toBeTruthy();
  await isHeldFor(1);
  navigate('/elsewhere');
  await waitFor(() => expect(names()).toHaveLength(0));
  navigate('/keywords');
  await isHeldFor(2);
  await user.click(await screen.findByRole('button', { name: 'Stop loading' }));
  expect(await screen.findByText(/Only 100 keywords were loaded/)).toBeTruthy();
  const before = asked();
  navigate('/elsewhere');
  await waitFor(() => expect(names()).toHaveLength(0));
  navigate('/keywords');
  expect(await screen.findByText(/Only 100 keywords were loaded/)).toBeTruthy();
  expect(asked()).toBe(before);
  isHeld = false;
  await user.click(screen.getByRole('button', { name: 'Reload' }));
  await waitFor(() => expect(names()).toHaveLength(130));
  expect(screen.queryByText(/Only 100/)).toBeNull();
});

test('a load shows its own progress, and can be stopped once its first page is there', async () => {
  const { user, release } = await showSecondLoad();
  expect(screen.queryByText(/^Loading/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Stop loading' })).toBeNull();
  release();
  await user.click(await screen.findByRole('button', { name: 'Stop loading' }));
  expect(await screen.findByText(/Only 100 keywords were loaded/)).toBeTruthy();
});

test('stopping before the first page keeps the rows of an earlier load', async () => {
  const { user, held, requests } = await showSecondLoad();
  cancelKeywordLoad();
  expect(await screen.findByText(/Only 100 keywords were loaded/)).toBeTruthy();
  expect(names()).toHaveLength(100);
  const before = requests.length;
  navigate('/elsewhere');
  await waitFor(() => expect(names()).toHaveLength(0));
  navigate('/keywords');
  expect(await screen.findByText(/Only 100 keywords were loaded/)).toBeTruthy();
  expect(requests).toHaveLength(before);
  held.pages.clear();
  await user.click(screen.getByRole('button', { name: 'Reload' }));
  await waitFor(() => expect(names()).toHaveLength(130));
});

test('stopping a later load keeps the longer list', async () => {
  await startWithMany(230);
  const held = new Set([2, 3]);
  const { user } = await show('/keywords', {
    // Strict mode may replace the button while it is pressed: the second load begins without progress.
    isStrict: false,
    wrapFetch: answering(
      (url, { signal }) => [...held].some((number) => url.includes(`page[number]=${number}`)) && untilAborted(signal),
    ),
  });
  await user.click(await screen.findByRole('button', { name: 'Stop loading' }));
  expect(await screen.findByText(/Only 100 keywords were loaded/)).toBeTruthy();
  held.delete(2);
  await user.click(screen.getByRole('button', { name: 'Reload' }));
  await screen.findByText('Loading 200 of 230 keywords');
  await user.click(screen.getByRole('button', { name: 'Stop loading' }));
  expect(await screen.findByText(/Only 200 keywords were loaded/)).toBeTruthy();
  held.add(2);
  await user.click(screen.getByRole('button', { name: 'Reload' }));
  await screen.findByText('Loading 100 of 230 keywords');
  await user.click(screen.getByRole('button', { name: 'Stop loading' }));
  expect(await screen.findByText(/Only 200 keywords were loaded/)).toBeTruthy();
});

test('loading can be stopped while it waits to retry a page', async () => {
  await startWithMany(130);
  const { user, requests } = await show('/keywords', {
    isStrict: false,
    wrapFetch: answering(
      (url) =>
        url.includes('page[number]=2') &&
        new Response('{"errors":[]}', { status: 503, headers: { 'Retry-After': '60' } }),
    ),
  });
  await screen.findByText('Loading 100 of 130 keywords');
  const asked = () => requests.filter(({ url }) => url.includes('/master_keywords')).length;
  await user.click(screen.getByRole('button', { name: 'Stop loading' }));
  expect(await screen.findByText(/Only 100 keywords were loaded/)).toBeTruthy();
  expect(asked()).toBe(1);
});

test('a failed page keeps what was loaded, and says so', async () => {
  await startWithMany(130);
  await show('/keywords', {
    wrapFetch: answering((url) => url.includes('page[number]=2') && refusal(500, { detail: 'Being mended.' })),
  });
  expect(await screen.findByText(/Being mended\. Only 100 keywords were loaded/)).toBeTruthy();
  expect(names()).toHaveLength(100);
});
