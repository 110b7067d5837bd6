import { msg } from '@lingui/core/macro';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Link, Outlet, type RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { keywords } from '#contract/keywords.ts';
import { queryClient } from '#src/api/query-client.ts';
import { nextCopyName } from '#src/bulk/use-duplicate.ts';
import { currentLocation } from '#src/lib/router.ts';
import { updateSettings } from '#src/lib/storage/settings.ts';
import { ListPage } from '#src/list/list-page.tsx';
import { listRoute } from '#src/list/read-list-query.ts';
import { aKeyword } from '#test/builders.ts';
import { findChip } from '#test/src/add-filter.ts';
import { answering, refusal } from '#test/src/answering.ts';
import { holdLongTimers } from '#test/src/hold-long-timers.ts';
import { findToast, renderPage, startService } from '#test/src/render-page.tsx';
import { tableLinks } from '#test/src/table-links.ts';

const columns = [{ accessorKey: 'key_name' }, { accessorKey: 'key_title', meta: { label: msg`Title` } }];

const routes: RouteObject[] = [
  {
    path: '/keywords',
    ...listRoute(keywords),
    Component: () => (
      <>
        <ListPage
          resource={keywords}
          title="Keywords"
          columns={columns}
          filters={[{ name: 'id', label: msg`ID` }]}
          rowName={(row) => row.key_name}
          rowPath={(row) => `/keywords/${row.id}`}
          actions={<Link to="/keywords/new">New keyword</Link>}
          empty="There are no keywords yet."
          copyChanges={({ key_name }, attempt) => ({ key_name: nextCopyName(key_name, attempt) })}
        />
        <Outlet />
      </>
    ),
    children: [{ path: '/keywords/:id', lazy: () => import('#src/features/keywords/keyword-dialog.tsx') }],
  },
];
const show = (path: string) => renderPage(path, { routes });

async function startWithKeywords(count: number) {
  const service = await startService();
  for (let number = 1; number <= count; number++) {
    await aKeyword(service.db, { key_name: `word ${String(number).padStart(2, '0')}`, key_title: `Title ${number}` });
  }
  return service;
}

async function showKeywords(count: number, path = '/keywords') {
  await startWithKeywords(count);
  return show(path);
}

test('a page shows the total; the next page starts at its top, and going back restores the scroll position', async () => {
  const { user } = await showKeywords(40);
  expect(await screen.findByText('word 01')).toBeTruthy();
  expect(tableLinks()).toHaveLength(25);
  expect(screen.getByText('1–25 of 40')).toBeTruthy();
  expect(document.title).toBe('Keywords · harbor.test · Countersign');
  const scroller = () => screen.getByRole('table').closest('.overflow-auto') as HTMLElement;
  scroller().scrollTop = 300;
  fireEvent.scroll(scroller());

  await user.click(screen.getByRole('link', { name: 'Next page' }));
  expect(await screen.findByText('word 40')).toBeTruthy();
  expect(tableLinks()).toHaveLength(15);
  expect(decodeURIComponent(currentLocation().search)).toBe('?page[number]=2');
  expect(scroller().scrollTop).toBe(0);
  fireEvent.scroll(scroller());

  history.back();
  await screen.findByText('word 01');
  expect(scroller().scrollTop).toBe(300);
});

test('a header sorts ascending, descending, then not at all, and returns to the first page', async () => {
  const { user } = await showKeywords(30, '/keywords?page[number]=2');
  await screen.findByText('word 30');

  const header = () => screen.getByRole('button', { name: 'Title' });
  await user.click(header());
  await waitFor(() => expect(tableLinks().slice(0, 2)).toEqual(['word 01', 'word 10']));
  expect(currentLocation().search).toBe('?sort=key_title');

  await user.click(header());
  await waitFor(() => expect(tableLinks()[0]).toBe('word 09'));
  expect(screen.getByRole('columnheader', { name: 'Title' }).getAttribute('aria-sort')).toBe('descending');

  await user.click(header());
  await waitFor(() => expect(tableLinks()[0]).toBe('word 01'));
  expect(currentLocation().search).toBe('');
});

test('the number of rows is chosen, from the first page on, and is kept when the table is sorted', async () => {
  const { user } = await showKeywords(30, '/keywords?page[number]=2');
  await screen.findByText('word 30');
  const rows = () => screen.getByRole('combobox', { name: 'Rows' });
  await user.selectOptions(rows(), '50');
  await waitFor(() => expect(tableLinks()).toHaveLength(30));
  expect(decodeURIComponent(currentLocation().search)).toBe('?page[size]=50');
  await user.click(screen.getByRole('button', { name: 'Title' }));
  await waitFor(() => expect(tableLinks()[1]).toBe('word 10'));
  expect(decodeURIComponent(currentLocation().search)).toBe('?sort=key_title&page[size]=50');
  // Named even if it is the usual number, which may be another at another server.
  await user.selectOptions(rows(), '25');
  await waitFor(() => expect(tableLinks()).toHaveLength(25));
  expect(decodeURIComponent(currentLocation().search)).toBe('?sort=key_title&page[size]=25');
});

test('unsupported parameters are ignored and reported; a filter by id alone is shown only if a link has set it', async () => {
  const { user } = await showKeywords(2, '/keywords?filter[mood]=good&sort=nothing&page[size]=1000&filter[id]=2');
  await waitFor(() => expect(tableLinks()).toEqual(['word 02']));
  expect(screen.getByText(/Ignored URL parameters: page\[size\], filter\[mood\], sort/)).toBeTruthy();
  await findChip('ID: 2');
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(tableLinks()).toHaveLength(2));
  expect(screen.queryByRole('group', { name: 'Filters' })).toBeNull();
});

