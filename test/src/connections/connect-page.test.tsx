import { expect, test } from 'vitest';
import { Component as ConnectPage } from '#src/features/connections/connect-page.tsx';
import { currentLocation } from '#src/lib/router.ts';
import { renderPage } from '../render-page.tsx';

test.each(['//[', '//evil.example', '/.//evil.example', 'javascript:alert(1)'])(
  'a link that leads to %s afterwards gives its token away to nobody',
  async (then) => {
    const path = `/connect?${new URLSearchParams({ then })}#token=cs_secret`;
    await renderPage(path, { routes: [{ path: '/connect', Component: ConnectPage }] });
    await expect.poll(currentLocation).toMatchObject({ pathname: '/connect', search: '', hash: '' });
  },
);
