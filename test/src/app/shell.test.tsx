import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useLocation } from 'react-router';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { connection } from '#src/api/connection.ts';
import { newSavedConnection, updateSavedConnections } from '#src/api/sign-in/connection-store.ts';
import { shellAfterStart } from '#src/app/after-start.tsx';
import { Layout } from '#src/app/layout.tsx';
import { isOffline, showPersistedQueries } from '#src/app/offline/persisted-queries.ts';
import { ShellNotices } from '#src/app/offline/shell-notices.tsx';
import { closeOverlay, overlay } from '#src/app/overlay.ts';
import { PageHelp } from '#src/app/page-help.tsx';
import { SidebarFoot } from '#src/app/user-menu.tsx';
import { currentLocation, navigate } from '#src/lib/router.ts';
import { settings } from '#src/lib/storage/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { isSwitching } from '#src/page/switch-connection.ts';
import { paths } from '#src/paths.ts';
import { routes } from '#src/routes.tsx';
import { answering, refusal, withoutExtensions } from '#test/src/answering.ts';
import { type PageOptions, renderPage, startService, takeToast } from '../render-page.tsx';

const { ShellEffects, HelpButton } = shellAfterStart;

afterEach(() => isOffline.set(false));

function Shell() {
  const opened = useStore(overlay);
  return (
    <>
      <p>{useLocation().pathname}</p>
      <HelpButton />
      <SidebarFoot />
      <ShellEffects />
      <ShellNotices />
      {opened === 'help' && <PageHelp onClose={closeOverlay} />}
    </>
  );
}

const open = (options: Partial<PageOptions> = {}) =>
  renderPage('/review', { routes: [{ path: '*', Component: Shell }], ...options });

const account = async () => within(await screen.findByRole('complementary', { name: 'Account' }));
/** Opens a menu, whose code loads on demand. */
async function openMenu(user: Awaited<ReturnType<typeof open>>['user'], name: RegExp) {
  await user.click(await (await account()).findByRole('button', { name }));
  return within(await screen.findByRole('menu'));
}

test('the sidebar names who is signed in with their role, and has a menu of their own', async () => {
  const { db } = await startService();
  await db.insertInto('tenant_profile').values({ id: 1, title: 'Harbor Support', color: '#0f766e' }).execute();
  const { user } = await open({ role: 'reviewer' });
  const menu = await openMenu(user, /Sam reviewer\s*Reviewer/);
  await user.click(menu.getByRole('menuitemradio', { name: 'Dark' }));
  expect(settings.get().theme).toBe('dark');
  await waitFor(() => expect(connection.get()).toMatchObject({ name: 'Harbor Support', colour: '#0f766e' }));
  expect(connection.get()?.role).toBe('reviewer');
  await user.click((await openMenu(user, /Sam/)).getByRole('menuitem', { name: 'Settings' }));
  await waitFor(() => expect(currentLocation().pathname).toBe(paths.settings()));
});

test('without a service document, the name comes from the users', async () => {
  await open({ wrapFetch: withoutExtensions });
  expect(await (await account()).findByRole('button', { name: /admin\s*Staff/ })).toBeTruthy();
});

test('if the signed-in user is unknown, the menu has no name', async () => {
  await open({ wrapFetch: answering((url) => (/\/rapi\/v1\/?$/.test(url) || url.includes('/users')) && refusal(404)) });
  expect(await (await account()).findByRole('button', { name: /^Account$/ })).toBeTruthy();
});

test('the sidebar can be collapsed, which is remembered, and expanded again', async () => {
  const { user } = await open();
  await user.click(await (await account()).findByRole('button', { name: 'Collapse sidebar' }));
  expect(localStorage.getItem('countersign.settings')).toContain('"isSidebarCollapsed":true');
  await user.click((await account()).getByRole('button', { name: 'Expand sidebar' }));
  expect(settings.get().isSidebarCollapsed).toBe(false);
});

