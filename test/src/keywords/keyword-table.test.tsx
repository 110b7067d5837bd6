import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '#src/api/query-client.ts';
import { navigate } from '#src/lib/router.ts';
import { answering, holding, refusal } from '#test/src/answering.ts';
import { asPhone } from '../as-phone.ts';
import { findToast } from '../render-page.tsx';
import { editCell, findCell, names, show, showWords, startWithWords, untilAborted } from './keyword-page.tsx';

const writes = (requests: Request[]) => requests.filter(({ method }) => method !== 'GET');
const cell = (name: string) => screen.getByRole('gridcell', { name });
const checkbox = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` });
const editor = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });

type Person = Awaited<ReturnType<typeof show>>['user'];

test('cells are reached and edited by keyboard alone, and a row is saved once', async () => {
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
  await user.keyboard('{ArrowLeft}{Enter}refunds{Tab}Money{Tab}Five days');
  // No layout shift: no notice appears above the table being edited.
  expect(screen.queryByText(/unsaved changes$/)).toBeNull();
  await user.keyboard('{Shift>}{Enter}{/Shift}at most{Tab}');
  expect(document.activeElement).toBe(editor(/^Keyword of parcel/));
  await waitFor(async () =>
    expect((await read())[0]).toMatchObject({
      key_name: 'refunds',
      key_title: 'Money',
      suggestions: 'Five days\nat most',
    }),
  );
  expect(writes(requests)).toHaveLength(2);

  await user.keyboard('parcels{Tab}not this{Escape}');
  await waitFor(async () => expect((await read())[1]).toMatchObject({ key_name: 'parcels', key_title: null }));
  await user.click(await findCell('parcels'));
  await user.keyboard('{Enter}');
  const before = writes(requests).length;
  fireEvent.input(editor(/^Keyword of/), { target: { value: '返品' } });
  fireEvent.keyDown(editor(/^Keyword of/), { key: 'Enter', isComposing: true });
  fireEvent.keyDown(editor(/^Keyword of/), { key: 'Enter', keyCode: 229 });
  expect(editor(/^Keyword of/).value).toBe('返品');
  expect(writes(requests)).toHaveLength(before);
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

test('a refused row shows the reason and is sent again by Enter, not by passing it; it can be discarded', async () => {
  const { user, requests, read } = await showWords(['refund'], ['parcel'], ['ferry']);
  await editCell(user, 'parcel', 'refund{Enter}');
  expect(await screen.findByText(/^Keyword: Already exists/)).toBeTruthy();
  expect(names()).toEqual(['refund', 'refund', 'ferry']);
  await user.keyboard('{ArrowDown}{ArrowUp}{ArrowUp}');
  expect(writes(requests)).toHaveLength(1);
  await user.keyboard('{ArrowDown}{Enter}{Enter}');
  await waitFor(() => expect(writes(requests)).toHaveLength(2));
  expect(await screen.findByText(/^Keyword: Already exists/)).toBeTruthy();
  await user.keyboard('{Enter}refunds{Enter}');
  await waitFor(async () => expect((await read())[1]).toMatchObject({ key_name: 'refunds' }));
  expect(screen.queryByText(/^Keyword:/)).toBeNull();

  await user.keyboard('{Enter}{Backspace}{Enter}');
  expect(await screen.findByText('Keyword: Required.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(names()).toEqual(['refund', 'refunds', 'ferry']);
});

test.each<[string, (user: Person) => Promise<unknown>]>([
  ['overwritten on request', (user) => user.click(screen.getByRole('button', { name: 'Overwrite' }))],
  [
    'loaded, and the edit restored',
    async (user) => {
      await user.click(screen.getByRole('button', { name: 'Load theirs' }));
      expect(cell('Theirs')).toBeTruthy();
      expect(cell('Ten')).toBeTruthy();
      await user.click(await screen.findByRole('button', { name: 'Restore my changes' }));
      expect(cell('Mine')).toBeTruthy();
      await user.click(await screen.findByRole('button', { name: 'Save all' }));
    },
  ],
  [
    'merged field by field',
    async (user) => {
      await user.click(screen.getByRole('button', { name: 'Choose field by field' }));
      const title = await screen.findByRole('region', { name: 'Title' });
      const choice = within(title).getByRole('group', { name: 'Title: keep' });
      await user.click(within(choice).getByRole('radio', { name: 'Yours' }));
      await user.click(screen.getByRole('button', { name: 'Apply and save' }));
    },
  ],
])('a concurrent change is shown, and can be %s', async (_, settle) => {
  const { user, service, read } = await showWords(['refund', 'Refunds', 'Five days']);
  await user.click(await findCell('Refunds'));
  await service.update('master_keywords', '1', { key_title: 'Theirs', suggestions: 'Ten' });
  await user.keyboard('{Enter}Mine{Enter}');
  await screen.findByText(/Someone else has saved changes to this row/);
  expect(screen.getByText(/Title: Theirs.*Suggestions: Ten/)).toBeTruthy();
  await settle(user);
  await waitFor(async () => expect((await read())[0]).toMatchObject({ key_title: 'Mine', suggestions: 'Ten' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('an edit restored over another user’s version leaves what was typed into the row since', async () => {
  const { user, service } = await showWords(['refund', 'Refunds', 'Five days']);
  await user.click(await findCell('Refunds'));
  await service.update('master_keywords', '1', { key_title: 'Theirs' });
  await user.keyboard('{Enter}Mine{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Load theirs' }));
  const restore = await screen.findByRole('button', { name: 'Restore my changes' });
  await editCell(user, 'Five days', 'Ten days');
  await user.click(restore);
  expect(await findCell('Mine')).toBeTruthy();
  expect(await findCell('Ten days')).toBeTruthy();
});

test('unsaved text survives the page', async () => {
  const { read } = await startWithWords(['refund', 'Refunds']);
  const first = await show('/keywords', {
    wrapFetch: answering((_, { method }) => method === 'PUT' && Promise.reject(new TypeError('network'))),
  });
  await editCell(first.user, 'Refunds', 'Money back{Enter}');
  expect(await screen.findByText('Can’t reach harbor.test. Check your connection.')).toBeTruthy();
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
  expect(await screen.findAllByText(/^Can’t reach harbor.test/)).toHaveLength(2);
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

test('a row that is left is saved, but not by way of its other cells or its checkbox', async () => {
  const { user, requests, read } = await showWords(['refund', 'Refunds', 'Five days'], ['parcel']);
  const ways: [inside: () => Promise<unknown>, leave: () => Promise<unknown>][] = [
    [() => user.click(cell('Five days')), () => user.keyboard('{ArrowDown}')],
    [() => user.click(cell('Five days')), () => user.keyboard('/')],
    [() => user.click(checkbox('refund')), () => user.click(cell('parcel'))],
    [() => user.click(checkbox('refund')), () => user.keyboard('j')],
  ];
  for (const [at, [stay, leave]] of ways.entries()) {
    await editCell(user, at === 0 ? 'Refunds' : `Money ${at - 1}`, `Money ${at}`);
    await stay();
    expect(writes(requests)).toHaveLength(at);
    await leave();
    await waitFor(async () => expect((await read())[0]).toMatchObject({ key_title: `Money ${at}` }));
    expect(writes(requests)).toHaveLength(at + 1);
    expect(screen.queryByRole('textbox', { name: /^Title of refund/ })).toBeNull();
  }
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

test('what was typed into a row that someone else has deleted stays in sight, also after a reload', async () => {
  const { user, service, unmount } = await showWords(['refund', 'Refunds'], ['parcel']);
  await editCell(user, 'Refunds', 'Money back');
  await service.db.deleteFrom('master_keywords').where('key_name', '=', 'refund').execute();
  await act(() => queryClient.refetchQueries());
  await waitFor(() => expect(names()).toEqual(['parcel']));
  expect(await screen.findByText('Money back')).toBeTruthy();
  expect(screen.getByText('This record has been deleted.')).toBeTruthy();
  unmount();
  queryClient.clear();

  const again = await show();
  expect(await screen.findByText('Money back')).toBeTruthy();
  expect(screen.getByText('1 row has unsaved changes')).toBeTruthy();
  await again.user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(screen.queryByText('Money back')).toBeNull();
  again.unmount();
  expect(Object.values(localStorage).filter((text) => text.includes('Money back'))).toEqual([]);
});

test('a JSON array is edited with one item per line, in the dialog item by item, and written back as JSON', async () => {
  const { user, read } = await showWords(['parcel', undefined, '["Ask for the number", "Track it"]']);
  const suggestions = (await screen.findByText('Ask for the number · Track it')).closest('td') as HTMLElement;
  expect(within(suggestions).getByText('2')).toBeTruthy();
  await user.click(suggestions);
  await user.keyboard('{Enter}');
  expect(editor(/^Suggestions of parcel/).value).toBe('Ask for the number\nTrack it');
  fireEvent.input(editor(/^Suggestions of/), { target: { value: 'Ask for the number\n\nSearch it' } });
  await user.keyboard('{Enter}');
  await waitFor(async () => expect((await read())[0]?.suggestions).toBe('["Ask for the number", "Search it"]'));
  // An item left empty is not stored.
  await act(() => navigate('/keywords/1'));
  await user.click(await screen.findByRole('textbox', { name: 'Item 1' }));
  await user.keyboard(' first{Enter}');
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  await waitFor(async () => expect((await read())[0]?.suggestions).toBe('["Ask for the number first", "Search it"]'));
});

test('a list is edited item by item in the dialog and keeps its format, and a moved item keeps the focus', async () => {
  const { read } = await startWithWords(['parcel', undefined, 'Ask\r\nTrack\r\n']);
  const { user } = await show('/keywords/1');
  const item = (number: number) => screen.getByRole<HTMLInputElement>('textbox', { name: `Item ${number}` });
  await screen.findByRole('textbox', { name: 'Item 2' });
  await user.click(item(1));
  await user.keyboard(' first{Enter}');
  expect(document.activeElement).toBe(item(2));
  await user.keyboard('then wait');
  screen.getByRole('button', { name: 'Move item 3 up' }).focus();
  // The next press moves it on.
  await user.keyboard('{Enter}{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move item 1 up' }));
  await user.click(screen.getByRole('radio', { name: 'Text' }));
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Suggestions' }).value).toBe(
    'Track\nAsk first\nthen wait\n',
  );
  await user.click(screen.getByRole('radio', { name: 'List' }));
  await user.click(screen.getByRole('button', { name: 'Remove item 2' }));
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  await waitFor(async () => expect((await read())[0]?.suggestions).toMatch(/^Track\r?\nthen wait\r?\n$/));
});

test('users without permission cannot edit the table', async () => {
  await startWithWords(['refund']);
  const { user } = await show('/keywords', { role: 'agent' });
  await user.click(await findCell('refund'));
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('textbox', { name: /^Keyword of/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Duplicate refund' })).toBeNull();
});

test('on a phone, the title is below the keyword, whose cell edits it alone; keys skip columns that do not fit', async () => {
  asPhone();
  const { user, read } = await showWords(['refund', 'Money back', 'one'], ['parcel']);
  await screen.findByText('Money back');
  expect(names()).toEqual(['refund Money back', 'parcel']);
  await user.keyboard('j');
  await user.keyboard('{ArrowRight}{End}');
  expect(document.activeElement).toBe(cell('refund Money back'));
  await user.keyboard('{F2}');
  expect(editor(/of refund/).value).toBe('refund');
  await user.keyboard('{Tab}');
  expect(editor(/of parcel/).value).toBe('parcel');
  await user.keyboard('{Escape}');
  await user.click(screen.getByText('Money back'));
  await user.keyboard('{Enter}refunds{Enter}');
  await waitFor(async () => expect((await read())[0]).toMatchObject({ key_name: 'refunds', key_title: 'Money back' }));
});
