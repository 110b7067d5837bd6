import { act, screen, waitFor } from '@testing-library/react';
import { useLocation } from 'react-router';
import { describe, expect, test } from 'vitest';
import { signIn, signOut } from '#src/api/connection.ts';
import { Component as ConnectPage } from '#src/features/connections/connect-page.tsx';
import { currentLocation, navigate } from '#src/lib/router.ts';
import { answering, refusal } from '#test/src/answering.ts';
import { renderPage, startService } from '../render-page.tsx';

test('a sign-in link leaves neither code nor token in the address', async () => {
  await renderPage('/connect#code=one-time-code', { routes: [{ path: '/connect', Component: ConnectPage }] });
  await expect.poll(currentLocation).toMatchObject({ pathname: '/connect', search: '', hash: '' });
});

test.each(['//[', '//evil.example', '/.//evil.example', 'javascript:alert(1)'])(
  'a sign-in link with the target %s does not leak its token',
  async (then) => {
    const path = `/connect?${new URLSearchParams({ then })}#token=cs_secret`;
    await renderPage(path, { routes: [{ path: '/connect', Component: ConnectPage }] });
    await expect.poll(currentLocation).toMatchObject({ pathname: '/connect', search: '', hash: '' });
  },
);

test.each(['/connect', '/connect?new'])(
  'at %s, the token for a saved, signed-out workspace is sent only there',
  async (path) => {
    const routes = [
      { path: '/connect', Component: ConnectPage },
      { path: '/', Component: () => <p>Signed in</p> },
    ];
    const wrapFetch = answering((url) => url.startsWith('https://last-used.example') && refusal(401));
    const { user, service, requests } = await renderPage('/signed-out', { routes, wrapFetch });
    signOut();
    signIn('https://last-used.example', 'cs_last_used');
    signOut();
    await act(() => navigate(path));
    const token = () => screen.getByLabelText<HTMLInputElement>('Access token');
    const fault = () => screen.queryByText(/^This token isn’t accepted/);
    await user.type(token(), 'cs_of_neither{Enter}');
    if (path === '/connect') await waitFor(() => expect(fault()).toBeTruthy());

    await user.click(screen.getByRole('button', { name: new RegExp(service.origin) }));
    expect(screen.getByLabelText<HTMLInputElement>('Server address').value).toBe(service.origin);
    expect(fault()).toBeNull();
    expect(token().value).toBe('');
    expect(document.activeElement).toBe(token());
    const sent = requests.length;
    await user.keyboard(`${service.tokens.admin}{Enter}`);
    await screen.findByText('Signed in');
    expect(requests.slice(sent).filter(({ url }) => !url.startsWith(service.origin))).toEqual([]);
  },
);

const Address = () => {
  const { pathname, search } = useLocation();
  return <p>At {pathname + search}</p>;
};
const signedInRoutes = [
  { path: '/connect', Component: ConnectPage },
  { path: '/review/:id?', Component: Address },
];
const THEN = '/connect?then=%2Freview%2F17%3Fsort%3Did';

test('the record that the user came from is not opened at another workspace', async () => {
  const { user, service } = await renderPage('/signed-out', { routes: signedInRoutes });
  signIn('https://last-used.example', 'cs_last_used');
  signOut();
  await act(() => navigate(THEN));
  await user.click(screen.getByRole('button', { name: new RegExp(service.origin) }));
  expect(await screen.findByText('At /review')).toBeTruthy();
});

test('a sign-in link opens its path, although another workspace was used last', async () => {
  const { origin, tokens } = await startService();
  await renderPage('/signed-out', {
    routes: signedInRoutes,
    wrapFetch: (fetch) => (input, init) => fetch(String(input).replace(location.origin, origin), init),
  });
  signOut();
  signIn('https://last-used.example', 'cs_last_used');
  signOut();
  await act(() => navigate(`${THEN}#token=${tokens.admin}`));
  expect(await screen.findByText('At /review/17?sort=id')).toBeTruthy();
});

test.each([
  ['the same workspace', false, 'At /review/17?sort=id'],
  ['another workspace', true, 'At /review'],
])('after a sign-in to %s, the user is at the right place', async (_, isOther, place) => {
  const { user, service } = await renderPage('/signed-out', { routes: signedInRoutes });
  signOut();
  if (isOther) {
    signIn('https://last-used.example', 'cs_last_used');
    signOut();
  }
  await act(() => navigate(THEN));
  if (isOther) await user.click(screen.getByRole('button', { name: new RegExp(service.origin) }));
  await user.type(screen.getByLabelText('Access token'), `${service.tokens.admin}{Enter}`);
  expect(await screen.findByText(place)).toBeTruthy();
});

describe('while signed in to another workspace', () => {
  /** Attempts to add a workspace whose server answers so. */
  async function addWorkspace(status: number, error: object) {
    const wrapFetch = answering((url) => url.startsWith('https://new.example') && refusal(status, error));
    const page = await renderPage('/connect?new', { routes: signedInRoutes, wrapFetch });
    await page.user.type(screen.getByLabelText('Server address'), 'https://new.example:8443/desk');
    await page.user.type(screen.getByLabelText('Access token'), 'cs_new{Enter}');
    return page;
  }

  test.each([
    [500, {}, 'new.example:8443 reported an error (500)'],
    [502, { code: 'gateway_unreachable' }, 'Countersign’s gateway can’t reach new.example:8443'],
    [504, { code: 'gateway_timeout' }, 'new.example:8443 took too long to respond to Countersign’s gateway'],
    [501, {}, 'new.example:8443 doesn’t support this'],
  ])('%i %j of a new server names that server', async (status, error, words) => {
    await addWorkspace(status, error);
    expect(await screen.findByText(words)).toBeTruthy();
  });

  test('a new server that refuses this IP address is named, and nothing is said about the token', async () => {
    await addWorkspace(403, { title: 'Invalid IP Address. Did you set the VALID_IPS environment variable?' });
    expect(await screen.findByText('new.example:8443 doesn’t accept requests from your IP address')).toBeTruthy();
    expect(screen.getByText(/the server’s VALID_IPS setting/)).toBeTruthy();
    expect(screen.queryByText(/token is fine|text stays/)).toBeNull();
  });
});

test('a sign-in link that fails names the server of this page', async () => {
  const wrapFetch = answering((url) => url.endsWith('/session') && refusal(500));
  await renderPage('/connect#code=one-time-code', { routes: signedInRoutes, wrapFetch });
  expect(await screen.findByText(`${location.host} reported an error (500)`)).toBeTruthy();
});
