import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { RouteObject } from 'react-router';
import { expect, test, vi } from 'vitest';
import { newSavedConnection } from '#src/api/sign-in/connection-store.ts';
import { ConnectForm } from '#src/features/connections/connect-form.tsx';
import { Component as ConnectPage } from '#src/features/connections/connect-page.tsx';
import { SignInDialog } from '#src/features/connections/sign-in-dialog.tsx';
import { delay } from '#src/lib/delay.ts';
import { currentLocation } from '#src/lib/router.ts';
import { routes as pages } from '#src/routes.tsx';
import { answering, refusal } from '#test/src/answering.ts';
import { type PageOptions, renderPage, startService } from '../render-page.tsx';

const MALFORMED_ADDRESS = 'That doesn’t look like a web address. Try one like https://support.example.com.';
const MALFORMED_TOKEN = 'Use only letters, digits and symbols, without spaces or line breaks.';
const REFUSED_TOKEN = 'This token isn’t accepted. It may be mistyped, expired or revoked.';

const addressInput = () => screen.findByLabelText<HTMLInputElement>('Server address');
const tokenInput = () => screen.findByLabelText<HTMLInputElement>('Access token');
/** Fills in the form and submits it. */
async function connect(user: UserEvent, address: string, token: string) {
  await user.type(await addressInput(), address);
  await user.type(await tokenInput(), `${token}{Enter}`);
}
const isInvalid = (input: HTMLElement) => input.getAttribute('aria-invalid') === 'true';
/** Sign-in attempts, counted by the request that probes the token. */
const calls = (requests: readonly Request[]) => requests.filter(({ url }) => url.includes('/rapi/v1/support_draft'));

const connectRoute = { path: '/connect', Component: ConnectPage };
const routes = [connectRoute, { path: '/', Component: () => <p>Signed in</p> }];

test('the tenant in the page’s runtime config fills in the address, unless one has been typed already', async () => {
  const late = Promise.withResolvers<void>();
  const config = { session: false, server: 'https://harbor.example' };
  const wrapFetch = answering((url) => url.includes('config.json') && late.promise.then(() => Response.json(config)));
  const onSubmit = vi.fn();
  const form = { address: undefined, fault: undefined, isPending: false, onSubmit, onInvalid: () => undefined };
  const Both = () => (
    <>
      <ConnectForm {...form} />
      <section aria-label="typed into">
        <ConnectForm {...form} />
      </section>
    </>
  );
  const { user } = await renderPage('/connect', { routes: [{ path: '/connect', Component: Both }], wrapFetch });
  const [untouched, typed] = await screen.findAllByLabelText<HTMLInputElement>('Server address');
  const [, token] = screen.getAllByLabelText<HTMLInputElement>('Access token');
  if (!untouched || !typed || !token) throw new Error('two forms were expected');
  expect(untouched.value).toBe(location.origin);
  await user.clear(typed);
  await user.type(typed, 'https://lumen.example');
  await user.type(token, ' cs_token ');
  late.resolve();
  await waitFor(() => expect(untouched.value).toBe(config.server));
  expect([typed.value, token.value]).toEqual(['https://lumen.example', ' cs_token ']);

  await user.click((await screen.findAllByRole('checkbox', { name: 'Keep me signed in' }))[1] ?? typed);
  await user.type(token, '{Enter}');
  await waitFor(() =>
    expect(onSubmit.mock.calls).toEqual([[{ address: 'https://lumen.example', token: 'cs_token', isKept: false }]]),
  );
});

test('an invalid address or token is reported at its field, the first gets the focus, and no request is sent', async () => {
  const { user, requests } = await renderPage('/connect?new', { routes });
  const [address, token] = [await addressInput(), await tokenInput()];
  await user.type(address, 'ftp://harbor.example');
  await user.type(token, 'two words{Enter}');
  expect(await screen.findByText(MALFORMED_ADDRESS)).toBeTruthy();
  expect(screen.getByText(MALFORMED_TOKEN)).toBeTruthy();
  expect([isInvalid(address), isInvalid(token)]).toEqual([true, true]);
  expect(document.activeElement).toBe(address);

  await user.clear(address);
  await user.type(address, 'harbor.example');
  await waitFor(() => expect(screen.queryByText(MALFORMED_ADDRESS)).toBeNull());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(token));
  expect(calls(requests)).toEqual([]);
});

test('a refused token is reported at its field until it is changed', async () => {
  const { origin, tokens } = await startService();
  const { user, requests } = await renderPage('/connect?new', { routes });
  const [address, token] = [await addressInput(), await tokenInput()];
  await user.type(address, origin);
  await user.type(token, 'cs_wrong{Enter}');
  expect(await screen.findByText(REFUSED_TOKEN)).toBeTruthy();
  expect([isInvalid(address), isInvalid(token)]).toEqual([false, true]);

  await user.clear(token);
  await user.keyboard('{Enter}');
  expect(await screen.findByText(MALFORMED_TOKEN)).toBeTruthy();
  await user.type(token, tokens.admin);
  await waitFor(() => expect(isInvalid(token)).toBe(false));
  expect(screen.queryByText(REFUSED_TOKEN)).toBeNull();
  expect(calls(requests)).toHaveLength(1);
  await user.keyboard('{Enter}{Enter}');
  expect(await screen.findByText('Signed in')).toBeTruthy();
  expect(calls(requests)).toHaveLength(2);
});

