import { beforeEach, expect, test, vi } from 'vitest';
import { fireStorageEvent, leavePage } from '../browser-events.ts';

const HARBOR = 'https://harbor.test';
const LUMEN = 'https://lumen.test';

/** The fetch layer of a freshly loaded page: all its state comes from browser storage. */
async function loadPage() {
  vi.resetModules();
  const [connections, saved, { send, request }, session] = await Promise.all([
    import('#src/api/connection.ts'),
    import('#src/api/sign-in/connection-store.ts'),
    import('#src/api/request.ts'),
    import('#src/api/sign-in/session.ts'),
  ]);
  return { ...connections, ...saved, ...session, send, request };
}

const sent: Request[] = [];

beforeEach(() => {
  sent.length = 0;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push(new Request(url, init));
    return new Response('{}');
  });
});

const everythingStored = () => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]);

test('a token kept for the tab survives a reload, and is in no storage shared with other tabs', async () => {
  (await loadPage()).signIn(HARBOR, 'cs_harbor', true);
  expect(JSON.stringify({ ...localStorage })).not.toContain('cs_harbor');
  const page = await loadPage();
  expect(page.connection.get()).toMatchObject({ key: HARBOR, name: 'harbor.test', verb: 'PUT', token: 'cs_harbor' });
  page.signOut();
  expect(everythingStored()).not.toContain('cs_harbor');
});

test('a token that is not kept is in no storage and gone after a reload, but the chosen address stays', async () => {
  const page = await loadPage();
  page.signIn(HARBOR, 'cs_harbor', false);
  expect(page.connection.get()?.token).toBe('cs_harbor');
  expect(everythingStored()).not.toContain('cs_harbor');
  const reloaded = await loadPage();
  expect(reloaded.connection.get()).toBeUndefined();
  expect(reloaded.chosenAddress()).toBe(HARBOR);
});

test('a session of this page’s server needs no token, also in a new tab, until signing out', async () => {
  (await loadPage()).signIn(location.origin);
  sessionStorage.clear();
  const tab = await loadPage();
  expect(tab.connection.get()).toMatchObject({ key: location.origin });
  expect(tab.connection.get()).not.toHaveProperty('token');
  await tab.request({ path: '/rooms' });
  expect(sent[0]?.headers.has('x-access-token')).toBe(false);
  tab.signOut();
  expect((await loadPage()).connection.get()).toBeUndefined();
});

test('a session is only accepted for this page’s server', async () => {
  const page = await loadPage();
  expect(() => page.signIn(LUMEN)).toThrow(TypeError);
});

test('signing out in one tab signs out the others, and signing in there is noticed here', async () => {
  const page = await loadPage();
  const onRenewed = vi.fn();
  page.signIn(location.origin);
  page.followOtherTabs(onRenewed);
  const writeElsewhere = (sessionSince?: number) => {
    const entry = { address: location.origin, name: 'Here', colour: 'red', verb: 'PUT', sessionSince };
    localStorage.setItem('countersign.connections', JSON.stringify([entry]));
    fireStorageEvent('countersign.connections');
  };
  writeElsewhere();
  expect(page.connection.get()).toBeUndefined();
  expect(onRenewed).not.toHaveBeenCalled();
  const before = page.signInCount();
  writeElsewhere(Date.now() + 1);
  expect(page.connection.get()).toMatchObject({ name: 'Here', colour: 'red' });
  expect(onRenewed).toHaveBeenCalledOnce();
  expect(page.signInCount()).toBe(before + 1);
});

/** Signs out of the page's server while it has not answered a request yet. */
async function leaveEarly() {
  const page = await loadPage();
  const late = Promise.withResolvers<void>();
  const methods: (string | undefined)[] = [];
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) => {
    methods.push(method);
    if (method === 'GET') await late.promise;
    return new Response('{}');
  });
  page.followOtherTabs(() => undefined);
  page.signIn(location.origin);
  const read = page.request({ path: '/rooms' });
  const left = page.leaveConnection();
  const answer = async () => {
    late.resolve();
    await Promise.all([read, left]);
  };
  expect(methods).toEqual(['GET']);
  return { page, methods, answer };
}

test('a sign-out ends the session once the requests under it are answered', async () => {
  const { methods, answer } = await leaveEarly();
  await answer();
  expect(methods).toEqual(['GET', 'DELETE']);
});

test('a new sign-in ends the previous session first, and not its own', async () => {
  const { page, methods, answer } = await leaveEarly();
  await page.openSession({ token: 'cs_next' });
  page.signIn(location.origin);
  await answer();
  expect(methods).toEqual(['GET', 'DELETE', 'POST']);
});

test('a page that closes right after a sign-out ends the session', async () => {
  const { methods, answer } = await leaveEarly();
  leavePage();
  await expect.poll(() => methods).toEqual(['GET', 'DELETE']);
  await answer();
  expect(methods).toEqual(['GET', 'DELETE']);
});

test('a sign-out does not end the session of a later sign-in in another tab', async () => {
  const { page, methods, answer } = await leaveEarly();
  const saved = page.savedConnections.get().map((each) => ({ ...each, sessionSince: Date.now() }));
  localStorage.setItem('countersign.connections', JSON.stringify(saved));
  fireStorageEvent('countersign.connections');
  await answer();
  expect(methods).toEqual(['GET']);
});

test('updates use the verb of their tenant, actions the documented one', async () => {
  const page = await loadPage();
  page.signIn(HARBOR, 'cs_harbor');
  page.changeConnection(HARBOR, { verb: 'PATCH' });
  await page.request({ method: 'UPDATE', path: '/rooms/1', body: {} });
  await page.request({ method: 'PUT', path: '/support_draft_messages/1/approve', body: {} });
  expect(sent.map(({ method }) => method)).toEqual(['PATCH', 'PUT']);
});

test('a request for a previous tenant goes there with its newest token', async () => {
  const page = await loadPage();
  const from = page.signIn(HARBOR, 'cs_old');
  page.signIn(HARBOR, 'cs_new');
  page.signIn(LUMEN, 'cs_lumen');
  await page.request({ path: '/rooms', from });
  expect(sent[0]?.url).toBe(`${HARBOR}/rapi/v1/rooms`);
  expect(sent[0]?.headers.get('x-access-token')).toBe('cs_new');
});

test('renaming a tenant is not a switch; choosing another or signing out is', async () => {
  const page = await loadPage();
  page.signIn(HARBOR, 'cs_harbor');
  const left: unknown[] = [];
  page.onSwitch((key) => left.push(key));
  page.changeConnection(HARBOR, { name: 'The harbour' });
  page.signIn(HARBOR, 'cs_harbor_2');
  expect(left).toEqual([]);
  page.signIn(LUMEN, 'cs_lumen');
  page.signOut();
  expect(left).toEqual([HARBOR, LUMEN]);
});

test('new tenants get different colours, and invalid entries in storage are ignored', async () => {
  localStorage.setItem(
    'countersign.connections',
    JSON.stringify([null, 7, { address: 'javascript:1' }, { name: 'x' }]),
  );
  const page = await loadPage();
  expect(page.savedConnections.get()).toEqual([]);
  page.signIn(HARBOR, 'cs_a');
  page.signIn(LUMEN, 'cs_b');
  const [one, other] = page.savedConnections.get();
  expect(one?.colour).not.toBe(other?.colour);
});
