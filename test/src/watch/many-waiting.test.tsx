import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { watchRoutes } from '#src/routes.tsx';
import { aDraft, aMessage, aRoom, aUser } from '#test/builders.ts';
import { type Middleware, rewriting, withoutExtensions } from '#test/src/answering.ts';
import { fetchThrough } from '#test/tolerance/fetch-through.ts';
import { rewrites } from '#test/tolerance/rewrites.ts';
import { renderPage, startService } from '../render-page.tsx';
import { withOutbox } from '../with-outbox.tsx';
import { minutesAgo, waitingSince, watchSight } from './waiting.ts';

const routes = withOutbox(watchRoutes);

/** A service without extensions that has more records of a type than it sends. */
const withMore =
  (type: string, meta: object): Middleware =>
  (fetch) =>
    rewriting(
      (url) => url.includes(`/${type}?`),
      (document, url) => void Object.assign(document, { meta, links: { next: url } }),
    )(withoutExtensions(fetch));

const table = () => screen.findByRole('table', { name: 'Waiting visitors' });
const row = async (name: string) => within(await table()).getByRole('row', { name: new RegExp(name) });

test.each<[string, object, string, string?]>([
  ['the service counts', { record_count: 520 }, '520', 'and 517 more'],
  ['are more than the service counts', { record_count: 520, record_count_is_minimum: true }, '520+', 'and 517+ more'],
  ['the service does not count', {}, '3+'],
])('visitors beyond the loaded ones, which %s, are included in every count', async (_, meta, count, more) => {
  const { db } = await startService();
  for (const minute of [1, 2, 3]) await aRoom(db, { name: `Visitor ${minute}`, ...waitingSince(minute) });
  const wrapFetch = withMore('rooms', meta);
  const page = await renderPage('/watch', { routes, wrapFetch });
  expect((await screen.findByText(/visitors waiting/)).textContent).toContain(`${count} visitors waiting`);
  expect(document.title).toMatch(`(${count}) Watch`);
  expect(await screen.findByRole('link', { name: `Waiting ${count}` })).toBeTruthy();
  expect(await screen.findByText('Too many waiting visitors to show them all.')).toBeTruthy();
  await page.user.keyboard('f');
  const wall = within(await screen.findByRole('region', { name: 'Wall display' }));
  expect(await wall.findByText(count)).toBeTruthy();
  expect(wall.queryByText(/^and .* more$/)?.textContent).toBe(more);
});

test('with more waiting rooms than can be loaded, the loaded ones include the longest waits', async () => {
  const { db } = await startService();
  const { id: _, ...alike } = await aRoom(db, { name: 'Visitor', ...waitingSince(5) });
  const some = Array.from({ length: 500 }, (_, number) => ({ ...alike, room_code: `many-${number}` }));
  await db.insertInto('rooms').values(some).execute();
  await aRoom(db, { name: 'Elena', ...waitingSince(90) });
  await renderPage('/watch/wall', { routes });
  expect(await screen.findByText('502')).toBeTruthy();
  const [longest] = screen.getAllByRole('listitem').filter(({ textContent }) => / min|Elena/.test(textContent ?? ''));
  expect(longest?.textContent).toBe('1 h 30 mElena');
});

test('the count of a service that ignores the filter is not used', async () => {
  const { db } = await startService();
  await aRoom(db, { name: 'Patient', ...waitingSince(3) });
  await aRoom(db, { name: 'Quiet' });
  const ignoring = fetchThrough([rewrites['filters are ignored']]);
  const wrapFetch: Middleware = (fetch) => withMore('rooms', { record_count: 520 })(ignoring(fetch));
  await renderPage('/watch', { routes, wrapFetch });
  expect(await screen.findByText(/^1[+] visitors waiting/)).toBeTruthy();
});

test.each<[string, boolean, string]>([
  ['all drafts in review were read', false, 'No answer yet'],
  ['there are more drafts than were read', true, '–'],
])('where %s, the state of a room without a loaded draft is: %s', async (_, hasMore, state) => {
  const { db } = await startService();
  const elena = await aRoom(db, { name: 'Elena', ...waitingSince(9) });
  const hassan = await aRoom(db, { name: 'Hassan', ...waitingSince(4) });
  const { id: user_id } = await aUser(db, { name: 'Ana', kind: 'visitor' });
  for (const room of [elena, hassan]) await aMessage(db, { room_id: room.id, user_id }, false);
  await aDraft(db, { room_id: hassan.id });
  const wrapFetch = hasMore ? withMore('support_draft_messages', {}) : withoutExtensions;
  await renderPage('/watch', { routes, wrapFetch });
  await waitFor(async () => expect((await row('Hassan')).textContent).toContain('Draft in review'));
  expect(
    within(await row('Elena'))
      .getAllByRole('cell')
      .at(-1)?.textContent,
  ).toBe(state);
});

test('a wait not known yet is listed last and not as overdue, and is sorted in once its row is visible', async () => {
  const { db } = await startService();
  for (let count = 1; count <= 50; count++) {
    const { id } = await aRoom(db, { name: `Visitor ${count}.`, ...waitingSince(1), created_at_unix: minutesAgo(2) });
    await aMessage(db, { room_id: id, created_at_unix: minutesAgo(1) }, false);
  }
  const late = await aRoom(db, { name: 'Elena', ...waitingSince(90), created_at_unix: minutesAgo(4000) });
  await aMessage(db, { room_id: late.id, created_at_unix: minutesAgo(90) }, false);
  const watched = watchSight();
  const untimed = fetchThrough([rewrites['no waiting times']]);
  const wrapFetch: Middleware = (fetch) => untimed(withoutExtensions(fetch));
  await renderPage('/watch', { routes, wrapFetch });
  // One query for the whole table: one per row would take longer than the page takes to fetch the rooms.
  const names = async () => {
    const found = within(await table()).getAllByRole('link');
    return found.map(({ textContent }) => textContent);
  };
  await waitFor(async () => expect((await names()).at(-1)).toBe('Elena'));
  const last = await row('Elena');
  await waitFor(async () => expect((await row('Visitor 1[.]')).textContent).toContain('at least 1 min'));
  expect([(await names()).at(-1), last.textContent?.includes('Overdue')]).toEqual(['Elena', false]);
  for (const [element, comeIntoSight] of watched) if (last.contains(element)) comeIntoSight();
  await waitFor(async () => expect((await names())[0]).toBe('Elena'));
  expect((await row('Elena')).textContent).toContain('at least 1 h 30 m');
});
