import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { connection, followOtherTabs, signIn, signInCount } from '#src/api/connection.ts';
import { meQuery } from '#src/api/me-query.ts';
import { queryClient, signedInId } from '#src/api/query-client.ts';
import { request } from '#src/api/request.ts';
import { reauthenticate, reauthPrompt, resumeSession, settleReauth } from '#src/api/sign-in/reauthenticate.ts';
import { isolateDraftsByUser } from '#src/form/draft/isolate-drafts-by-user.ts';
import { delay } from '#src/lib/delay.ts';
import { listen } from '#src/lib/listen.ts';
import { fireStorageEvent } from '../browser-events.ts';

const KEY = `countersign.typed.${location.origin}.reject.7`;
const CONNECTIONS = 'countersign.connections';
const LAST_PERSON = `countersign.last-person.${location.origin}`;

/** The person of the session cookie; undefined if it has expired. */
let person: string | undefined;
let reloads = 0;
/** Whether the last reload asked about unsaved changes. */
let isAsked = false;

beforeAll(() => {
  followOtherTabs(resumeSession);
  isolateDraftsByUser();
  // The only sign of a reload in jsdom.
  const { virtualConsole } = Reflect.get(globalThis, 'jsdom');
  virtualConsole.removeAllListeners('jsdomError');
  virtualConsole.on('jsdomError', (error: Error) => {
    if (!error.message.includes('navigation')) return console.error(error);
    reloads++;
    isAsked = !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  });
});

beforeEach(() => {
  person = '1';
  reloads = 0;
  vi.stubGlobal('fetch', async () => {
    if (person === undefined) return Response.json({ errors: [{ title: 'Unauthorized' }] }, { status: 401 });
    return Response.json({ data: [{ id: person, type: 'users', attributes: { name: `Person ${person}` } }] });
  });
  signIn(location.origin);
});

afterEach(() => settleReauth(undefined));

/** Does what another tab does when a person signs in at its dialog. */
function signInElsewhere(id: string) {
  person = id;
  const saved = JSON.parse(localStorage.getItem(CONNECTIONS) ?? '[]') as { sessionSince: number }[];
  const next = saved.map((each) => ({ ...each, sessionSince: each.sessionSince + 1 }));
  localStorage.setItem(CONNECTIONS, JSON.stringify(next));
  fireStorageEvent(CONNECTIONS);
}

/** Holds the answers of the service for a while. */
function answerAfter(held: Promise<void>) {
  const answered = fetch;
  vi.stubGlobal('fetch', (...sent: Parameters<typeof fetch>) => held.then(() => answered(...sent)));
}

function standingPrompt() {
  const current = connection.get();
  if (!current) throw new Error('not signed in');
  return reauthenticate(current, signInCount());
}

test('when another user signs in in another tab, the page reloads and the drafts are archived', async () => {
  await queryClient.query(meQuery());
  localStorage.setItem(KEY, '"A private note"');
  void standingPrompt();
  signInElsewhere('2');
  await vi.waitUntil(() => reloads > 0, { timeout: 60_000 });
  expect(reauthPrompt.get()).toBeDefined();
  expect(signedInId()).toBe('2');
  expect(localStorage.getItem(KEY)).toBeNull();
  queryClient.setQueryData(meQuery().queryKey, { id: '1' } as never);
  expect(localStorage.getItem(KEY)).toBe('"A private note"');
});

test('the page reloads as well if the other user can only be read later', async () => {
  await queryClient.query(meQuery());
  const answered = fetch;
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  signInElsewhere('2');
  await vi.waitUntil(() => queryClient.getQueryState(meQuery().queryKey)?.status === 'error', { timeout: 60_000 });
  vi.stubGlobal('fetch', answered);
  await vi.waitUntil(() => reloads > 0, { timeout: 60_000 });
});

test('the page continues when the same user has signed in again in another tab', async () => {
  await queryClient.query(meQuery());
  const renewed = standingPrompt();
  signInElsewhere('1');
  expect(await renewed).toMatchObject({ key: location.origin });
  expect(reloads).toBe(0);
});

test('the page continues if its user is not known yet, and the waiting look-up completes', async () => {
  person = undefined;
  const me = queryClient.query(meQuery());
  await vi.waitUntil(() => reauthPrompt.get(), { timeout: 60_000 });
  signInElsewhere('2');
  expect(await me).toMatchObject({ id: '2' });
  expect((await request({ path: '/users' })).status).toBe(200);
  expect(reloads).toBe(0);
});

test.each(['1', '2'])(
  'the page of an ended session was opened by person 1; it reloads unless it is them: %s',
  async (id) => {
    localStorage.setItem(LAST_PERSON, '"1"');
    localStorage.setItem(KEY, '"A private note"');
    person = undefined;
    const me = queryClient.query(meQuery());
    await vi.waitUntil(() => reauthPrompt.get(), { timeout: 60_000 });
    signInElsewhere(id);
    expect(await me).toMatchObject({ id });
    await delay(50);
    expect([reloads, localStorage.getItem(KEY)]).toEqual(id === '1' ? [0, '"A private note"'] : [1, null]);
  },
);

test('the dialog compares with the user as stored before its own look-up', async () => {
  localStorage.setItem(LAST_PERSON, '"1"');
  void standingPrompt();
  person = '2';
  await resumeSession(() => queryClient.query(meQuery()));
  expect([reloads, reauthPrompt.get() !== undefined]).toEqual([1, true]);
});

test('without a last person known, an answer that comes after the look-up was given up changes nothing', async () => {
  const late = Promise.withResolvers<void>();
  answerAfter(late.promise);
  await resumeSession(async () => void queryClient.query(meQuery()).catch(() => undefined));
  late.resolve();
  await vi.waitUntil(signedInId, { timeout: 60_000 });
  await delay(50);
  expect(reloads).toBe(0);
});

test.each(['known', 'stored'])('another user is noticed even if the look-up was given up: %s', async (before) => {
  if (before === 'known') await queryClient.query(meQuery());
  else localStorage.setItem(LAST_PERSON, '"1"');
  const late = Promise.withResolvers<void>();
  person = '2';
  answerAfter(late.promise);
  // As the dialog does: it waits a few seconds only.
  await resumeSession(async () => void queryClient.query({ ...meQuery(), staleTime: 0 }).catch(() => undefined));
  expect(reloads).toBe(0);
  late.resolve();
  await vi.waitUntil(() => reloads > 0, { timeout: 60_000 });
  expect(signedInId()).toBe('2');
});

test('the reload for another user does not ask about the unsaved changes of the previous one', async () => {
  onTestFinished(listen(window, 'beforeunload', (event) => event.preventDefault()));
  await queryClient.query(meQuery());
  signInElsewhere('2');
  await vi.waitUntil(() => reloads > 0, { timeout: 60_000 });
  expect(isAsked).toBe(false);
});
