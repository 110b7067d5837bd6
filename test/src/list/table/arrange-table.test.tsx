import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { signIn } from '#src/api/connection.ts';
import { navigate } from '#src/lib/router.ts';
import { roomListRoutes } from '#src/routes.tsx';
import { aRoom } from '#test/builders.ts';
import type { TestService } from '#test/service.ts';
import { answering } from '#test/src/answering.ts';
import { findToast, type PageOptions, renderPage, startService, startThenShow } from '../../render-page.tsx';

async function show(path = '/rooms?sort=id', options: Partial<PageOptions> = {}) {
  const page = await renderPage(path, { routes: roomListRoutes, ...options });
  await screen.findByRole('link', { name: 'Desk' });
  const open = async () => {
    await page.user.click(screen.getByRole('button', { name: 'Columns' }));
    return within(await screen.findByRole('dialog', { name: 'Columns' }));
  };
  return { ...page, open };
}

async function startWithRooms() {
  const service = await startService();
  for (const name of ['Desk', 'Harbour', 'Lighthouse', '=1+1']) {
    await aRoom(service.db, { name, settings: '{"language":"pt"}' });
  }
  return service;
}

const showRooms = startThenShow(startWithRooms, show);

const headers = () => screen.getAllByRole('columnheader').map((header) => header.getAttribute('aria-label'));
const columns = () => headers().filter((name) => name !== null);
const usual = ['Name', 'Last message', 'Client', 'Language', 'State', 'Activity'];
const said = (text: string) => waitFor(() => expect(screen.getAllByText(text)).not.toHaveLength(0));
const isSelected = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: `Select ${name}` }).checked;

/** Captures the saved file, until the end of the test. */
function holdDownloads() {
  let text = '';
  const createObjectURL = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    void (file as Blob).text().then((read) => {
      text = read;
    });
    return 'blob:rooms';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  return { createObjectURL, saved: () => text };
}

test('columns can be hidden and shown, except the one with the link; rows made compact; pinned cells open them', async () => {
  const { user, open } = await showRooms();
  expect(columns()).toEqual(usual);
  const panel = await open();
  expect(panel.getByRole<HTMLInputElement>('checkbox', { name: 'Name' }).disabled).toBe(true);
  await user.click(panel.getByRole('checkbox', { name: 'Language' }));
  expect(columns()).toEqual(usual.filter((name) => name !== 'Language'));
  expect(screen.queryByRole('cell', { name: 'Portuguese' })).toBeNull();
  await user.click(panel.getByRole('checkbox', { name: 'Language' }));
  expect(columns()).toEqual(usual);
  expect(screen.getAllByRole('cell', { name: 'Portuguese' })).toHaveLength(4);
  await user.click(panel.getByRole('checkbox', { name: 'Type' }));
  expect(columns()).toEqual([...usual, 'Type']);
  // Including the guest's room.
  expect(screen.getAllByRole('cell', { name: 'Support' })).toHaveLength(5);

  await user.click(panel.getByRole('radio', { name: 'Compact' }));
  expect(screen.getByRole('table', { name: 'Rooms' }).dataset.density).toBe('compact');

  await user.click(panel.getByRole('button', { name: 'Pin Language to the start' }));
  const opened = vi.fn();
  const link = screen.getByRole('link', { name: 'Harbour' });
  link.addEventListener('click', opened);
  const [, cell] = within(link.closest('tr') as HTMLElement).getAllByRole('cell');
  fireEvent.click(cell as HTMLElement);
  expect(opened).toHaveBeenCalledTimes(1);
});

test('columns are moved and pinned, the focus stays, and the next visit has the same layout', async () => {
  await startWithRooms();
  const first = await show();
  const panel = await first.open();
  panel.getByRole('button', { name: 'Move Activity towards the start' }).focus();
  await first.user.keyboard('{Enter}{Enter}');
  expect(columns()).toEqual(['Name', 'Last message', 'Client', 'Activity', 'Language', 'State']);
  expect(document.activeElement).toBe(panel.getByRole('button', { name: 'Move Activity towards the start' }));
  await first.user.click(panel.getByRole('button', { name: 'Pin Language to the start' }));
  await first.user.click(panel.getByRole('button', { name: 'Pin Activity to the end' }));
  expect(columns()).toEqual(['Language', 'Name', 'Last message', 'Client', 'State', 'Activity']);
  expect(screen.getByRole('columnheader', { name: 'Language' }).style.insetInlineStart).toBe('var(--offset-language)');
  first.unmount();

  const { user, open } = await show();
  expect(columns()).toEqual(['Language', 'Name', 'Last message', 'Client', 'State', 'Activity']);
  const again = await open();
  expect(again.getByRole('button', { name: 'Pin Language to the start', pressed: true })).toBeTruthy();
  await user.click(again.getByRole('button', { name: 'Reset table' }));
  expect(columns()).toEqual(usual);
  expect(Object.keys(localStorage).filter((key) => key.startsWith('countersign.table'))).toEqual([]);
});

