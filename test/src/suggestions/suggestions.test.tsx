import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { currentLocation } from '#src/lib/router.ts';
import { pageActions } from '#src/page/page-actions.ts';
import { suggestionRoutes } from '#src/routes.tsx';
import { toasts } from '#src/ui/overlay/toasts.ts';
import { aRoom, aSuggestion } from '#test/builders.ts';
import { answering, holding, refusal } from '../answering.ts';
import { asPhone } from '../as-phone.ts';
import { findOption, findPicker } from '../find-picker.ts';
import { findToast, type PageOptions, renderPage, startService, startThenShow } from '../render-page.tsx';
import { runPageAction } from '../run-page-action.ts';
import { textsOf } from '../texts-of.ts';

const show = (path = '/suggestions', options: Partial<PageOptions> = {}) =>
  renderPage(path, { routes: suggestionRoutes, ...options });

async function startWithSuggestion() {
  const service = await startService();
  const room = await aRoom(service.db, { name: 'Harbour office' });
  const messages = [
    { kind: 'text', content: 'Good morning', settings: {} },
    { kind: 'buttons', content: 'Or choose', settings: { labels: ['Yes', 'No'] } },
  ];
  const { id } = await aSuggestion(service.db, {
    room_id: room.id,
    suggestion_messages_data: JSON.stringify(messages),
  });
  return { service, id: String(id), roomId: String(room.id) };
}

const showSuggestion = startThenShow(startWithSuggestion, show);

test('the list shows the text, the number of messages and the room; the palette offers to create over it', async () => {
  await showSuggestion('/suggestions?sort=-id');
  const cells = textsOf(within(await screen.findByRole('row', { name: /Good morning/ })).getAllByRole('cell'));
  expect(cells.slice(1, -1)).toEqual(['Good morning', '2', 'Harbour office', '1']);
  await waitFor(() => expect(pageActions().map(({ label }) => label)).toEqual(['New suggestion']));
  await runPageAction('New suggestion');
  expect(await screen.findByRole('dialog')).toBeTruthy();
  expect(currentLocation()).toMatchObject({ pathname: '/suggestions/new', search: '?sort=-id' });
});

test('on a phone, the room is below the text', async () => {
  asPhone();
  await showSuggestion('/suggestions');
  const link = await screen.findByRole('link', { name: /^Good morning/ });
  expect([...link.children].map(({ textContent }) => textContent)).toEqual(['Good morning', 'Harbour office']);
});

test('a suggestion is created for a room picked by name, and text typed during that stays in its message', async () => {
  const { wrapFetch, release } = holding((_, { method }) => method === 'POST');
  const { user, service, roomId } = await showSuggestion('/suggestions/new', { wrapFetch });
  const room = await findPicker(/^Room/);
  await user.type(room, 'harb');
  await user.click(await findOption('Harbour office'));
  const content = () => screen.getAllByRole<HTMLTextAreaElement>('textbox', { name: /^Content/ });
  await user.type(content()[0] as HTMLElement, 'Welcome');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  const second = content()[1] as HTMLTextAreaElement; // Just added.
  expect(document.activeElement?.closest('fieldset')?.contains(second)).toBe(true);
  await user.type(second, 'How{Control>}{Enter}{/Control} can');
  release();
  await findToast('Suggestion created');
  await user.keyboard(' we');
  expect([second.isConnected, second.value, content()[1]]).toEqual([true, 'How can we', second]);
  expect(room.value).toBe('Harbour office');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await findToast('Suggestion saved');
  const { record } = await service.send('GET', '/suggestions/2?include=room');
  expect(record.attributes?.suggestion_messages_data).toEqual([
    { kind: 'text', content: 'Welcome', settings: {} },
    { kind: 'text', content: 'How can we', settings: {} },
  ]);
  expect(record.relationships?.room?.data).toEqual({ type: 'rooms', id: roomId });
});

