import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { routes } from '#src/routes.tsx';
import { renderPage, startService } from '../render-page.tsx';

const pages = routes.find(({ Component }) => Component)?.children ?? [];
const IDS = ['999999', 'abc', '-1', '1e0', '9007199254740993', '%00', '%E2%80%AE', "1'--", '..%2f1'];

test.each(['review', 'rooms', 'clients', 'keywords', 'suggestions'])(
  'a link to a missing record of /%s says so and links back',
  async (name) => {
    for (const id of IDS) {
      await startService();
      const { unmount, service } = await renderPage(`/${name}/${id}`, { routes: pages });
      const said = await screen.findAllByText(/is not there|Not found|Page not found/i);
      expect([id, said.length > 0]).toEqual([id, true]);
      expect([id, screen.getAllByRole('link').length > 0]).toEqual([id, true]);
      unmount();
      cleanup();
      await service.close();
    }
  },
);
