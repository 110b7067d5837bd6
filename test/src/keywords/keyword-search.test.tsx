import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { currentLocation, navigate } from '#src/lib/router.ts';
import { pageActions } from '#src/page/page-actions.ts';
import { aKeyword } from '#test/builders.ts';
import { refusal } from '#test/src/answering.ts';
import { holdLongTimers } from '../hold-long-timers.ts';
import { findToast } from '../render-page.tsx';
import { runPageAction } from '../run-page-action.ts';
import { findCell, names, show, showWords, startWithWords } from './keyword-page.tsx';

test('headers sort, and a saved view with the search text in `q` still filters and sorts', async () => {
  const { user } = await showWords(['parcel lost', '2'], ['refund'], ['parcel found', '10']);
  await findCell('refund');
  const header = screen.getByRole('button', { name: 'Title' });
  await user.click(header);
  expect(names()).toEqual(['refund', 'parcel lost', 'parcel found']);
  await user.click(header);
  expect(names()).toEqual(['parcel found', 'parcel lost', 'refund']);
  expect(currentLocation().search).toBe('?sort=-key_title');
  await user.click(header);
  expect(names()).toEqual(['parcel lost', 'refund', 'parcel found']);
  // Navigates while the table is shown, as the link of a saved view does.
  await act(() => navigate('/keywords?q=parc&sort=key_name'));
  await waitFor(() => expect(names()).toEqual(['parcel found', 'parcel lost']));
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('parc');
  expect(decodeURIComponent(window.location.search)).toBe('?filter[text]=parc&sort=key_name');
  await act(() => navigate(`/keywords?${new URLSearchParams({ q: '"lost"' })}`));
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('"lost"'));
});

test('parameters of the address that keywords do not have are named', async () => {
  await startWithWords(['refund'], ['parcel']);
  await show('/keywords?filter[kind]=support_room&sort=age');
  expect(await findCell('parcel')).toBeTruthy();
  expect(screen.getByText('Ignored URL parameters: filter[kind], sort')).toBeTruthy();
});