test('a room and a text for each message are required; the errors are counted at the button that leads to them', async () => {
  const { user, requests } = await showSuggestion('/suggestions/new');
  const dialog = within(await screen.findByRole('dialog', { name: 'New suggestion' }));
  await waitFor(() => expect(dialog.getByRole<HTMLInputElement>('combobox', { name: /^Room/ }).readOnly).toBe(false));
  await user.click(dialog.getByRole('button', { name: /^Create/ }));
  expect(await screen.findAllByText('Required.')).toHaveLength(2);
  await user.click(await dialog.findByRole('button', { name: '2 errors' }));
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('combobox', { name: /^Room/ })));
  await user.type(dialog.getByRole('textbox', { name: /^Content/ }), 'Welcome');
  expect(await dialog.findByRole('button', { name: '1 error' })).toBeTruthy();
  await user.clear(dialog.getByRole('textbox', { name: /^Content/ }));
  await user.click(dialog.getByRole('button', { name: 'Remove 1' }));
  await user.click(dialog.getByRole('combobox', { name: /^Room/ }));
  await user.click(await findOption('Harbour office'));
  await user.click(dialog.getByRole('button', { name: /^Create/ }));
  await user.click(await dialog.findByRole('button', { name: '1 error' }));
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Add' })));
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(0);
});

test('suggestions are found by a part of any message or of the room name', async () => {
  const { service } = await startWithSuggestion();
  await aSuggestion(service.db, {
    suggestion_messages_data: JSON.stringify([{ kind: 'text', content: 'Refunds take five days', settings: {} }]),
  });
  const { user, requests } = await show('/suggestions');
  await screen.findByRole('row', { name: /Refunds take/ });
  await user.keyboard('/or CHOOSE');
  await waitFor(() => expect(screen.queryByRole('row', { name: /Refunds take/ })).toBeNull());
  expect(screen.getByRole('row', { name: /Good morning/ })).toBeTruthy();
  expect(currentLocation().search).toBe(`?${new URLSearchParams({ 'filter[text]': 'or CHOOSE' })}`);
  expect(screen.getByText('1', { selector: '[role=status]' }).textContent).toBe('1 record');
  // The API has no such filter.
  expect(requests.filter(({ url }) => url.includes('text'))).toHaveLength(0);
  await user.clear(screen.getByRole('searchbox', { name: 'Search messages' }));
  await user.keyboard('days refunds');
  await waitFor(() => expect(screen.queryByRole('row', { name: /Good morning/ })).toBeNull());
  await user.clear(screen.getByRole('searchbox', { name: 'Search messages' }));
  await user.keyboard('nowhere');
  expect(await screen.findByText('No matches for these filters')).toBeTruthy();
});

test('a search loads all pages, shows its progress, and then the page of the URL', async () => {
  const { service } = await startWithSuggestion();
  const { room_id } = await aSuggestion(service.db);
  for (let number = 1; number <= 130; number++) {
    const messages = [{ kind: 'text', content: `Tide table ${number}`, settings: {} }];
    await aSuggestion(service.db, { room_id, suggestion_messages_data: JSON.stringify(messages) });
  }
  const { wrapFetch, release } = holding((url) => url.includes('page[number]=2') && url.includes('100'));
  await show('/suggestions?filter[text]=table&page[number]=2&page[size]=100', { wrapFetch });
  expect(await screen.findByText('Searched 100 of 132')).toBeTruthy();
  release();
  expect(await screen.findByRole('row', { name: /Tide table 130/ })).toBeTruthy();
  expect(screen.queryByRole('row', { name: /Tide table 100\b/ })).toBeNull();
  expect(screen.queryByText(/^Searched/)).toBeNull();
});

