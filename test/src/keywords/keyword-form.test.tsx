import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { queryClient } from '#src/api/query-client.ts';
import { currentLocation, lastAction } from '#src/lib/router.ts';
import { toasts } from '#src/ui/overlay/toasts.ts';
import { answering } from '#test/src/answering.ts';
import { findToast, startThenShow } from '../render-page.tsx';
import { show, startWithWords } from './keyword-page.tsx';

const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${name}`) });
const button = (name: RegExp | string) => screen.getByRole('button', { name });
const writes = (requests: Request[]) => requests.filter(({ method }) => method !== 'GET');

const startWithRefund = async () => (await startWithWords(['refund', 'Refunds', 'Five days'])).service;
const showRefund = startThenShow(startWithRefund, show);

test('a new keyword is created once, however often it is submitted, and appears in the list', async () => {
  const { user, requests } = await show('/keywords?sort=key_name');
  const [link] = await screen.findAllByRole('link', { name: 'New keyword' });
  if (link) await user.click(link);
  await user.type(await field('Keyword'), 'parcel');
  await user.type(await field('Title'), 'Where it is');
  await user.dblClick(button(/^Create/));

  await findToast('Created “parcel”');
  expect(await screen.findByRole('gridcell', { name: 'parcel' })).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(currentLocation()).toMatchObject({ pathname: '/keywords', search: '?sort=key_name' });
  const [post, ...others] = writes(requests);
  expect(others).toHaveLength(0);
  expect(await post?.json()).toEqual({
    data: { type: 'master_keywords', attributes: { key_name: 'parcel', key_title: 'Where it is' } },
  });
});

test('an error is shown at its field, and the text stays; nothing is sent without a value or by an IME', async () => {
  const { user, requests } = await showRefund('/keywords/new');
  const keyword = await field('Keyword');
  await user.click(button(/^Create/));
  expect(await screen.findByText('Required.')).toBeTruthy();
  expect(document.activeElement).toBe(keyword);
  expect(keyword.getAttribute('aria-invalid')).toBe('true');
  // fireEvent returns false if the default action, submitting, was prevented.
  expect(fireEvent.keyDown(keyword, { key: 'Enter', isComposing: true })).toBe(false);
  expect(fireEvent.keyDown(keyword, { key: 'Enter', keyCode: 229 })).toBe(false);
  expect(fireEvent.keyDown(keyword, { key: 'Enter', keyCode: 13 })).toBe(true);
  expect(writes(requests)).toHaveLength(0);
  await user.type(keyword, 'refund');
  await user.type(await field('Suggestions'), 'a long text{Control>}{Enter}{/Control}');
  await screen.findByText(/Already exists/);
  expect(keyword.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(keyword);
  expect((await field('Suggestions')).value).toBe('a long text');
});

test('an edit sends only the changes, with the version they are based on', async () => {
  const { user, requests } = await showRefund('/keywords/1');
  await user.clear(await field('Title'));
  await user.click(button(/^Save/));
  await findToast('Saved “refund”');
  const [put] = writes(requests);
  expect(await put?.json()).toEqual({
    data: { type: 'master_keywords', id: '1', attributes: { key_title: null } },
    meta: { version: '1' },
  });
});

test('typed text survives the page until it is discarded or saved', async () => {
  await startWithRefund();
  const first = await show('/keywords/1');
  await first.user.type(await field('Title'), '!');
  first.unmount();

  const second = await show('/keywords/1');
  expect((await field('Title')).value).toBe('Refunds!');
  await second.user.click(button('Discard'));
  expect((await field('Title')).value).toBe('Refunds');
  expect(screen.queryByText('Unsaved changes restored')).toBeNull();
  await second.user.type(await field('Suggestions'), ', or six');
  second.unmount();

  const third = await show('/keywords/1');
  expect((await field('Suggestions')).value).toBe('Five days, or six');
  expect(screen.getByText('Unsaved changes restored')).toBeTruthy();
  await third.user.click(button(/^Save/));
  await findToast('Saved “refund”');
  third.unmount();

  await show('/keywords/1');
  expect((await field('Suggestions')).value).toBe('Five days, or six');
  expect(screen.queryByText('Unsaved changes restored')).toBeNull();
  expect(Object.keys(localStorage).filter((key) => key.startsWith('countersign.typed.'))).toEqual([]);
});

test('full storage is reported, and the form still works', async () => {
  const { user } = await showRefund('/keywords/1');
  const title = await field('Title');
  const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await user.type(title, '!');
  expect(await screen.findByText(/can’t keep your changes/)).toBeTruthy();
  setItem.mockRestore();
  await user.click(button(/^Save/));
  await findToast('Saved “refund”');
});

test('invalid values in storage are ignored', async () => {
  const { origin } = await startWithRefund();
  localStorage.setItem(
    `countersign.typed.${origin}.master_keywords.1.form`,
    '{"values":{"key_title":7,"key_name":null,"x":1},"version":{}}',
  );
  await show('/keywords/1');
  expect((await field('Title')).value).toBe('Refunds');
  expect(screen.queryByText('Unsaved changes restored')).toBeNull();
});

test('a concurrent change is shown, and only the fields typed here overwrite it', async () => {
  const { user, service } = await showRefund('/keywords/1');
  await user.type(await field('Title'), ' and returns');
  await service.update('master_keywords', '1', { key_title: 'Money back', suggestions: 'Ten days' });
  await user.click(button(/^Save/));
  const notice = (await screen.findByText(/Someone else has saved changes/)).closest('div') as HTMLElement;
  expect(within(notice).getByText('Title').nextSibling?.textContent).toBe('Money back');
  expect(within(notice).getByText('Ten days')).toBeTruthy();
  expect((await field('Title')).value).toBe('Refunds and returns');

  await user.click(button('Overwrite'));
  await findToast('Saved “refund”');
  const { record } = await service.send('GET', '/master_keywords/1');
  expect(record.attributes).toMatchObject({ key_title: 'Refunds and returns', suggestions: 'Ten days' });
});

test('without record versions, the record is compared before overwriting', async () => {
  const { user, requests, service } = await showRefund('/keywords/1', { wrapFetch: withoutVersions });
  await user.type(await field('Title'), '!');
  await service.update('master_keywords', '1', { key_title: 'Money back' });
  await user.click(button(/^Save/));
  expect(await screen.findByText(/Someone else has saved changes/)).toBeTruthy();
  expect(writes(requests)).toHaveLength(0);
});

test('without a response nothing is lost, and nothing is retried automatically', async () => {
  let sent = 0;
  const { user } = await show('/keywords/new', {
    wrapFetch: answering((_, { method }) => {
      if (method !== 'POST') return false;
      sent++;
      return Promise.reject(new TypeError('network'));
    }),
  });
  await user.type(await field('Keyword'), 'parcel');
  await user.click(button(/^Create/));
  expect(await screen.findByText(/Your changes are still here/)).toBeTruthy();
  expect((await field('Keyword')).value).toBe('parcel');
  expect(sent).toBe(1);
});

test('users without permission see a read-only form', async () => {
  const { user } = await showRefund('/keywords/1', { role: 'agent' });
  expect((await field('Title')).readOnly).toBe(true);
  const why = 'View only – ask an admin to make changes';
  expect(screen.getByText(why)).toBeTruthy();
  expect(toasts.get()).toEqual([]);
  await user.type(await field('Title'), '{Control>}{Enter}{/Control}');
  await waitFor(() => expect(toasts.get()).toMatchObject([{ text: why }]));
  expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
});

test('a dialog closes to its list, also of a missing keyword; one opened from the list goes back in history', async () => {
  const { user } = await showRefund('/keywords/99');
  expect(await screen.findByText('Not found')).toBeTruthy();
  await user.click(button('Close'));
  await waitFor(() => expect(currentLocation().pathname).toBe('/keywords'));
  await user.click(await screen.findByRole('link', { name: 'Open refund' }));
  await field('Title');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(lastAction()).toBe('POP');
  expect(currentLocation().pathname).toBe('/keywords');
});

type Fetch = typeof globalThis.fetch;

function withoutVersions(fetch: Fetch): Fetch {
  return async (input, init) => {
    const answer = await fetch(input, init);
    const text = await answer.text();
    return new Response(text.replaceAll(/"version":"\d+"/g, '"colour":"red"'), answer);
  };
}

test('what was typed into a keyword that someone else has deleted can be copied after a reload', async () => {
  const { db } = await startWithRefund();
  const first = await show('/keywords/1');
  await first.user.type(await field('Suggestions'), ', or six');
  await first.user.type(await field('Title'), '!');
  first.unmount();
  await db.deleteFrom('master_keywords').execute();
  queryClient.clear();
  await show('/keywords/1');
  await screen.findByText('Not found');
  expect(screen.getByText('Your changes are still here.')).toBeTruthy();
  expect(screen.getByText('Five days, or six')).toBeTruthy();
  const label = screen.getByText('Refunds!').previousElementSibling;
  expect(label?.textContent).toBe('Title');
});
