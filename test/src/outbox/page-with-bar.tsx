import { screen, within } from '@testing-library/react';
import { keywordRoutes, reviewRoutes, roomRoutes } from '#src/routes.tsx';
import { openDrafts } from '../review/render-review-desk.tsx';
import { findUser, withOutbox } from '../with-outbox.tsx';

export const routes = withOutbox([
  ...reviewRoutes,
  ...roomRoutes,
  ...keywordRoutes,
  { path: '/elsewhere', Component: () => <p>Elsewhere</p> },
]);

export async function showDrafts(...[count, path, options]: Parameters<typeof openDrafts>) {
  const page = await openDrafts(count, path, { routes, ...options });
  await findUser();
  return page;
}

export const textOf = async (text: string) =>
  within(await screen.findByRole('region', { name: 'Current draft' })).findByText(text);
