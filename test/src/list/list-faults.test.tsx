import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { rooms } from '#contract/rooms.ts';
import { connection } from '#src/api/connection.ts';
import { reauthPrompt } from '#src/api/sign-in/reauthenticate.ts';
import { ListPage } from '#src/list/list-page.tsx';
import { listRoute } from '#src/list/read-list-query.ts';
import { aRoom } from '#test/builders.ts';
import { answering } from '#test/src/answering.ts';
import { type PageOptions, renderPage, startService } from '#test/src/render-page.tsx';
import { withSignIn } from '#test/src/with-sign-in.tsx';

const columns = [{ accessorKey: 'name' }];

const Rooms = () => (
  <ListPage
    resource={rooms}
    title="Rooms"
    columns={columns}
    filters={[]}
    rowName={(row) => row.name ?? ''}
    rowPath={(row) => `/rooms/${row.id}`}
    empty="There are no rooms yet."
  />
);
const routes = withSignIn([{ path: '/rooms', ...listRoute(rooms), Component: Rooms }]);
type Answer = () => Promise<Response>;

/** Opens the list; the returned switch sets the response to later requests. */
async function openRooms(first: Answer | undefined, options: Pick<PageOptions, 'isStrict'> = {}) {
  const service = await startService();
  await aRoom(service.db, { name: 'Blue Heron' });
  let instead = first;
  let asked = 0;
  const page = await renderPage('/rooms', {
    ...options,
    routes,
    wrapFetch: answering(() => {
      asked++;
      return instead?.();
    }),
  });
  const answerWith = (next: Answer | undefined) => {
    instead = next;
    asked = 0;
  };
  return { ...page, answerWith, asked: () => asked };
}

const INVALID_IP = 'Invalid IP Address. Did you set the VALID_IPS environment variable?';
const refusal = (status: number, title: string) => async () =>
  Response.json({ errors: [{ status: String(status), title }] }, { status });
const again = () => screen.getByRole('button', { name: 'Try again' });

test('an unreachable service is named, and can be retried', async () => {
  const { user, answerWith } = await openRooms(() => Promise.reject(new TypeError('connection refused')));
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText('Can’t reach harbor.test')).toBeTruthy();
  answerWith(undefined);
  await user.click(again());
  expect(await screen.findByText('Blue Heron')).toBeTruthy();
});

test('a request that times out is aborted, and can be retried', async () => {
  let hang: (reason: unknown) => void = () => undefined;
  const limits: { ms: number; end: () => void }[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController();
    limits.push({ ms, end: () => controller.abort() });
    return controller.signal;
  });
  const { user, answerWith, asked } = await openRooms(
    () =>
      new Promise((_, reject) => {
        hang = reject;
      }),
    { isStrict: false },
  );
  expect((await screen.findByRole('table')).getAttribute('aria-busy')).toBe('true');
  expect(limits.map(({ ms }) => ms)).toEqual([10_000]);
  limits[0]?.end();
  hang(new DOMException('too late', 'TimeoutError'));
  expect(await screen.findByText('harbor.test took too long to respond')).toBeTruthy();
  expect(asked()).toBe(1);
  answerWith(undefined);
  await user.click(again());
  expect(await screen.findByText('Blue Heron')).toBeTruthy();
});

test.each([
  [403, INVALID_IP, /doesn’t accept requests from your IP address/],
  [401, INVALID_IP, /doesn’t accept requests from your IP address/],
  [403, 'Forbidden', /You can’t view this/],
  [406, 'Not Acceptable', /doesn’t accept the content type application\/vnd\.api\+json \(406\)/],
  [415, 'Unsupported Media Type', /doesn’t accept the content type application\/vnd\.api\+json \(415\)/],
  [500, 'Internal Server Error', /reported an error \(500\)/],
  [501, 'Not Implemented', /doesn’t support this/],
])('%i, %s, is reported after one request, without signing out', async (status, title, words) => {
  // Freezes the clock: after a second, the refused query would be fetched again on mount, and this test may be slow.
  vi.useFakeTimers({ toFake: ['Date'] });
  const { asked } = await openRooms(refusal(status, title));
  expect((await screen.findByRole('alert')).textContent).toMatch(words);
  expect(asked()).toBe(1);
  expect(reauthPrompt.get()).toBeUndefined();
  expect(connection.get()).toBeTruthy();
});

test('ten concurrent 401 responses ask for one token, and continue with it', async () => {
  const { user, service, answerWith } = await openRooms(undefined);
  await screen.findByText('Blue Heron');
  answerWith(refusal(401, 'Unauthorized'));
  const { request } = await import('#src/api/request.ts');
  const answers = Promise.all(
    Array.from({ length: 10 }, (_, index) => request({ path: '/rooms', search: `x=${index}` })),
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign in again' }));
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  answerWith(undefined);
  await user.type(dialog.getByLabelText('Access token'), `${service.tokens.admin}{Enter}`);
  for (const { status } of await answers) expect(status).toBe(200);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText('Blue Heron')).toBeTruthy();
});
