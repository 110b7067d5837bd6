import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { currentLocation } from '#src/lib/router.ts';
import { aDraft } from '#test/builders.ts';
import { answering } from '../answering.ts';
import { findToast, startService } from '../render-page.tsx';
import { findInDraft, freshDesk, nothingIsDecided, openDesk, queue, stored } from './render-review-desk.tsx';

beforeEach(freshDesk);

const MATCHES = 110;
const searchBox = () => screen.getByRole('searchbox', { name: 'Search text or room' });

/**
 * Opens a draft beside more than a page of others, and searches for a word in the others. Requests for page 2 never
 * resolve; requests for the draft by id wait for `answer`.
 */
async function searchFromDraft(text: string) {
  const service = await startService();
  const created_user_id = service.userIds.agent;
  const start = 1_700_000_000;
  const made: { id: number }[] = [];
  const write = (message_content: string, number: number) =>
    aDraft(service.db, { message_content, created_user_id, created_at_unix: start + number });
  for (let number = 1; number <= MATCHES; number++) made.push(await write(`word ${number}`, number));
  const draft = await write(text, MATCHES + 1);
  let isHeld = false;
  const { promise, resolve: answer } = Promise.withResolvers<void>();
  const page = await openDesk(`/review/${draft.id}`, text, {
    wrapFetch: answering((url) => {
      if (isHeld && url.includes('page[number]=2')) return new Promise<void>(() => undefined);
      return isHeld && url.includes('filter[id]') && promise;
    }),
  });
  isHeld = true;
  await page.user.type(searchBox(), 'word');
  await waitFor(() => expect(currentLocation().search).toContain('word'));
  const list = () => within(queue()).getByRole('list', { name: 'Drafts' });
  await waitFor(() => expect(list().getAttribute('aria-busy')).toBe('false'));
  searchBox().blur();
  return { ...page, service, draft, first: made[0], answer };
}

const why = 'Checking whether this draft matches the filters. Try again in a moment.';

test('a draft hidden by a new filter cannot be decided while that is checked; then the first match opens', async () => {
  const { user, service, draft, first, answer } = await searchFromDraft('something else');
  await user.keyboard('a');
  await findToast(why);
  nothingIsDecided();
  answer();
  await waitFor(() => expect(currentLocation().pathname).toBe(`/review/${first?.id}`));
  await findInDraft('word 1');
  await user.keyboard('a');
  await waitFor(async () => expect((await stored(service, first?.id ?? 0)).status).toBe('approved'));
  expect((await stored(service, draft.id)).status).toBe('in_review');
});

test('an open draft on a page not loaded yet stays open, and can be decided once it is known to match', async () => {
  const { user, service, draft, answer } = await searchFromDraft('word of the last');
  await user.keyboard('a');
  await findToast(why);
  nothingIsDecided();
  answer();
  await waitFor(async () => {
    await user.keyboard('a');
    expect((await stored(service, draft.id)).status).toBe('approved');
  });
});

/** Two drafts, of which the first one is open and found by "word". Each search waits for what `hold` returns for it. */
async function openFirstOfTwo() {
  const service = await startService();
  const created_user_id = service.userIds.agent;
  const [one, two] = [
    await aDraft(service.db, { message_content: 'first word', created_user_id, created_at_unix: 1_700_000_001 }),
    await aDraft(service.db, { message_content: 'second', created_user_id, created_at_unix: 1_700_000_002 }),
  ];
  let wait: (text: string) => Promise<void> | undefined = () => undefined;
  const { user } = await openDesk(`/review/${one.id}`, 'first word', {
    wrapFetch: answering((url) => {
      const text = new URL(url).searchParams.get('filter[content_or_room_name_like]');
      return text !== null && wait(text);
    }),
  });
  const hold = (given: typeof wait) => {
    wait = given;
  };
  return { user, one, two, hold };
}

