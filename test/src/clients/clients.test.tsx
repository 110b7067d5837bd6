import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { clientRoutes } from '#src/features/clients/routes.ts';
import { aClient } from '#test/builders.ts';
import { findToast, renderPage, startService } from '../render-page.tsx';

const show = (path: string) => renderPage(path, { routes: clientRoutes });
const field = (name: RegExp) => screen.findByRole<HTMLTextAreaElement>('textbox', { name });

test('a client opens on a page of its own, with the way back', async () => {
  const { db } = await startService();
  await aClient(db, { title: 'Tidewater', code: 'tide', injectable_code: '<script></script>' });
  const { user, router } = await show('/clients');
  await user.click(await screen.findByRole('link', { name: 'Tidewater' }));
  expect((await field(/^Title/)).value).toBe('Tidewater');
  expect(screen.getByRole('heading', { name: 'Tidewater' })).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Embed code' }).textContent).toContain('<script></script>');
  (document.activeElement as HTMLElement).blur();
  await user.keyboard('u');
  await waitFor(() => expect(router.state.location.pathname).toBe('/clients'));
});

test('a new client goes on to its own page, and stays there when it is saved again', async () => {
  await startService();
  const { user, router, service } = await show('/clients/new');
  await user.type(await field(/^Title/), 'Gannet');
  await user.type(await field(/^CSS for guests/), 'p {{ margin: 0 }');
  await user.click(screen.getByRole('button', { name: /^Create/ }));
  await findToast('Created “Gannet”');
  await screen.findByRole('heading', { name: 'Gannet' });
  expect(router.state.location.pathname).toBe('/clients/1');
  expect((await field(/^Code/)).value).not.toBe('');

  await user.type(await field(/^Title/), ' line');
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  await findToast('Saved “Gannet line”');
  expect(await screen.findByRole('heading', { name: 'Gannet line' })).toBeTruthy();
  await user.type(await field(/^Title/), 's');
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  await findToast('Saved “Gannet lines”');
  const { record } = await service.send('GET', '/clients/1');
  expect(record.attributes).toMatchObject({ title: 'Gannet lines', default_guest_css: 'p { margin: 0 }' });
  expect(record.meta?.version).toBe('3');
});

test('a client that is not there leads back to the clients', async () => {
  await startService();
  const { user, router } = await show('/clients/5');
  await screen.findByText('There is nothing here.');
  await user.click(screen.getByRole('link', { name: 'Back to the clients' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/clients'));
});

test('a deleted client leads to the list and can be taken back', async () => {
  const { db } = await startService();
  await aClient(db, { title: 'Tidewater' });
  const { user } = await show('/clients/1');
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(await screen.findByText(/There are no clients yet/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /^Undo/ }));
  expect(await screen.findByRole('link', { name: 'Tidewater' })).toBeTruthy();
});
