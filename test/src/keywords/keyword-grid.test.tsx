import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { editCell, findCell, showWords } from './keyword-page.tsx';

test('switching to another window while typing saves nothing, and coming back goes on where the caret was', async () => {
  const { user, requests, read } = await showWords(['refund', 'Refunds']);
  await editCell(user, 'Refunds', 'Money');
  const box = screen.getByRole<HTMLInputElement>('textbox', { name: /^Title/ });
  // When the window loses the focus, the element keeps it within the document.
  fireEvent.blur(box);
  expect(box.isConnected).toBe(true);
  fireEvent.focus(box);
  await user.keyboard(' back');
  expect(box.value).toBe('Money back');
  expect(requests.filter(({ method }) => method === 'PUT')).toEqual([]);
  await user.keyboard('{Enter}');
  await waitFor(async () => expect((await read())[0]).toMatchObject({ key_title: 'Money back' }));
  expect(requests.filter(({ method }) => method === 'PUT')).toHaveLength(1);
});

test.each(['j', 'k'])('%s starts at the first match of a search', async (key) => {
  const words = Array.from({ length: 9 }, (_, index): [string] => [`word ${index}`]);
  const { user } = await showWords(...words, ['desk 1'], ['desk 2'], ['desk 3'], ['desk 4']);
  await findCell('word 1');
  await user.keyboard('jjj/desk{Enter}');
  await waitFor(() => expect(screen.getAllByRole('link', { name: /^Open/ })).toHaveLength(4));
  await user.keyboard(key);
  expect(document.activeElement?.textContent).toBe('desk 1');
});

test('hiding the column of the active cell moves it to the keyword, where the keys go on', async () => {
  const { user } = await showWords(['refund', 'Refunds'], ['parcel', 'Parcels'], ['ferry', 'Boats']);
  await user.click(await findCell('Parcels'));
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Columns' }));
  await user.click(panel.getByRole('checkbox', { name: 'Title' }));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Columns' })).toBeNull());
  const isReachable = (name: string) => screen.getByRole('gridcell', { name: new RegExp(`^${name}`) }).tabIndex === 0;
  expect(['refund', 'parcel', 'ferry'].filter(isReachable)).toEqual(['parcel']);
  await user.keyboard('j');
  expect(document.activeElement?.textContent).toContain('ferry');
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(document.activeElement?.textContent).toContain('refund');
  await user.keyboard('{Enter}');
  expect(screen.getByRole('textbox', { name: /^Keyword/ })).toBeTruthy();
});

test('after a conflict is settled, or its edit restored, the focus is in the row, where the keys go on', async () => {
  const { user, service } = await showWords(['refund', 'Refunds'], ['parcel', 'Parcels'], ['ferry']);
  await user.click(await findCell('Refunds'));
  await service.update('master_keywords', '1', { key_title: 'Theirs' });
  await user.keyboard('{Enter}Mine{Enter}');
  await screen.findByText(/Someone else has saved/);
  await user.keyboard('{ArrowDown}{ArrowDown}');
  await user.click(screen.getByRole('button', { name: 'Load theirs' }));
  await findCell('Theirs');
  expect(document.activeElement?.textContent).toBe('refund');
  await user.keyboard('j');
  expect(document.activeElement?.textContent).toBe('parcel');
  await user.click(await screen.findByRole('button', { name: 'Restore my changes' }));
  await findCell('Mine');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Restore my changes' })).toBeNull());
  expect(document.activeElement?.textContent).toBe('refund');
  await user.keyboard('{ArrowDown}');
  await user.click(await screen.findByRole('button', { name: 'Save all' }));
  await waitFor(() => expect(screen.queryByText(/unsaved changes$/)).toBeNull());
  expect(document.activeElement?.textContent).toBe('refund');
});

test('the hint on lines is tied to the field, and below it, where the sticky header does not cover it', async () => {
  const { user } = await showWords(['refund', 'Refunds', '["Five days", "Ten days"]']);
  await user.click((await screen.findByText('Five days · Ten days')).closest('td') as HTMLElement);
  await user.keyboard('{Enter}');
  const box = screen.getByRole('textbox', {
    name: /^Suggestions/,
    description: /^One item per line · Shift.*new line$/,
  });
  expect(document.getElementById(box.getAttribute('aria-describedby') ?? '')?.className).toContain('top-full');
});
