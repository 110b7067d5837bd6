import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { signIn, signOut } from '#src/api/connection.ts';
import { Component as ConnectPage } from '#src/features/connections/connect-page.tsx';
import { currentLocation, navigate } from '#src/lib/router.ts';
import { answering, refusal } from '#test/src/answering.ts';
import { renderPage } from '../render-page.tsx';

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