test('an empty list explains what to do, and one emptied by filters offers to clear them', async () => {
  const { user } = await show('/keywords?filter[id]=7');
  expect(await screen.findByText('No matches for these filters')).toBeTruthy();
  const [clear] = screen.getAllByRole('button', { name: 'Clear filters' });
  if (clear) await user.click(clear);
  expect(await screen.findByText(/There are no keywords yet/)).toBeTruthy();
  expect(currentLocation().search).toBe('');
  expect(screen.getAllByRole('link', { name: 'New keyword' })).toHaveLength(2);
});

test('a page past the end links to the first', async () => {
  const { user } = await showKeywords(2, '/keywords?page[number]=5');
  await user.click(await screen.findByRole('link', { name: 'Go to the first page' }));
  expect(await screen.findByText('word 01')).toBeTruthy();
});

test('a first page whose rows are all being deleted leads to the next one', async () => {
  holdLongTimers();
  const { user } = await showKeywords(30);
  await waitFor(() => expect(tableLinks()).toHaveLength(25));
  await user.keyboard('{Control>}a{/Control}');
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  const [button, arrow] = await screen.findAllByRole('link', { name: 'Next page' });
  expect(screen.getByText('Nothing on this page.')).toBeTruthy();
  expect(arrow?.getAttribute('href')).toBe(button?.getAttribute('href'));
  if (button) await user.click(button);
  await waitFor(() => expect(tableLinks()).toHaveLength(5));
});

test('rows are navigated, selected and opened by keyboard, and a key that cannot act says why', async () => {
  const { user } = await showKeywords(3);
  await screen.findByText('word 01');
  await user.keyboard('x');
  await findToast('Choose a row first (J/K).');

  await user.keyboard('jj');
  expect(document.activeElement?.textContent).toBe('word 02');
  await user.keyboard('x');
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select word 02' }).checked).toBe(true);
  await user.keyboard('j{Shift>}X{/Shift}');
  const bar = within(screen.getByRole('group', { name: 'Selected rows' }));
  expect(bar.getByText('2 selected')).toBeTruthy();

  await user.keyboard('{Control>}a{/Control}');
  expect(bar.getByText('3 selected')).toBeTruthy();
  await user.click(screen.getByRole('checkbox', { name: 'Select word 01' }));
  await user.keyboard('{Shift>}');
  await user.click(screen.getByRole('checkbox', { name: 'Select word 03' }));
  await user.keyboard('{/Shift}');
  expect(screen.queryByRole('group', { name: 'Selected rows' })).toBeNull();

  await user.keyboard('x{Escape}');
  expect(screen.queryByRole('group', { name: 'Selected rows' })).toBeNull();
  expect(screen.queryAllByText('Nothing to go back to.')).toHaveLength(0);
  await user.keyboard('{Escape}');
  await findToast('Nothing to go back to.');
  await user.keyboard('ko');
  expect(await screen.findByRole('dialog', { name: 'Keyword' })).toBeTruthy();
  expect(currentLocation().pathname).toBe('/keywords/2');
});

test('a failed refresh keeps the old rows, says so and can be retried', async () => {
  await startWithKeywords(1);
  let isBroken = false;
  const { user } = await renderPage('/keywords', {
    routes,
    wrapFetch: answering(() => isBroken && refusal(500, { title: 'Down', detail: 'Being mended.' })),
  });
  await screen.findByText('word 01');
  isBroken = true;
  await queryClient.invalidateQueries();
  expect(await screen.findByText(/Being mended\. Showing data as of/)).toBeTruthy();
  expect(screen.getByText('word 01')).toBeTruthy();

  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText(/Showing data as of/)).toBeNull());
});

test('a row is duplicated under a free name, and the copy can be deleted', async () => {
  const { db } = await startWithKeywords(2);
  await aKeyword(db, { key_name: 'word 01 (copy)' });
  const { user } = await show('/keywords');
  await user.click(await screen.findByRole('button', { name: 'Duplicate word 01' }));
  await findToast('Created the copy “word 01 (copy 2)”');
  expect(await screen.findByText('word 01 (copy 2)')).toBeTruthy();
  const copy = await db.selectFrom('master_keywords').selectAll().where('id', '=', 4).executeTakeFirstOrThrow();
  expect(copy).toMatchObject({ key_name: 'word 01 (copy 2)', key_title: 'Title 1' });
  updateSettings({ undoSeconds: 0 });
  await user.click(screen.getByRole('button', { name: 'Delete copy' }));
  await waitFor(() => expect(screen.queryByText('word 01 (copy 2)')).toBeNull());
  await waitFor(async () => expect(await db.selectFrom('master_keywords').selectAll().execute()).toHaveLength(3));
});

test('selected rows are duplicated together, and failures are explained and can be retried', async () => {
  const { db } = await startWithKeywords(3);
  let refused = 1;
  const { user } = await renderPage('/keywords', {
    routes,
    wrapFetch: answering(
      (_, { method, body }) =>
        method === 'POST' &&
        String(body).includes('word 02') &&
        refused-- > 0 &&
        refusal(500, { title: 'Busy', detail: 'Being mended.' }),
    ),
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Select all rows on this page' }));
  await user.click(screen.getByRole('button', { name: 'Duplicate' }));
  await findToast('Created 2 copies');
  await findToast('Couldn’t duplicate “word 02”');
  expect(screen.getAllByText(/Being mended\./).length).toBeGreaterThan(0);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await findToast('Created the copy “word 02 (copy)”');
  expect(await db.selectFrom('master_keywords').select('id').execute()).toHaveLength(6);
});
