import { screen } from '@testing-library/react';
import { clientRoutes } from '#src/routes.tsx';
import { aClient } from '#test/builders.ts';
import { type PageOptions, renderPage, startService } from '../render-page.tsx';
import { withOutbox } from '../with-outbox.tsx';

export const show = (path: string, options: Partial<PageOptions> = {}) =>
  renderPage(path, { routes: withOutbox(clientRoutes), ...options });
/** Shows a page of a tenant with one client. */
export async function showClient(
  path: string,
  client: Parameters<typeof aClient>[1] = {},
  options?: Partial<PageOptions>,
) {
  await aClient((await startService()).db, { title: 'Tidewater', ...client });
  return show(path, options);
}
export const field = (name: RegExp) => screen.findByRole<HTMLTextAreaElement>('textbox', { name });
