import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answering, refusal } from '#test/src/answering.ts';
import { deleteRows } from '../delete-rows.ts';
import { holdLongTimers } from '../hold-long-timers.ts';
import { findToast, startThenShow } from '../render-page.tsx';
import { show, startWithWords } from './keyword-page.tsx';

const startWithThree = () => startWithWords(['refund'], ['parcel'], ['ferry']);
const showThree = startThenShow(startWithThree, show);
const deletes = (requests: Request[]) =>
  requests.filter(({ method }) => method === 'DELETE').map(({ url }) => new URL(url).pathname);
const leavePage = () => window.dispatchEvent(new Event('pagehide'));
const isShown = (name: string) => screen.queryByRole('gridcell', { name }) !== null;

test('a deleted keyword disappears at once, Undo and z restore it, nothing is sent, and J and K go on from there', async () => {
  holdLongTimers();
  const { user, requests } = await showThree();
  await user.click(await screen.findByRole('link', { name: 'Open parcel' }));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await findToast('Deleted “parcel”');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(isShown('parcel')).toBe(false);

  await user.click(screen.getByRole('button', { name: /^Undo/ }));
  expect(isShown('parcel')).toBe(true);

  await deleteRows(user, 'refund');
  await waitFor(() => expect(isShown('refund')).toBe(false));
  await user.keyboard('z');
  await waitFor(() => expect(isShown('refund')).toBe(true));
  leavePage();
  expect(deletes(requests)).toEqual([]);

  await user.keyboard('{Escape}jj');
  expect(document.activeElement?.textContent).toBe('parcel');
  await user.keyboard('x');
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(isShown('parcel')).toBe(false));
  await user.keyboard('j');
  expect(document.activeElement?.textContent).toBe('ferry');
});

test('selected keywords are deleted when the page is left, with one request each', async () => {
  holdLongTimers();
  const { user, requests, service } = await showThree();
  await user.click(await screen.findByRole('checkbox', { name: 'Select ferry' }));
  await user.keyboard('{Shift>}');
  await user.click(screen.getByRole('checkbox', { name: 'Select refund' }));
  await user.keyboard('{/Shift}');
  expect(screen.getAllByText('3 selected'), 'with the row in between').not.toEqual([]);
  await user.keyboard('{Escape}');
  await deleteRows(user, 'refund', 'ferry');
  await findToast('Deleted 2 keywords');
  expect(screen.getByRole('status', { name: '' }).textContent).toBe('1 keywords');
  expect(deletes(requests)).toEqual([]);

  leavePage();
  leavePage();
  expect(deletes(requests)).toEqual(['/rapi/v1/master_keywords/1', '/rapi/v1/master_keywords/3']);
  expect(requests.filter(({ method }) => method === 'DELETE').every(({ keepalive }) => keepalive)).toBe(true);
  await waitFor(async () =>
    expect(await service.db.selectFrom('master_keywords').select('key_name').execute()).toEqual([
      { key_name: 'parcel' },
    ]),
  );
  await waitFor(() => expect(screen.getByRole('status', { name: '' }).textContent).toBe('1 keywords'));
  expect(isShown('refund')).toBe(false);
});

test('an undone deletion of several says how many are back, and J goes on at the next row that is left', async () => {
  holdLongTimers();
  const { user } = await startThenShow(
    () => startWithWords(['refund'], ['parcel'], ['ferry'], ['bus'], ['tram'], ['train']),
    show,
  )();
  await screen.findByRole('gridcell', { name: 'refund' });
  await user.keyboard('jxjjx');
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(isShown('ferry')).toBe(false));
  await user.keyboard('j');
  expect(document.activeElement?.textContent).toBe('bus');
  await user.keyboard('z');
  await waitFor(() => expect(screen.getAllByText('Undone: 2 keywords')).not.toEqual([]));
});

test('after six seconds a deletion is sent', async () => {
  const { user, requests } = await showThree();
  await user.click(await screen.findByRole('checkbox', { name: 'Select refund' }));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true });
  const before = Date.now();
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  while (deletes(requests).length === 0) await act(() => vi.advanceTimersByTimeAsync(100));
  expect(Date.now() - before).toBeGreaterThan(5900);
  expect(deletes(requests)).toHaveLength(1);
  expect(isShown('refund')).toBe(false);
});

test('a refused deletion restores the row and says why', async () => {
  holdLongTimers();
  const { user } = await showThree('/keywords', {
    wrapFetch: answering(
      (_, { method }) => method === 'DELETE' && refusal(422, { title: 'Locked', detail: 'It is in use.' }),
    ),
  });
  await deleteRows(user, 'refund');
  await waitFor(() => expect(isShown('refund')).toBe(false));
  leavePage();
  await findToast('Couldn’t delete “refund”');
  await waitFor(() => expect(isShown('refund')).toBe(true));
  // In the toast, and below the row.
  expect(screen.getAllByText('It is in use.')).toHaveLength(2);
});