test('messages are moved, edited and removed', async () => {
  const { user, service, id } = await showSuggestion(({ id }) => `/suggestions/${id}`);
  await user.click(await screen.findByRole('button', { name: 'Move 2 up' }));
  const contents = () =>
    screen.getAllByRole<HTMLTextAreaElement>('textbox', { name: /^Content/ }).map(({ value }) => value);
  expect(contents()).toEqual(['Or choose', 'Good morning']);
  await user.click(screen.getByRole('button', { name: 'Remove 2' }));
  expect(contents()).toEqual(['Or choose']);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add' }));
  const [settings] = screen.getAllByRole('textbox', { name: 'Settings' });
  if (settings) {
    await user.clear(settings);
    await user.type(settings, '{{"labels": 1');
    await user.click(screen.getByRole('button', { name: /^Save/ }));
    expect(await screen.findByText(/^Not valid JSON/)).toBeTruthy();
    await user.type(settings, '}');
  }
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  await findToast('Suggestion saved');
  const { record } = await service.send('GET', `/suggestions/${id}`);
  expect(record.attributes?.suggestion_messages_data).toEqual([
    { kind: 'buttons', content: 'Or choose', settings: { labels: 1 } },
  ]);
});

test('typed messages survive the page', async () => {
  const { id } = await startWithSuggestion();
  const first = await show(`/suggestions/${id}`);
  await first.user.click(await screen.findByRole('button', { name: 'Add' }));
  const third = screen.getAllByRole('textbox', { name: /^Content/ })[2];
  if (third) await first.user.type(third, 'See you');
  first.unmount();

  await show(`/suggestions/${id}`);
  await screen.findByText('Unsaved changes restored');
  const values = screen.getAllByRole<HTMLTextAreaElement>('textbox', { name: /^Content/ }).map(({ value }) => value);
  expect(values).toEqual(['Good morning', 'Or choose', 'See you']);
});

test('the preview shows the typed messages in order, as the visitor would see them', async () => {
  const { user, unmount, requests } = await showSuggestion(({ id }) => `/suggestions/${id}`);
  const [first] = await screen.findAllByRole('textbox', { name: /^Content/ });
  if (first) await user.type(first, ', Ada');
  const shown = () => textsOf(within(screen.getByRole('list', { name: 'Preview' })).getAllByRole('listitem'));
  expect(shown()).toEqual(['SupportGood morning, Ada', expect.stringContaining('Or choose')]);
  expect(shown()[1]).toContain('“buttons” message');
  await user.click(screen.getByRole('button', { name: 'Move 1 down' }));
  expect(shown()[1]).toContain('Good morning, Ada');
  // Without messages it cannot be saved.
  await user.click(screen.getByRole('button', { name: 'Remove 1' }));
  await user.click(screen.getByRole('button', { name: 'Remove 1' }));
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  expect(await screen.findByText('Required.')).toBeTruthy();
  expect(requests.filter(({ method }) => method === 'PUT')).toHaveLength(0);
  // Unmounting stores the draft now, so that it cannot leak into the next test.
  unmount();
});

test('a message and a whole suggestion are duplicated', async () => {
  const { user, service, roomId } = await showSuggestion(({ id }) => `/suggestions/${id}`);
  await user.click(await screen.findByRole('button', { name: 'Duplicate 2' }));
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  await findToast('Suggestion saved');
  await user.click(await screen.findByRole('button', { name: 'Duplicate Good morning' }));
  await findToast('Created the copy “Good morning”');
  const { record } = await service.send('GET', '/suggestions/2?include=room');
  expect(record.attributes?.suggestion_messages_data).toMatchObject([
    { content: 'Good morning' },
    { content: 'Or choose', settings: { labels: ['Yes', 'No'] } },
    { content: 'Or choose', settings: { labels: ['Yes', 'No'] } },
  ]);
  expect(record.relationships?.room?.data).toEqual({ type: 'rooms', id: roomId });
});

test.each([
  ['fails', () => refusal(502), 'Couldn’t duplicate “Good morning”', 'Retry'],
  ['returns no record', () => new Response(null, { status: 204 }), 'Created the copy “Good morning”', undefined],
])('if duplicating %s, the original is not offered for deletion as the copy', async (_, answer, text, action) => {
  const { user } = await showSuggestion('/suggestions', {
    wrapFetch: answering((_url, { method }) => method === 'POST' && answer()),
  });
  await user.click(await screen.findByRole('button', { name: 'Duplicate Good morning' }));
  await waitFor(() => expect(toasts.get()).toHaveLength(1));
  expect(toasts.get().map((toast) => [toast.text, toast.action?.label])).toEqual([[text, action]]);
});
