import { expect, test } from 'vitest';
import { Component as ConnectPage } from '#src/features/connections/connect-page.tsx';
import { currentLocation } from '#src/lib/router.ts';
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
