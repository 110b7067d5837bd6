import { Outlet, type RouteObject } from 'react-router';
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
