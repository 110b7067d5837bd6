import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { navigate } from '#src/lib/router.ts';
import { keywordRoutes } from '#src/routes.tsx';
import { aKeyword } from '#test/builders.ts';
import { answering, refusal } from '#test/src/answering.ts';
import { deleteRows } from '../delete-rows.ts';
import { holdLongTimers } from '../hold-long-timers.ts';
import { type PageOptions, renderPage, startService } from '../render-page.tsx';

const FILE = [
  'key_name;key_title;suggestions',
  'refund;Money back;Five days',
  'parcel;;',
  'ferry;Boats;"Answer first',
  'details after"',
  ';blank;',
  'wheelchair;;',
].join('\n');

async function startWithRefund() {
  const { db } = await startService();
  await aKeyword(db, { key_name: 'refund', key_title: 'Refunds', suggestions: 'Five days' });
  await aKeyword(db, { key_name: 'parcel' });
  const read = async () => {
    const rows = await db.selectFrom('master_keywords').selectAll().orderBy('key_name').execute();
    return rows.map(({ key_name, key_title, suggestions }) => [key_name, key_title, suggestions]);
  };
  return read;
}

async function choose(user: UserEvent) {
  const button = () => screen.findByRole('button', { name: 'Choose a file…' });
  await waitFor(async () => expect((await button()).ariaDisabled).not.toBe('true'));
  await user.upload(screen.getByLabelText('CSV file'), new File([FILE], 'words.csv', { type: 'text/csv' }));
  await screen.findByText(/^words\.csv/);
}

async function showPlan(options: Partial<PageOptions> = {}) {
  const page = await renderPage('/keywords/import', { routes: keywordRoutes, ...options });
  await choose(page.user);
  return page;
}

/** As `showPlan`; writes wait for `release`. */
async function showHeldPlan() {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  return { ...(await showPlan({ wrapFetch: answering((_, init) => isWrite(init) && held) })), release };
}

const facts = () => {
  const dialog = within(screen.getByRole('dialog'));
  const values = dialog.getAllByRole('definition').map(({ textContent }) => textContent);
  return Object.fromEntries(dialog.getAllByRole('term').map((name, index) => [name.textContent, values[index]]));
};
const isWrite = (init: RequestInit | undefined) => init?.method === 'POST' || init?.method === 'PUT';

test('a dry run shows the changes and applies none', async () => {
  const read = await startWithRefund();
  const { requests, user } = await showPlan();
  expect(screen.getByText(/2 to create, 1 to update, 1 unchanged, 1 with errors/)).toBeTruthy();
  const lines = () => screen.getByRole('region', { name: 'Lines of the file' });
  expect(within(lines()).getByRole('listitem').textContent).toBe('Line 6Errorkey_name: Required.');
  await user.click(screen.getByRole('radio', { name: 'Changed 1' }));
  const [now, after] = within(lines()).getAllByRole('definition');
  expect([now?.textContent, after?.textContent]).toEqual(['Refunds', 'Money back']);
  expect(within(lines()).getByRole('deletion').textContent).toBe('Refunds');
  expect(within(lines()).getByRole('insertion').textContent).toBe('Money back');
  expect(requests.filter(({ method }) => method !== 'GET')).toHaveLength(0);
  expect(await read()).toEqual([
    ['parcel', null, null],
    ['refund', 'Refunds', 'Five days'],
  ]);
});

test('a long value is truncated until expanded, and old and new values stay apart', async () => {
  const { db } = await startService();
  const words = Array.from({ length: 80 }, (_, index) => `word${index}`).join(' ');
  await aKeyword(db, { key_name: 'refund', suggestions: `${words} before` });
  const page = await renderPage('/keywords/import', { routes: keywordRoutes });
  await waitFor(() => expect(screen.getByRole('button', { name: 'Choose a file…' }).ariaDisabled).not.toBe('true'));
  const file = new File([`key_name,suggestions\nrefund,${words} after\n`], 'words.csv', { type: 'text/csv' });
  await page.user.upload(screen.getByLabelText('CSV file'), file);
  const [now, after] = await screen.findAllByRole('definition');
  expect([now?.textContent, after?.textContent]).toEqual([`${words} beforeShow all`, `${words} afterShow all`]);
  expect(screen.getByRole('deletion').textContent).toBe('before');
  const [more] = screen.getAllByRole('button', { name: 'Show all' });
  if (more) await page.user.click(more);
  expect(screen.getByRole('button', { name: 'Show less' }).ariaExpanded).toBe('true');
});

