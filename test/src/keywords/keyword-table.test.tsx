import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { queryClient } from '#src/api/query-client.ts';
import { delay } from '#src/lib/delay.ts';
import { currentLocation, navigate } from '#src/lib/router.ts';
import { pageActions } from '#src/page/page-actions.ts';
import { aKeyword } from '#test/builders.ts';
import { answering, holding, refusal } from '#test/src/answering.ts';
import { asPhone } from '../as-phone.ts';
import { holdLongTimers } from '../hold-long-timers.ts';
import { findToast } from '../render-page.tsx';
import { runPageAction } from '../run-page-action.ts';
import { editCell, findCell, names, show, showWords, startWithWords, untilAborted } from './keyword-page.tsx';

const writes = (requests: Request[]) => requests.filter(({ method }) => method !== 'GET');
const cell = (name: string) => screen.getByRole('gridcell', { name });
const checkbox = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` });
const editor = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });

async function showConflict() {
  const { user, service, read } = await showWords(['refund', 'Refunds', 'Five days']);
  await user.click(await findCell('Refunds'));
  await service.update('master_keywords', '1', { key_title: 'Theirs', suggestions: 'Ten' });
  await user.keyboard('{Enter}Mine{Enter}');
  await screen.findByText(/Someone else has saved changes to this row/);
  return { read, user };
}

test('a saved view with the search text in `q` still filters and sorts', async () => {
  await showWords(['parcel lost'], ['refund'], ['parcel found']);
  await findCell('refund');
  // Navigates while the table is shown, as the link of a saved view does.
  await act(() => navigate('/keywords?q=parc&sort=key_name'));
  await waitFor(() => expect(names()).toEqual(['parcel found', 'parcel lost']));
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('parc');
  expect(decodeURIComponent(window.location.search)).toBe('?filter[text]=parc&sort=key_name');
  await act(() => navigate(`/keywords?${new URLSearchParams({ q: '"lost"' })}`));
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('"lost"'));
});

test('on a phone, the title is below the keyword, and the cell edits the keyword alone', async () => {
  asPhone();
  const { user, read } = await showWords(['refund', 'Refunds'], ['parcel']);
  await screen.findByText('Refunds');
  expect(names()).toEqual(['refund Refunds', 'parcel']);
  await user.click(screen.getByText('Refunds'));
  await user.keyboard('{Enter}refunds{Enter}');
  await waitFor(async () => expect((await read())[0]).toMatchObject({ key_name: 'refunds', key_title: 'Refunds' }));
});

test('Escape in the search clears it, then leaves it, and links to other searches still work', async () => {
  await startWithWords(['parcel'], ['refund']);
  const { user } = await show('/keywords?filter[text]=refund');
  await findCell('refund');
  const search = screen.getByRole<HTMLInputElement>('searchbox');
  /** Presses Escape, for which Chromium also clears the field, even one that has just lost the focus. */
  const pressEscape = () =>
    fireEvent.keyDown(search, { key: 'Escape' }) && fireEvent.input(search, { target: { value: '' } });
  await user.click(search);
  pressEscape();
  await waitFor(() => expect(names()).toEqual(['parcel', 'refund']));
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

test('the search covers every text, and the address follows', async () => {
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

test('headers sort ascending, descending and not at all', async () => {
  const { user } = await showWords(['b', '2'], ['a', '10'], ['c']);
  await findCell('b');
  const header = screen.getByRole('button', { name: 'Title' });
  await user.click(header);
  expect(names()).toEqual(['c', 'b', 'a']);
  await user.click(header);
  expect(names()).toEqual(['a', 'b', 'c']);
  expect(currentLocation().search).toBe('?sort=-key_title');
  await user.click(header);
  expect(names()).toEqual(['b', 'a', 'c']);
});

test('a cell is reached, edited and saved by keyboard alone', async () => {
  const { user, requests, read } = await showWords(['refund', 'Refunds'], ['parcel']);
  await findCell('refund');
  await user.keyboard('j{ArrowRight}{Enter}');
  expect(document.activeElement).toBe(editor(/^Title of refund/));
  await user.keyboard('Money back{Enter}');
  await waitFor(async () => expect((await read())[0]).toMatchObject({ key_title: 'Money back' }));
  expect(await writes(requests)[0]?.json()).toEqual({
    data: { type: 'master_keywords', id: '1', attributes: { key_title: 'Money back' } },
    meta: { version: '1' },
  });
  expect(await screen.findByText('Saved')).toBeTruthy();
  expect(document.activeElement).toBe(cell('Money back'));

  await user.keyboard('{F2}something else{Escape}');
  expect(document.activeElement).toBe(cell('Money back'));
  expect(writes(requests)).toHaveLength(1);
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
  await screen.findByRole('button', { name: 'Reload' });
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

test('Tab moves through the cells of a row, and the row is saved once', async () => {
  const { user, requests, read } = await showWords(['refund'], ['parcel']);
  await editCell(user, 'refund', 'refunds{Tab}Money back{Tab}Five days');
  // No layout shift: no notice appears above the table being edited.
  expect(screen.queryByText(/unsaved changes$/)).toBeNull();
  await user.keyboard('{Shift>}{Enter}{/Shift}at most{Tab}');
  expect(document.activeElement).toBe(editor(/^Keyword of parcel/));
  await waitFor(async () =>
    expect((await read())[0]).toMatchObject({
      key_name: 'refunds',
      key_title: 'Money back',
      suggestions: 'Five days\nat most',
    }),
  );
  expect(writes(requests)).toHaveLength(1);

  await user.keyboard('parcels{Tab}not this{Escape}');
  await waitFor(async () => expect((await read())[1]).toMatchObject({ key_name: 'parcels', key_title: null }));
});

test('a row that is changed again while it is being saved is saved again', async () => {
  const { read } = await startWithWords(['refund']);
  const { wrapFetch, release } = holding((_, { method }) => method === 'PUT');
  const { user, requests } = await show('/keywords', { wrapFetch });
  await editCell(user, 'refund', 'refunds{Enter}');
  await user.keyboard('{Enter}fares{Enter}');
  release();
  await waitFor(async () => expect((await read())[0]).toMatchObject({ key_name: 'fares' }));
  expect(writes(requests)).toHaveLength(2);
  await waitFor(() => expect(screen.queryByText(/unsaved/)).toBeNull());
});

test('a refused row keeps its text and shows the reason, and can be corrected or discarded', async () => {
  const { user, read } = await showWords(['refund'], ['parcel']);
  await editCell(user, 'parcel', 'refund{Enter}');
  expect(await screen.findByText(/^Keyword: Already exists/)).toBeTruthy();
  expect(names()).toEqual(['refund', 'refund']);
  await user.keyboard('{Enter}refunds{Enter}');
  await waitFor(async () => expect((await read())[1]).toMatchObject({ key_name: 'refunds' }));
  expect(screen.queryByText(/^Keyword:/)).toBeNull();

  await user.keyboard('{Enter}{Backspace}{Enter}');
  expect(await screen.findByText('Keyword: Required.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(names()).toEqual(['refund', 'refunds']);
});

test('a concurrent change is shown, and is overwritten only on request', async () => {
  const { read, user } = await showConflict();
  expect(screen.getByText(/Title: Theirs.*Suggestions: Ten/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Overwrite' }));
  await waitFor(async () => expect((await read())[0]).toMatchObject({ key_title: 'Mine', suggestions: 'Ten' }));
});

test('the saved version can be loaded into a row, and the edit restored', async () => {
  const { read, user } = await showConflict();
  await user.click(screen.getByRole('button', { name: 'Load theirs' }));
  expect(cell('Theirs')).toBeTruthy();
  expect(cell('Ten')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Restore my changes' }));
  expect(cell('Mine')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Save all' }));
  await waitFor(async () => expect((await read())[0]).toMatchObject({ key_title: 'Mine', suggestions: 'Ten' }));
});

test('two changes of a row are merged field by field', async () => {
  const { read, user } = await showConflict();
  await user.click(screen.getByRole('button', { name: 'Choose field by field' }));
  const title = await screen.findByRole('region', { name: 'Title' });
  const choice = within(title).getByRole('group', { name: 'Title: keep' });
  await user.click(within(choice).getByRole('radio', { name: 'Yours' }));
  await user.click(screen.getByRole('button', { name: 'Apply and save' }));
  await waitFor(async () => expect((await read())[0]).toMatchObject({ key_title: 'Mine', suggestions: 'Ten' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('unsaved text survives the page', async () => {
  const { read } = await startWithWords(['refund', 'Refunds']);
  const first = await show('/keywords', {
    wrapFetch: answering((_, { method }) => method === 'PUT' && Promise.reject(new TypeError('network'))),
  });
  await editCell(first.user, 'Refunds', 'Money back{Enter}');
  expect(await screen.findByText('Can’t reach the server. Check your connection.')).toBeTruthy();
  first.unmount();

  const { user } = await show('/keywords');
  expect(await findCell('Money back')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Save all' }));
  await waitFor(async () => expect((await read())[0]).toMatchObject({ key_title: 'Money back' }));
  await waitFor(() => expect(screen.queryByText(/unsaved changes$/)).toBeNull());
  expect(Object.keys(localStorage).filter((key) => key.includes('.typed.'))).toEqual([]);
});

test('discarding the unsaved rows leaves a refused row, and rows that are not loaded yet', async () => {
  await startWithWords(['refund'], ['parcel'], ...Array.from({ length: 100 }, (_, at): [string] => [`word ${at}`]));
  let isOffline = true;
  const first = await show('/keywords', {
    wrapFetch: answering((_, { method }) => isOffline && method === 'PUT' && Promise.reject(new TypeError('network'))),
  });
  for (const name of ['refund', 'word 99']) {
    await first.user.click(await findCell(name));
    await first.user.keyboard('{Enter}{End} typed{Enter}');
  }
  expect(await screen.findAllByText(/^Can’t reach the server/)).toHaveLength(2);
  first.unmount();
  queryClient.clear();

  isOffline = false;
  const { user, unmount } = await show('/keywords', {
    wrapFetch: answering((url, { signal }) => url.includes('page[number]=2') && untilAborted(signal)),
  });
  await editCell(user, 'parcel', 'word 1{Enter}');
  expect(await screen.findByText(/^Keyword: Already exists/)).toBeTruthy();
  const notice = (await screen.findByText('1 row has unsaved changes')).parentElement;
  await user.click(within(notice as HTMLElement).getByRole('button', { name: 'Discard' }));
  expect(names().slice(0, 2)).toEqual(['refund', 'word 1']);
  expect(screen.getByText(/^Keyword: Already exists/)).toBeTruthy();
  unmount();
  queryClient.clear();

  await show('/keywords');
  expect(await screen.findByText('2 rows have unsaved changes')).toBeTruthy();
});

type Person = Awaited<ReturnType<typeof show>>['user'];

test.each<[string, (user: Person) => Promise<unknown>, (user: Person) => Promise<unknown>]>([
  [
    'another of its cells, then the next row',
    (user) => user.click(cell('Five days')),
    (user) => user.keyboard('{ArrowDown}'),
  ],
  ['another of its cells, then the search', (user) => user.click(cell('Five days')), (user) => user.keyboard('/')],
  ['its checkbox, then the next row', (user) => user.click(checkbox('refund')), (user) => user.click(cell('parcel'))],
  ['its checkbox, then the end of the table', (user) => user.click(checkbox('refund')), (user) => user.keyboard('j')],
])('a row that is left by way of %s is saved', async (_, within, leave) => {
  const { user, requests, read } = await showWords(['refund', 'Refunds', 'Five days'], ['parcel']);
  await editCell(user, 'Refunds', 'Money back');
  await within(user);
  expect(writes(requests)).toHaveLength(0);
  await leave(user);
  await waitFor(async () => expect((await read())[0]).toMatchObject({ key_title: 'Money back' }));
  expect(writes(requests)).toHaveLength(1);
  expect(screen.queryByRole('textbox', { name: /^Title of refund/ })).toBeNull();
});

test('a refused row is sent again by Enter, but not by passing it', async () => {
  const { user, requests } = await showWords(['refund'], ['parcel'], ['ferry']);
  await editCell(user, 'parcel', 'refund{Enter}');
  await screen.findByText(/^Keyword: Already exists/);
  await user.keyboard('{ArrowDown}{ArrowUp}{ArrowUp}');
  expect(writes(requests)).toHaveLength(1);
  await user.keyboard('{ArrowDown}{Enter}{Enter}');
  await waitFor(() => expect(writes(requests)).toHaveLength(2));
});

test.each<[string, (user: Person) => Promise<unknown>]>([
  ['while a search hides it', (user) => user.type(screen.getByRole('searchbox'), 'parcel')],
  ['after the page is left', () => act(() => navigate('/elsewhere'))],
])('a row that is refused %s says so, with a way back', async (_, hide) => {
  await startWithWords(['refund', 'Refunds'], ['parcel']);
  const held = Promise.withResolvers<Response>();
  const { user } = await show('/keywords', {
    wrapFetch: answering((_, { method }) => method === 'PUT' && held.promise),
  });
  await editCell(user, 'Refunds', 'Money back{Enter}');
  await hide(user);
  await waitFor(() => expect(screen.queryByRole('gridcell', { name: 'Money back' })).toBeNull());
  held.resolve(refusal(403, { title: 'Forbidden', detail: 'Only on Sundays.' }));
  await findToast('Couldn’t save “refund”');
  await findToast('Only on Sundays.');
  await user.click(screen.getByRole('button', { name: 'Open' }));
  expect(await findCell('Money back')).toBeTruthy();
});

test.each([
  ['', () => undefined],
  [', refused', () => refusal(403, { title: 'Forbidden' })],
])('a late answer%s to an earlier visit of the table leaves what was typed since stored', async (_, answerOf) => {
  const { read } = await startWithWords(['refund', 'Refunds'], ['parcel', 'Parcels']);
  const held = Promise.withResolvers<Response | undefined>();
  const { user, unmount } = await show('/keywords', {
    wrapFetch: answering((_, { method }) => method === 'PUT' && held.promise),
  });
  await editCell(user, 'Refunds', 'Money back{Enter}');
  await act(() => navigate('/elsewhere'));
  await waitFor(() => expect(screen.queryByRole('grid')).toBeNull());
  await act(() => navigate('/keywords'));
  await editCell(user, 'Parcels', 'Where it is');
  const stored = () => Object.entries(localStorage).find(([key]) => key.endsWith('master_keywords.table'))?.[1];
  await waitFor(() => expect(stored()).toContain('Where it is'));
  const answer = answerOf();
  held.resolve(answer);
  if (answer) await findToast('Couldn’t save “refund”');
  else await waitFor(async () => expect((await read())[0]).toMatchObject({ key_title: 'Money back' }));
  await delay(500);
  expect(stored()).toContain('Where it is');
  unmount();
  await show();
  expect(await findCell('Where it is')).toBeTruthy();
});

test('a row that someone else deleted while it was saved is still unsaved, and can be discarded', async () => {
  const { user, service } = await showWords(['refund', 'Refunds'], ['parcel']);
  await user.click(await findCell('Refunds'));
  await service.db.deleteFrom('master_keywords').where('key_name', '=', 'refund').execute();
  await user.keyboard('{Enter}Money back{Enter}');
  await screen.findAllByText('Not saved');
  await user.keyboard('.');
  await waitFor(() => expect(names()).toEqual(['parcel']));
  await screen.findByText('1 row has unsaved changes');
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(screen.queryByText(/unsaved changes$/)).toBeNull();
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true);
});

test('a JSON array is shown as a list, edited with one item per line, and written back as JSON', async () => {
  const { user, read } = await showWords(['parcel', undefined, '["Ask for the number", "Track it"]']);
  const suggestions = (await screen.findByText('Ask for the number · Track it')).closest('td') as HTMLElement;
  expect(within(suggestions).getByText('2')).toBeTruthy();
  await user.click(suggestions);
  await user.keyboard('{Enter}');
  expect(editor(/^Suggestions of parcel/).value).toBe('Ask for the number\nTrack it');
  fireEvent.input(editor(/^Suggestions of/), { target: { value: 'Ask for the number\n\nSearch it' } });
  await user.keyboard('{Enter}');
  await waitFor(async () => expect((await read())[0]?.suggestions).toBe('["Ask for the number", "Search it"]'));
});

test('a list is edited item by item in the dialog, and keeps its format', async () => {
  const { read } = await startWithWords(['parcel', undefined, 'Ask\r\nTrack\r\n']);
  const { user } = await show('/keywords/1');
  const item = (number: number) => screen.getByRole<HTMLInputElement>('textbox', { name: `Item ${number}` });
  await screen.findByRole('textbox', { name: 'Item 2' });
  await user.click(item(1));
  await user.keyboard(' first{Enter}');
  expect(document.activeElement).toBe(item(2));
  await user.keyboard('then wait');
  await user.click(screen.getByRole('button', { name: 'Move item 3 up' }));
  await user.click(screen.getByRole('radio', { name: 'Text' }));
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Suggestions' }).value).toBe(
    'Ask first\nTrack\nthen wait\n',
  );
  await user.click(screen.getByRole('radio', { name: 'List' }));
  await user.click(screen.getByRole('button', { name: 'Remove item 2' }));
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  await waitFor(async () => expect((await read())[0]?.suggestions).toMatch(/^Ask first\r?\nthen wait\r?\n$/));
});

test('an item left empty is not stored in a JSON array', async () => {
  const { read } = await startWithWords(['parcel', undefined, '["Ask"]']);
  const { user } = await show('/keywords/1');
  await user.click(await screen.findByRole('textbox', { name: 'Item 1' }));
  await user.keyboard(' first{Enter}');
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  await waitFor(async () => expect((await read())[0]?.suggestions).toBe('["Ask first"]'));
});

test('an item that is moved keeps the focus, so that the next press moves it on', async () => {
  const { read } = await startWithWords(['parcel', undefined, 'Ask\nTrack\nWait\n']);
  const { user } = await show('/keywords/1');
  (await screen.findByRole('button', { name: 'Move item 3 up' })).focus();
  await user.keyboard('{Enter}{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move item 1 up' }));
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  await waitFor(async () => expect((await read())[0]?.suggestions).toBe('Wait\nAsk\nTrack\n'));
});

test('users without permission cannot edit the table', async () => {
  await startWithWords(['refund']);
  const { user } = await show('/keywords', { role: 'agent' });
  await user.click(await findCell('refund'));
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('textbox', { name: /^Keyword of/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Duplicate refund' })).toBeNull();
});

test('keyboard navigation skips columns that do not fit', async () => {
  await startWithWords(['refund', 'Money back', 'one'], ['parcel']);
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }));
  const { user } = await show('/keywords');
  await findCell('refund Money back');
  await user.keyboard('j');
  await user.keyboard('{ArrowRight}{End}');
  expect(document.activeElement).toBe(cell('refund Money back'));
  await user.keyboard('{F2}');
  expect(editor(/of refund/).value).toBe('refund');
  await user.keyboard('{Tab}');
  expect(editor(/of parcel/).value).toBe('parcel');
});

test('Enter that ends an IME composition saves nothing', async () => {
  const { user, requests } = await showWords(['refund']);
  await user.click(await findCell('refund'));
  await user.keyboard('{Enter}');
  fireEvent.input(editor(/^Keyword of/), { target: { value: '返品' } });
  fireEvent.keyDown(editor(/^Keyword of/), { key: 'Enter', isComposing: true });
  fireEvent.keyDown(editor(/^Keyword of/), { key: 'Enter', keyCode: 229 });
  expect(editor(/^Keyword of/).value).toBe('返品');
  expect(writes(requests)).toHaveLength(0);
});