/** Shows the re-authentication dialog of a service, over a page. */
async function askForToken(wrapFetch: PageOptions['wrapFetch'] = (fetch) => fetch) {
  const { origin } = await startService();
  const connection = { ...newSavedConnection(origin), key: origin, token: 'cs_old' };
  const Dialog = () => <SignInDialog connection={connection} />;
  return renderPage('/rooms', { routes: [{ path: '/rooms', Component: Dialog }], wrapFetch });
}

test('a new token in the re-authentication dialog is validated before a request is sent', async () => {
  const { user, requests } = await askForToken();
  const token = await tokenInput();
  expect(document.activeElement).toBe(token);
  await user.type(token, '{Enter}');
  expect(await screen.findByText(MALFORMED_TOKEN)).toBeTruthy();
  expect([isInvalid(token), document.activeElement === token]).toEqual([true, true]);
  expect(calls(requests)).toEqual([]);
  await user.type(token, 'cs_wrong{Enter}');
  expect(await screen.findByText(REFUSED_TOKEN)).toBeTruthy();
  expect(isInvalid(token)).toBe(true);
});

test('in that dialog, a refused IP address says nothing about the unchecked token', async () => {
  const { user } = await askForToken(
    answering((url) => url.includes('/rapi') && refusal(403, { title: 'Invalid IP Address. Did you set VALID_IPS?' })),
  );
  await user.type(await tokenInput(), 'cs_new{Enter}');
  expect(await screen.findByText(/doesn’t accept requests from your IP address/)).toBeTruthy();
  expect(screen.queryByText(/token is fine|text stays/)).toBeNull();
});

test('the previous user’s drafts are archived before the first page opens', async () => {
  const { origin, tokens } = await startService();
  const typed = `countersign.typed.${origin}.draft.5`;
  localStorage.setItem(`countersign.last-person.${origin}`, '"999"');
  localStorage.setItem(typed, '"A private note"');
  let seen: string | null = 'not rendered';
  const Home = () => {
    seen = localStorage.getItem(typed);
    return <p>The first page</p>;
  };
  const told = Promise.withResolvers<void>();
  const { user, requests } = await renderPage('/connect?new', {
    routes: [connectRoute, { path: '/', Component: Home }],
    wrapFetch: answering((url) => url.includes('/users') && told.promise),
  });
  await connect(user, origin, tokens.admin);
  await waitFor(() => expect(calls(requests)).toHaveLength(1));
  await delay(100);
  told.resolve();
  await screen.findByText('The first page');
  expect(seen).toBeNull();
});

test('sign-in succeeds although the server refuses to identify the user', async () => {
  const { origin, tokens } = await startService();
  const wrapFetch = answering((url) => url.includes('/users') && refusal(401));
  const { user } = await renderPage('/connect?new', { routes, wrapFetch });
  await connect(user, origin, tokens.admin);
  expect(await screen.findByText('Signed in')).toBeTruthy();
});

const isHome = ({ path }: RouteObject) => path === '/';
const homeRoute = pages
  .flatMap(({ children = [] }) => children.flatMap((inner) => inner.children ?? []))
  .filter(isHome);

test.each([
  ['agent', '/mine'],
  ['reviewer', '/review'],
  ['supervisor', '/watch'],
  ['admin', '/clients'],
] as const)('after sign-in, the role %s starts at %s', async (role, path) => {
  const { origin, tokens } = await startService();
  const { user } = await renderPage('/connect?new', { routes: [connectRoute, ...homeRoute] });
  await connect(user, origin, tokens[role]);
  await waitFor(() => expect(currentLocation().pathname).toBe(path));
});

test('if roles are not reported, everyone starts at Review', async () => {
  const { origin, tokens } = await startService();
  const wrapFetch = answering((url) => /\/rapi\/v1\/?$/.test(url) && refusal(404));
  const { user } = await renderPage('/connect?new', { routes: [connectRoute, ...homeRoute], wrapFetch });
  await connect(user, origin, tokens.admin);
  await waitFor(() => expect(currentLocation().pathname).toBe('/review'));
});

test('an unreachable server is reported in plain words, with a closed section for administrators', async () => {
  const wrapFetch = answering((url) => url.includes('/rapi/') && Promise.reject(new TypeError('Failed to fetch')));
  const { user } = await renderPage('/connect?new', { routes, wrapFetch });
  await connect(user, 'https://elsewhere.example', 'cs_token');
  const words = await screen.findByText('Can’t reach this server. Check the address and your connection.');
  expect(words.textContent).not.toMatch(/ORIGINS/);
  expect(screen.getByText(/CORS_ORIGINS/).closest('details')?.open).toBe(false);
});