test('the selected lines are imported, and the report counts every line', async () => {
  const read = await startWithRefund();
  const { user } = await showPlan();
  await user.click(screen.getByRole('radio', { name: 'New 2' }));
  await user.click(screen.getByRole('checkbox', { name: 'Import line 7' }));
  await user.click(screen.getByRole('button', { name: 'Import 2 keywords' }));
  await screen.findByText('Created');
  expect(facts()).toEqual({
    Created: '1',
    Updated: '1',
    Skipped: '2',
    Failed: '0',
    'Not started': '0',
    'Lines with errors': '1',
  });
  expect(await read()).toEqual([
    ['ferry', 'Boats', 'Answer first\ndetails after'],
    ['parcel', null, null],
    ['refund', 'Money back', 'Five days'],
  ]);
  const [close] = screen.getAllByRole('button', { name: 'Close' });
  if (close) await user.click(close);
  expect(await screen.findByRole('gridcell', { name: 'ferry' })).toBeTruthy();
});

test('a failed line is reported and can be retried, and the rest is imported', async () => {
  const read = await startWithRefund();
  let failures = 1;
  const { user } = await showPlan({
    wrapFetch: answering(
      (_, init) =>
        isWrite(init) &&
        String(init.body).includes('ferry') &&
        failures-- > 0 &&
        refusal(500, { detail: 'Being mended.' }),
    ),
  });
  await user.click(screen.getByRole('button', { name: 'Import 3 keywords' }));
  expect(await screen.findByText(/Being mended\./)).toBeTruthy();
  expect(facts()).toMatchObject({ Created: '1', Updated: '1', Failed: '1' });
  await user.click(screen.getByRole('button', { name: 'Import remaining 1' }));
  await waitFor(() => expect(facts()).toMatchObject({ Created: '2', Updated: '1', Failed: '0' }));
  expect(await read()).toHaveLength(4);
});

