import { screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { meQuery } from '#src/api/me-query.ts';
import { queryClient } from '#src/api/query-client.ts';
import { keywordRoutes, reviewRoutes, roomRoutes } from '#src/routes.tsx';
import { openDrafts } from '../review/render-review-desk.tsx';
import { withOutbox } from '../with-outbox.tsx';

export const routes = withOutbox([
  ...reviewRoutes,
  ...roomRoutes,
  ...keywordRoutes,
  { path: '/elsewhere', Component: () => <p>Elsewhere</p> },
]);

export async function showDrafts(...[count, path, options]: Parameters<typeof openDrafts>) {
  const page = await openDrafts(count, path, { routes, ...options });
  // The first unmount in strict mode may cancel this query.
  await waitFor(() => queryClient.query(meQuery()));
  return page;
}

export const bar = async () => within(await screen.findByRole('region', { name: 'Outbox' }));
export const noBar = () => waitFor(() => expect(screen.queryByRole('region', { name: 'Outbox' })).toBeNull());
export const textOf = async (text: string) =>
  within(await screen.findByRole('region', { name: 'Current draft' })).findByText(text);