test('the search covers every text, and the address follows; Escape clears it, then leaves it', async () => {
  await startWithWords(['refund', 'Money back'], ['parcel', 'Ｗｈｅｒｅ it is', 'Ask for the NUMBER'], ['ferry']);
  const { user } = await show('/keywords?sort=-key_name');
  await findCell('refund');
  expect(names()).toEqual(['refund', 'parcel', 'ferry']);
  await user.keyboard('/');
  await user.keyboard('number where');
  expect(names()).toEqual(['parcel']);
  expect(screen.getByRole('status', { name: '' }).textContent).toBe('1 of 3 keywords');
  await waitFor(() => expect(decodeURIComponent(currentLocation().search)).toContain('filter[text]=number'));
  await user.keyboard('x');
  expect(await screen.findByText('No matches')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show all keywords' }));
  await waitFor(() => expect(names()).toHaveLength(3));
  await act(() => navigate('/keywords?filter[text]=refund'));
  await waitFor(() => expect(names()).toEqual(['refund']));
  const search = screen.getByRole<HTMLInputElement>('searchbox');
  /** Presses Escape, for which Chromium also clears the field, even one that has just lost the focus. */
  const pressEscape = () =>
    fireEvent.keyDown(search, { key: 'Escape' }) && fireEvent.input(search, { target: { value: '' } });
  await user.click(search);
  pressEscape();
  await waitFor(() => expect(names()).toEqual(['refund', 'parcel', 'ferry']));
  await waitFor(() => expect(currentLocation().search).toBe(''));
  pressEscape();
  expect(document.activeElement).not.toBe(search);
  await act(() => navigate('/keywords?filter[text]=parcel'));
  expect(search.value).toBe('parcel');
  await user.click(search);
  await user.tab();
  expect(search.value).toBe('parcel');
  expect(decodeURIComponent(currentLocation().search)).toBe('?filter[text]=parcel');
});

test('the ID is a column that can be shown, sorts, and is reached but not edited by keys', async () => {
  const { user } = await showWords(['refund', 'Refunds', 'one'], ['parcel'], ['ferry']);
  await findCell('refund');
  expect(screen.queryByRole('columnheader', { name: 'ID' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  await user.click(await screen.findByRole('checkbox', { name: 'ID' }));
  await user.keyboard('{Escape}');
  expect(screen.getByRole('columnheader', { name: 'ID' }).getAttribute('aria-sort')).toBe('ascending');
  await user.click(screen.getByRole('button', { name: 'ID' }));
  expect(names()).toEqual(['ferry', 'parcel', 'refund']);
  expect(currentLocation().search).toBe('?sort=-id');
  await user.click(screen.getByRole('button', { name: 'ID' }));
  expect(names()).toEqual(['refund', 'parcel', 'ferry']);
  await user.click(await findCell('one'));
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(screen.getByRole('gridcell', { name: '1' }));
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('textbox', { name: /of refund/ })).toBeNull();
  await user.keyboard('{ArrowLeft}{Enter}{Tab}');
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Keyword of parcel' }));
  await user.keyboard('{Escape}');
  await act(() => navigate('/keywords?filter[id]=3,1'));
  await waitFor(() => expect(names()).toEqual(['refund', 'ferry']));
});

test('a new search clears the selection, an undone deletion does not', async () => {
  holdLongTimers();
  const { user } = await showWords(['refund'], ['parcel'], ['ferry']);
  const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name: `Select ${name}` });
  await user.click(await box('refund'));
  await user.click(await box('parcel'));
  await user.keyboard('/');
  await user.keyboard('par');
  await waitFor(() => expect(names()).toEqual(['parcel']));
  expect((await box('parcel')).checked).toBe(false);
  await user.click(await box('parcel'));
  await screen.findAllByText('1 selected');
  await user.click(screen.getByRole('searchbox'));
  await user.keyboard('{Control>}a{/Control}{Backspace}');
  await waitFor(() => expect(names()).toHaveLength(3));
  expect(screen.queryByRole('group', { name: 'Selected rows' })).toBeNull();

  await user.click(await box('ferry'));
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(names()).toHaveLength(2));
  await user.keyboard('z');
  expect((await box('ferry')).checked).toBe(true);
});
test('a key that cannot act on the table says why', async () => {
  const { user } = await showWords(['refund'], ['parcel']);
  await findCell('refund');
  await user.keyboard('x');
  await findToast('Choose a row first (J/K).');
  await user.keyboard('u');
  await findToast('Nothing to go back to.');
  await user.keyboard('m');
  await findToast('Nothing here can be marked as read.');
  await user.keyboard('jk');
  await findToast('This is the first row on the page.');
  await user.keyboard('jj');
  await findToast('This is the last row on the page.');
  await user.keyboard('x');
  expect(screen.getByRole('group', { name: 'Selected rows' })).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('group', { name: 'Selected rows' })).toBeNull();
  await user.keyboard('{Escape}');
  await findToast('Nothing to go back to.');
  await user.keyboard('/nothing{Enter}');
  await screen.findByText('No matches');
  await user.keyboard('j');
  await findToast('No rows.');
  // The table is mounted after the page here, as it is while keywords load.
  await user.click(screen.getByRole('button', { name: 'Show all keywords' }));
  await findCell('refund');
  await user.keyboard('jx');
  expect(screen.getByRole('group', { name: 'Selected rows' })).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('group', { name: 'Selected rows' })).toBeNull();
});

test('the key . reloads the keywords, and reports once they are up to date', async () => {
  const { service } = await startWithWords();
  let answer: Response | undefined;
  const held = Promise.withResolvers<void>();
  let isHeld = false;
  const { user, requests } = await show('/keywords', {
    wrapFetch: (fetch) => async (input, init) => {
      if (isHeld) await held.promise;
      return (String(input).includes('/master_keywords') && answer) || fetch(input, init);
    },
  });
  await screen.findByText(/^No keywords yet/);
  await aKeyword(service.db, { key_name: 'refund' });
  answer = refusal(403);
  await user.keyboard('.');
  await screen.findByRole('button', { name: 'Try again' });
  expect(screen.queryAllByText('The list is up to date.')).toEqual([]);
  [answer, isHeld] = [undefined, true];
  const reads = () => requests.filter(({ url }) => url.includes('/master_keywords')).length;
  const before = reads();
  await user.keyboard('..');
  held.resolve();
  await findToast('The list is up to date.');
  await findCell('refund');
  expect(reads()).toBe(before + 1);
});

test('the palette offers to create, import and test keywords, and to delete the selected ones', async () => {
  const { user, read } = await showWords(['refund'], ['parcel']);
  await findCell('refund');
  const labels = () => pageActions().map(({ label }) => label);
  await waitFor(() => expect(labels()).toEqual(['New keyword', 'Import CSV', 'Test keywords']));
  await user.keyboard('jx');
  await waitFor(() => expect(labels()).toContain('Delete 1 selected'));
  await runPageAction('Delete 1 selected');
  await waitFor(() => expect(names()).toEqual(['parcel']));
  // The deletion is sent when the undo window ends or the page is left.
  expect(await read()).toHaveLength(2);
  await runPageAction('New keyword');
  expect(await screen.findByRole('dialog', { name: 'New keyword' })).toBeTruthy();
});