test('leaving an import half-way asks for confirmation, pausing loses nothing, and the title says how far it is', async () => {
  const read = await startWithRefund();
  const { user, release } = await showHeldPlan();
  expect(screen.getByRole('dialog', { name: 'Import keywords' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Import 3 keywords' }));
  await screen.findByText('0 of 3 done');
  expect(screen.getByRole('dialog', { name: 'Importing keywords' })).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(await screen.findByText('Stop the import? Keywords imported so far are kept.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Resume' }));
  await user.click(screen.getByRole('button', { name: 'Pause' }));
  expect(screen.getByText(/paused/)).toBeTruthy();
  release();
  await screen.findByText(/3 of 3 done|Created/);
  await user.click(screen.queryByRole('button', { name: 'Resume' }) ?? screen.getByRole('dialog'));
  await waitFor(() => expect(facts()).toMatchObject({ Created: '2', Updated: '1', 'Not started': '0' }));
  expect(screen.getByRole('dialog', { name: 'Imported 3 keywords' })).toBeTruthy();
  expect(await read()).toHaveLength(4);
});

test('Back during an import also asks for confirmation, and the import can continue', async () => {
  const read = await startWithRefund();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const page = await renderPage('/keywords', {
    routes: keywordRoutes,
    wrapFetch: answering((_, init) => isWrite(init) && held),
  });
  await act(() => navigate('/keywords/import'));
  const { user } = page;
  await choose(user);
  await user.click(await screen.findByRole('button', { name: 'Import 3 keywords' }));
  await screen.findByText('0 of 3 done');
  act(() => history.back());
  expect(await screen.findByText('Stop the import? Keywords imported so far are kept.')).toBeTruthy();
  await waitFor(() => expect(location.pathname).toBe('/keywords/import'));
  await user.click(screen.getByRole('button', { name: 'Resume' }));
  release();
  await waitFor(() => expect(facts()).toMatchObject({ Created: '2', Updated: '1', 'Not started': '0' }));
  expect(await read()).toHaveLength(4);
  act(() => history.back());
  await waitFor(() => expect(location.pathname).toBe('/keywords'));
});

test('a line whose keyword someone else has changed or created is shown again before it is sent', async () => {
  await startWithRefund();
  const { service, user } = await showPlan();
  await service.update('master_keywords', '1', { key_title: 'Theirs' });
  await aKeyword(service.db, { key_name: 'ferry', key_title: 'Ferries' });
  await user.click(screen.getByRole('button', { name: 'Import 3 keywords' }));
  await screen.findByText('Created');
  expect(facts()).toMatchObject({ Created: '1', Updated: '0', Failed: '2' });
  await user.click(screen.getByRole('button', { name: 'Import remaining 2' }));
  expect(await screen.findByText('Changed since then')).toBeTruthy();
  expect(screen.getByRole('radio', { name: 'Changed 2', checked: true })).toBeTruthy();
  expect(screen.queryByText(/Nothing has changed yet/)).toBeNull();
  expect(screen.getAllByRole('deletion').map(({ textContent }) => textContent)).toContain('Theirs');
  await user.click(screen.getByRole('button', { name: 'Import 2 keywords' }));
  await waitFor(() => expect(facts()).toMatchObject({ Created: '1', Updated: '2', Failed: '0' }));
  const rows = await service.db.selectFrom('master_keywords').selectAll().orderBy('key_name').execute();
  expect(rows.map(({ key_name, key_title }) => [key_name, key_title])).toEqual([
    ['ferry', 'Boats'],
    ['parcel', null],
    ['refund', 'Money back'],
    ['wheelchair', null],
  ]);
});

test('after Cancel, lines still in flight are counted, and are not sent again', async () => {
  const { user, requests, release } = await showHeldPlan();
  await user.click(screen.getByRole('button', { name: 'Import 4 keywords' }));
  await screen.findByText('0 of 4 done');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(facts()).toMatchObject({ Created: '0', 'Not started': '4' }));
  await user.click(screen.getByRole('button', { name: 'Import remaining 4' }));
  release();
  await waitFor(() => expect(facts()).toMatchObject({ Created: '4', 'Not started': '0' }));
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(4);
});

test('keywords whose deletion is pending are deleted before a file is compared, and imported as new ones', async () => {
  holdLongTimers();
  const read = await startWithRefund();
  const { user } = await renderPage('/keywords', { routes: keywordRoutes });
  await deleteRows(user, 'refund', 'parcel');
  await waitFor(() => expect(screen.queryByRole('gridcell', { name: 'refund' })).toBeNull());
  expect(await read()).toHaveLength(2);
  await act(() => navigate('/keywords/import'));
  await choose(user);
  expect(await read()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Import 4 keywords' }));
  await waitFor(() => expect(facts()).toMatchObject({ Created: '4', Updated: '0', Failed: '0' }));
  expect(await read()).toHaveLength(4);
});

test('a file without keywords is rejected with the reason', async () => {
  await startWithRefund();
  const { user } = await renderPage('/keywords/import', { routes: keywordRoutes });
  await waitFor(() => expect(screen.getByRole('button', { name: 'Choose a file…' }).ariaDisabled).not.toBe('true'));
  await user.upload(screen.getByLabelText('CSV file'), new File(['a,b\n1,2'], 'other.csv', { type: 'text/csv' }));
  expect(await screen.findByText(/The first line must name the columns/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Choose a file…' })).toBeTruthy();
});