test('a column is resized by arrow keys or dragging, and reset by Escape or a double click', async () => {
  const { user } = await showRooms();
  const handle = () => screen.getByRole('separator', { name: 'Resize State' });
  const width = () => screen.getByRole('table', { name: 'Rooms' }).style.getPropertyValue('--width-awaiting_support');
  expect(width()).toBe('17rem');
  handle().focus();
  await user.keyboard('{ArrowRight}{ArrowRight}{Shift>}{ArrowRight}{/Shift}{ArrowLeft}');
  expect(width()).toBe('352px');
  expect(handle().getAttribute('aria-valuenow')).toBe('352');
  await user.keyboard('{Home}');
  expect(handle().getAttribute('aria-valuenow')).toBe(handle().getAttribute('aria-valuemin'));
  await user.keyboard('{Escape}');
  expect(width()).toBe('17rem');
  await user.keyboard('{ArrowRight}{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'State' }));
  expect(width()).toBe('288px');
  await user.dblClick(handle());
  expect(width()).toBe('17rem');

  const dragged = screen.getByRole('separator', { name: 'Resize Language' });
  const { style } = screen.getByRole('table', { name: 'Rooms' });
  fireEvent.mouseDown(dragged, { clientX: 100 });
  const setItem = vi.spyOn(Storage.prototype, 'setItem');
  const writes = () => setItem.mock.calls.filter(([key]) => key.startsWith('countersign.table'));
  fireEvent.mouseMove(document, { clientX: 150 });
  await waitFor(() => expect(style.getPropertyValue('--width-language')).toBe('162px'));
  expect(dragged.getAttribute('aria-valuenow')).toBe('162');
  fireEvent.mouseMove(document, { clientX: -900 });
  await waitFor(() => expect(style.getPropertyValue('--width-language')).toBe('64px'));
  fireEvent.mouseMove(document, { clientX: 140 });
  expect(writes()).toEqual([]);
  fireEvent.mouseUp(document, { clientX: 140 });
  await waitFor(() => expect(style.getPropertyValue('--width-language')).toBe('152px'));
  expect(writes()).toHaveLength(1);
  vi.restoreAllMocks();
});

test('in right-to-left layouts the arrow keys are mirrored', async () => {
  await startWithRooms();
  document.documentElement.dir = 'rtl';
  document.documentElement.style.direction = 'rtl';
  onTestFinished(() => {
    document.documentElement.removeAttribute('dir');
    document.documentElement.removeAttribute('style');
  });
  const { user } = await show();
  screen.getByRole('separator', { name: 'Resize Language' }).focus();
  await user.keyboard('{ArrowLeft}');
  expect(screen.getByRole('table', { name: 'Rooms' }).style.getPropertyValue('--width-language')).toBe('128px');
});

test('ranges are selected with Shift, by pointer and by keys', async () => {
  const { user } = await showRooms();
  await user.click(screen.getByRole('checkbox', { name: 'Select Desk' }));
  await user.keyboard('{Shift>}');
  await user.click(screen.getByRole('checkbox', { name: 'Select Lighthouse' }));
  await user.keyboard('{/Shift}');
  expect(['Desk', 'Harbour', 'Lighthouse', '=1+1'].map(isSelected)).toEqual([true, true, true, false]);
  await said('3 selected');
  const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all rows on this page' });
  expect([all.checked, all.indeterminate]).toEqual([false, true]);
  await user.keyboard('{Control>}a{/Control}');
  expect([all.checked, all.indeterminate]).toEqual([true, false]);
  screen.getByRole('link', { name: 'Desk' }).focus();
  await user.keyboard('x');
  screen.getByRole('link', { name: 'Lighthouse' }).focus();
  await user.keyboard('X');
  expect(['Desk', 'Harbour', 'Lighthouse', '=1+1'].map(isSelected)).toEqual([false, false, false, true]);
});

test('a change of filter or tab clears the selection, a change of page does not', async () => {
  const { user } = await showRooms('/rooms?sort=id&page[size]=10');
  await user.click(screen.getByRole('checkbox', { name: 'Select Desk' }));
  await act(() => navigate('/rooms?sort=id&page[size]=10&page[number]=2'));
  await screen.findByText('No rows on this page');
  await act(() => navigate('/rooms?sort=id&page[size]=10'));
  await screen.findByRole('checkbox', { name: 'Select Desk' });
  expect(isSelected('Desk')).toBe(true);
  for (const filter of ['&filter[name_like]=Lighthouse', '']) {
    await act(() => navigate(`/rooms?sort=id&page[size]=10${filter}`));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Harbour' }) === null).toBe(filter !== ''));
    expect(screen.queryByRole('group', { name: 'Selected rows' })).toBeNull();
  }
  expect(isSelected('Desk')).toBe(false);
  await user.click(screen.getByRole('checkbox', { name: 'Select Harbour' }));
  await said('1 selected');
});

test('narrow windows hide columns unless the user shows them', async () => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }));
  const { user, open } = await showRooms();
  expect(columns()).toEqual(['Name', 'Activity']);
  await user.click((await open()).getByRole('checkbox', { name: 'Language' }));
  expect(columns()).toEqual(['Name', 'Language', 'Activity']);
});

