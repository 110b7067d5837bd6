import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '#src/api/query-client.ts';
import { fetchThrough } from '#test/tolerance/fetch-through.ts';
import { rewrites } from '#test/tolerance/rewrites.ts';
import { holding } from '../answering.ts';
import type { PageOptions } from '../render-page.tsx';
import { findCell, show, startWithWords } from './keyword-page.tsx';

const writes = (requests: Request[]) => requests.filter(({ method }) => method !== 'GET');
const reload = () => act(() => queryClient.refetchQueries());

/** Opens the title of a row, which another admin then changes, as a reload in the background shows. */
async function openThenReload(options: Partial<PageOptions> = {}) {
  const { service, read } = await startWithWords(['refund', 'Refunds', 'Five days']);
  const page = await show('/keywords', options);
  await page.user.click(await findCell('Refunds'));
  await page.user.keyboard('{Enter}');
  await service.update('master_keywords', '1', { key_title: 'Theirs', suggestions: 'Ten' });
  await reload();
  await findCell('Ten');
  return { ...page, title: async () => (await read())[0]?.key_title };
}

test.each(['{Escape}', '{Enter}', '{Tab}{Escape}'])('a cell left by %s after a reload sends nothing', async (keys) => {
  const { user, requests, title } = await openThenReload();
  await user.keyboard(keys);
  expect(await findCell('Theirs')).toBeTruthy();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(writes(requests)).toEqual([]);
  expect(screen.queryByText('Unsaved')).toBeNull();
  expect(await title()).toBe('Theirs');
});

test('Escape after typing into a cell brings back what a reload has read since', async () => {
  const { user, requests } = await openThenReload();
  await user.keyboard('Mine{Escape}');
  expect(await findCell('Theirs')).toBeTruthy();
  expect(writes(requests)).toEqual([]);
});

test.each([
  ['', {}],
  [', at a tenant without versions', { wrapFetch: fetchThrough([rewrites['no versions']]) }],
])('a cell opened before a reload does not overwrite what the reload has read%s', async (_, options) => {
  const { user, title } = await openThenReload(options);
  await user.keyboard('Mine{Enter}');
  expect(await screen.findByText(/Someone else has saved changes to this row: .*Title: Theirs/)).toBeTruthy();
  expect(await title()).toBe('Theirs');
});

test('a cell opened while the row is being saved is no conflict with that save', async () => {
  const { read } = await startWithWords(['refund', 'Refunds', 'Five days']);
  const { wrapFetch, release } = holding((_, { method }) => method === 'PUT');
  const { user } = await show('/keywords', { wrapFetch });
  await user.click(await findCell('Refunds'));
  await user.keyboard('{Enter}Money back{Enter}{ArrowRight}{Enter}');
  release();
  await screen.findByText('Saved');
  await user.keyboard('Ten days{Enter}');
  await waitFor(async () =>
    expect((await read())[0]).toMatchObject({ key_title: 'Money back', suggestions: 'Ten days' }),
  );
  expect(screen.queryByText(/Someone else/)).toBeNull();
});

test('the suggestions of a row in conflict, and of one that has been deleted, are shown as text', async () => {
  const { service } = await startWithWords(['refund', 'Refunds', '["Five days", "To the card"]']);
  const { user } = await show();
  await user.click(await findCell('Refunds'));
  await service.update('master_keywords', '1', { suggestions: '["Ten \\"working\\" days", "To the card"]' });
  await user.keyboard('{Enter}Money back{Enter}');
  expect(await screen.findByText(/Suggestions: Ten "working" days · To the card$/)).toBeTruthy();
  await service.db.deleteFrom('master_keywords').execute();
  await reload();
  await screen.findByText('This record has been deleted.');
  expect(screen.getByText(/^Five days/).textContent).toBe('Five days\nTo the card');
});
