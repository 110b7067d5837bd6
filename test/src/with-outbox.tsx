import { screen, waitFor, within } from '@testing-library/react';
import { Outlet, type RouteObject } from 'react-router';
import { expect } from 'vitest';
import { meQuery } from '#src/api/me-query.ts';
import { queryClient } from '#src/api/query-client.ts';
import { OutboxBar } from '#src/outbox/outbox-bar.tsx';

/** Pages with the outbox below them, as in the app shell: it handles the undo key. */
export const withOutbox = (children: RouteObject[]): RouteObject[] => [
  {
    Component: () => (
      <>
        <Outlet />
        <OutboxBar />
      </>
    ),
    children,
  },
];

/** Waits until the page knows who is signed in. The first unmount in strict mode may cancel its own query. */
export const findUser = () => waitFor(() => queryClient.query(meQuery()));

export const outboxBar = async () => within(await screen.findByRole('region', { name: 'Outbox' }));

export const noOutboxBar = () => waitFor(() => expect(screen.queryByRole('region', { name: 'Outbox' })).toBeNull());