test('a draft opened by key while a new filter loads is replaced if it does not match', async () => {
  const { user, one, two, hold } = await openFirstOfTwo();
  const { promise, resolve } = Promise.withResolvers<void>();
  hold(() => promise);
  await user.type(searchBox(), 'word');
  await waitFor(() => expect(currentLocation().search).toContain('word'));
  searchBox().blur();
  await user.keyboard('j');
  await waitFor(() => expect(currentLocation().pathname).toBe(`/review/${two.id}`));
  resolve();
  await waitFor(() => expect(currentLocation().pathname).toBe(`/review/${one.id}`));
});

test('a draft opened by key before the page has shown the URL of a search is replaced if it does not match', async () => {
  const { user, one, two, hold } = await openFirstOfTwo();
  const { promise, resolve } = Promise.withResolvers<void>();
  hold(() => promise);
  const press = () => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }));
  vi.spyOn(history, 'replaceState').mockImplementationOnce(() => queueMicrotask(press));
  await user.type(searchBox(), 'word');
  await waitFor(() => expect(currentLocation().pathname).toBe(`/review/${two.id}`));
  resolve();
  await waitFor(() => expect(currentLocation().pathname).toBe(`/review/${one.id}`));
  expect(currentLocation().search).toContain('word');
});

test.each(['key', 'click'])('a draft opened by %s right after typing a search does not end the search', async (way) => {
  const { user, one, two, hold } = await openFirstOfTwo();
  const { promise, resolve } = Promise.withResolvers<void>();
  hold(() => promise);
  const line = within(queue()).getByRole('link', { name: /second/ });
  fireEvent.change(searchBox(), { target: { value: 'word' } });
  // The address follows once the matches are loaded, or after a while.
  expect(currentLocation().search).not.toContain('word');
  if (way === 'key') await user.keyboard('j');
  else fireEvent.click(line);
  await waitFor(() => expect(currentLocation().pathname).toBe(`/review/${two.id}`));
  await waitFor(() => expect(currentLocation().search).toContain('word'));
  expect(currentLocation().pathname).toBe(`/review/${two.id}`);
  resolve();
  await waitFor(() => expect(currentLocation().pathname).toBe(`/review/${one.id}`));
  expect(currentLocation().search).toContain('word');
});

test.each(['tab', 'order'])('a search that has just been typed stays when another %s is chosen', async (way) => {
  const { hold } = await openFirstOfTwo();
  const { promise, resolve } = Promise.withResolvers<void>();
  hold(() => promise);
  fireEvent.change(searchBox(), { target: { value: 'second' } });
  expect(currentLocation().search).not.toContain('second');
  if (way === 'tab') fireEvent.click(screen.getByRole('link', { name: 'All' }));
  else fireEvent.change(screen.getByRole('combobox', { name: 'Order' }), { target: { value: '-created_at_unix' } });
  resolve();
  await waitFor(() => expect(currentLocation().search).toContain('sort=-created_at_unix'));
  expect(currentLocation().search).toContain('second');
  await findInDraft('second');
});

test('typing goes on while the matches of the first letters hide the open draft', async () => {
  const { user, two, hold } = await openFirstOfTwo();
  const [first, both] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  hold((text) => (text === 'second' ? both : first).promise);
  await user.type(searchBox(), 'sec');
  await waitFor(() => expect(currentLocation().search).toMatch(/=sec(&|$)/));
  fireEvent.change(searchBox(), { target: { value: 'second' } });
  first.resolve();
  await waitFor(() => expect(within(queue()).queryByText('first word')).toBeNull());
  both.resolve();
  await waitFor(() => expect(currentLocation().search).toMatch(/=second(&|$)/));
  await waitFor(() => expect(currentLocation().pathname).toBe(`/review/${two.id}`));
});

test('a search left and entered again before the address follows is still there', async () => {
  const { hold } = await openFirstOfTwo();
  const { promise, resolve } = Promise.withResolvers<void>();
  hold(() => promise);
  act(() => searchBox().focus());
  fireEvent.change(searchBox(), { target: { value: 'word' } });
  act(() => searchBox().blur());
  act(() => searchBox().focus());
  expect(currentLocation().search).not.toContain('word');
  resolve();
  await waitFor(() => expect((searchBox() as HTMLInputElement).value).toBe('word'));
  expect(currentLocation().search).toContain('word');
});