test('all pages of the list are exported with the visible columns, and formulas are escaped', async () => {
  const { db } = await startWithRooms();
  for (let number = 1; number <= 120; number++) await aRoom(db, { name: `Room ${number}` });
  const { createObjectURL, saved } = holdDownloads();
  const { user, open } = await show('/rooms?sort=id&filter[kind]=support_room');
  const panel = await open();
  for (const name of ['Last message', 'Client', 'Language', 'Activity', 'Type'])
    await user.click(panel.getByRole('checkbox', { name }));
  await user.click(panel.getByRole('button', { name: 'Export CSV' }));
  await findToast('Exported 125 rows');
  expect(createObjectURL).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(saved()).not.toBe(''));
  const lines = saved().split('\r\n');
  expect(lines[0]).toContain('"Name","State","Type"');
  expect(lines).toContain('"Desk","","Support"');
  expect(lines).toContain(`"'=1+1","","Support"`);
  expect(lines.filter((line) => line.includes('"Room '))).toHaveLength(120);
});

test.each<[string, (service: TestService) => Promise<unknown>, number]>([
  ['a row that shifts to the next page is exported once', ({ db }) => aRoom(db, { name: 'New' }), 125],
  ['a deleted row leads to a warning that rows may be missing', ({ send }) => send('DELETE', '/rooms/120'), 124],
])('when the list changes during the export, %s', async (_, change, count) => {
  const service = await startWithRooms();
  for (let number = 1; number <= 120; number++) await aRoom(service.db, { name: `Room ${number}` });
  const { saved } = holdDownloads();
  const { user, open } = await show('/rooms?sort=-id&page[number]=5&filter[kind]=support_room', {
    wrapFetch: (fetch) => async (input, init) => {
      const answer = await fetch(input, init);
      const asked = decodeURIComponent(String(input));
      if (asked.includes('page[size]=100') && asked.includes('page[number]=1')) await change(service);
      return answer;
    },
  });
  await user.click((await open()).getByRole('button', { name: 'Export CSV' }));
  await findToast(`Exported ${count} rows`);
  await findToast('The list changed during the export, so rows may be missing.');
  await waitFor(() => expect(saved()).not.toBe(''));
  const names = saved()
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(',')[0]);
  expect(names).toHaveLength(count + 1);
  expect(new Set(names).size).toBe(names.length);
});

test('rows that are being deleted are not exported', async () => {
  const { user, open } = await showRooms();
  await user.click(screen.getByRole('checkbox', { name: 'Select Harbour' }));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Harbour' })).toBeNull());
  await user.click((await open()).getByRole('button', { name: 'Export CSV' }));
  await findToast('Exported 4 rows');
});

test('an export ends with a switch of the workspace, and takes no rows from the other', async () => {
  const service = await startWithRooms();
  const lumen = await service.addTenant('lumen');
  for (let number = 1; number <= 120; number++) await aRoom(service.db, { name: `Room ${number}` });
  for (let number = 1; number <= 120; number++) await aRoom(lumen.db, { name: `Lumen ${number}` });
  const { createObjectURL } = holdDownloads();
  const { user, open, requests } = await show('/rooms?sort=id', {
    wrapFetch: (fetch) => async (input, init) => {
      const answer = await fetch(input, init);
      const asked = decodeURIComponent(String(input));
      if (asked.includes('page[size]=100')) act(() => void signIn(lumen.origin, lumen.tokens.admin));
      return answer;
    },
  });
  await user.click((await open()).getByRole('button', { name: 'Export CSV' }));
  await findToast('Export cancelled');
  expect(createObjectURL).not.toHaveBeenCalled();
  const read = requests
    .map(({ url }) => decodeURIComponent(url))
    .filter((url) => /\/rooms\?sort=id.*page\[size\]=100/.test(url));
  expect(read).toHaveLength(1);
});

test('an export that fails says so', async () => {
  const { user, open } = await showRooms('/rooms?sort=id', {
    wrapFetch: answering((url) => url.includes('page[size]=100') && Promise.reject(new TypeError('network'))),
  });
  await user.click((await open()).getByRole('button', { name: 'Export CSV' }));
  expect(await findToast('Couldn’t export the rows')).toBeTruthy();
});
