import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { keywordRoutes } from '#src/features/keywords/routes.ts';
import { aKeyword } from '#test/builders.ts';
import { renderPage, startService } from '../render-page.tsx';

const show = (path: string) => renderPage(path, { routes: keywordRoutes });

async function startWithKeywords(count: number) {
  const service = await startService();
  for (let number = 1; number <= count; number++) {
    await aKeyword(service.db, { key_name: `word ${String(number).padStart(2, '0')}`, key_title: `Title ${number}` });
  }
  return service;
}

const rowNames = () =>
  within(screen.getByRole('table'))
    .getAllByRole('link')
    .map((link) => link.textContent);

test('a page of keywords is shown with their number, and the next page is a link', async () => {
  await startWithKeywords(40);
  const { user, router } = await show('/keywords');

  expect(await screen.findByText('word 01')).toBeTruthy();
  expect(rowNames()).toHaveLength(25);
  expect(screen.getByText('1–25 of 40')).toBeTruthy();
  expect(document.title).toBe('Keywords · Countersign');

  await user.click(screen.getByRole('link', { name: 'Next page' }));
  expect(await screen.findByText('word 40')).toBeTruthy();
  expect(rowNames()).toHaveLength(15);
  expect(decodeURIComponent(router.state.location.search)).toBe('?page[number]=2');
});

test('a header sorts upwards, then downwards, then no more, and leads back to the first page', async () => {
  await startWithKeywords(30);
  const { user, router } = await show('/keywords?page[number]=2');
  await screen.findByText('word 30');

  const header = () => screen.getByRole('button', { name: 'Title' });
  await user.click(header());
  await waitFor(() => expect(rowNames().slice(0, 2)).toEqual(['word 01', 'word 10']));
  expect(router.state.location.search).toBe('?sort=key_title');

  await user.click(header());
  await waitFor(() => expect(rowNames()[0]).toBe('word 09'));
  expect(screen.getByRole('columnheader', { name: 'Title' }).getAttribute('aria-sort')).toBe('descending');

  await user.click(header());
  await waitFor(() => expect(rowNames()[0]).toBe('word 01'));
  expect(router.state.location.search).toBe('');
});

test('what the address asks for and the list does not have is left out and said', async () => {
  await startWithKeywords(1);
  await show('/keywords?filter[mood]=good&sort=nothing&page[size]=1000&filter[id]=1');
  expect(await screen.findByText('word 01')).toBeTruthy();
  expect(screen.getByText(/do not count: page\[size\], filter\[mood\], sort/)).toBeTruthy();
});

test('an empty list says what to do, and one emptied by filters offers to clear them', async () => {
  await startService();
  const { user, router } = await show('/keywords?filter[id]=7');
  expect(await screen.findByText('Nothing matches these filters.')).toBeTruthy();
  const [clear] = screen.getAllByRole('button', { name: 'Clear filters' });
  if (clear) await user.click(clear);
  expect(await screen.findByText(/There are no keywords yet/)).toBeTruthy();
  expect(router.state.location.search).toBe('');
  expect(screen.getAllByRole('link', { name: 'New keyword' })).toHaveLength(2);
});

test('a page behind the last leads back to the first', async () => {
  await startWithKeywords(2);
  const { user } = await show('/keywords?page[number]=5');
  await user.click(await screen.findByRole('link', { name: 'Go to the first page' }));
  expect(await screen.findByText('word 01')).toBeTruthy();
});

test('rows are moved through, ticked and opened by keys', async () => {
  await startWithKeywords(3);
  const { user, router } = await show('/keywords');
  await screen.findByText('word 01');

  await user.keyboard('jj');
  expect(document.activeElement?.textContent).toBe('word 02');
  await user.keyboard('x');
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select word 02' }).checked).toBe(true);
  await user.keyboard('j{Shift>}X{/Shift}');
  expect(screen.getByText('2 selected')).toBeTruthy();

  await user.keyboard('{Control>}a{/Control}');
  expect(screen.getByText('3 selected')).toBeTruthy();

  await user.keyboard('ko');
  expect(await screen.findByRole('dialog', { name: 'Keyword' })).toBeTruthy();
  expect(router.state.location.pathname).toBe('/keywords/2');
});

test('a failed reading keeps the old rows, says so and can be tried again', async () => {
  await startWithKeywords(1);
  let isBroken = false;
  const { user } = await renderPage('/keywords', {
    routes: keywordRoutes,
    wrapFetch: (fetch) => (input, init) =>
      isBroken
        ? Promise.resolve(Response.json({ errors: [{ title: 'Down', detail: 'Being mended.' }] }, { status: 500 }))
        : fetch(input, init),
  });
  await screen.findByText('word 01');
  isBroken = true;
  const { queryClient } = await import('#src/api/query-client.ts');
  await queryClient.invalidateQueries();
  expect(await screen.findByText(/Being mended\. These rows are as of/)).toBeTruthy();
  expect(screen.getByText('word 01')).toBeTruthy();

  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText(/These rows are as of/)).toBeNull());
});