test('a first visit gets three tips, one after the other, and each only once', async () => {
  const { user, unmount } = await open();
  const tip = async () => within(await screen.findByRole('region', { name: 'Tip' }));
  await (await tip()).findByText(/There’s a shortcut for everything/);
  await user.click((await tip()).getByRole('button', { name: 'Next tip' }));
  expect((await tip()).getByText(/finds pages and records/)).toBeTruthy();
  unmount();

  const second = await open();
  expect((await tip()).getByText(/finds pages and records/)).toBeTruthy();
  await second.user.click((await tip()).getByRole('button', { name: 'Next tip' }));
  await second.user.click((await tip()).getByRole('button', { name: 'Got it' }));
  expect(screen.queryByRole('region', { name: 'Tip' })).toBeNull();
});

test.each([
  ['/watch', 'Watch', /longest wait first/],
  ['/rooms/5', 'Room', /One conversation/],
  ['/keywords/bench', 'Test keywords', /can never match/],
  ['/no-such-page', 'Countersign', /Choose a page/],
])('the help at %s says what the page is for', async (path, title, text) => {
  const { user } = await renderPage(path, { routes: [{ path: '*', Component: Shell }] });
  await user.click(await screen.findByRole('button', { name: 'Help for this page' }));
  const help = within(await screen.findByRole('dialog', { name: title }));
  expect(help.getByText(text)).toBeTruthy();
});

test('the layout does not render again for another page inside it', async () => {
  const page = (text: string) => () => <p>{text}</p>;
  const children = [
    { path: '/review', Component: page('A page') },
    { path: '/watch', lazy: async () => ({ Component: page('Another page') }) },
  ];
  const layout = routes.find(({ Component }) => Component === Layout);
  await renderPage('/review', { routes: [{ ...layout, index: false, children }] });
  await (await account()).findByRole('button', { name: /Admin/ });
  // Each render of the layout reads this store.
  const reads = vi.spyOn(isSwitching, 'get');
  await act(() => navigate('/watch'));
  expect(await screen.findByText('Another page')).toBeTruthy();
  expect(reads).not.toHaveBeenCalled();
  reads.mockRestore();
});

const offlineNotice = () => screen.queryByText(/You’re offline|Can’t reach the server/);

test('while offline, every page shows a notice and marks its rows as stale', async () => {
  showPersistedQueries();
  await open();
  await screen.findByRole('button', { name: /Admin/ });
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(offlineNotice()?.textContent).toMatch(/You’re offline\. Showing data as of \d/);
  expect(document.querySelector('main')?.dataset).toHaveProperty('stale');
  vi.restoreAllMocks();
  act(() => void window.dispatchEvent(new Event('online')));
  expect(offlineNotice()).toBeNull();
  expect(document.querySelector('main')?.dataset).not.toHaveProperty('stale');
});

test('a key of the sheet that no part of the page handles says so', async () => {
  const { user } = await open();
  await account();
  await user.keyboard('a');
  await takeToast('This shortcut doesn’t work on this page.');
});

describe('G and a digit', () => {
  /** The whole shell, at the first of two workspaces. */
  async function openShell() {
    const page = await renderPage('/review', {
      routes: [{ Component: Layout, children: [{ path: '*', Component: () => <p>A page</p> }] }],
    });
    updateSavedConnections(([first]) => (first ? [first, newSavedConnection('https://other.example')] : []));
    await screen.findByText('A page');
    return page;
  }
  /** Presses keys without pauses, because a sequence has to be completed within 1.5 s. */
  const press = (keys: string) => {
    for (const key of keys) fireEvent.keyDown(document.body, { key });
  };

  test('explain why nothing is switched', async () => {
    const { service } = await openShell();
    for (const [digit, text] of [
      ['1', 'This workspace is already open.'],
      ['3', 'There’s no workspace with this number.'],
      ['9', 'There’s no workspace with this number.'],
    ] as const) {
      press(`g${digit}`);
      await takeToast(text);
      expect(connection.get()?.key).toBe(service.origin);
    }
  });

  test('2 switches to the second workspace, or to its sign-in', async () => {
    await openShell();
    press('g2');
    await waitFor(() => expect(currentLocation().pathname).toBe('/connect'));
  });

  test('work even if the browser rounds both key events to the same time', async () => {
    await openShell();
    for (const key of 'g2') {
      const press = createEvent.keyDown(document.body, { key });
      Object.defineProperty(press, 'timeStamp', { value: 100 });
      fireEvent(document.body, press);
    }
    await waitFor(() => expect(currentLocation().pathname).toBe('/connect'));
  });
});
