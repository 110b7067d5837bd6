import { type RouteObject, redirect } from 'react-router';
import { Component as Layout, loader as requireConnection } from './app/layout.tsx';
import { PageError } from './app/page-error.tsx';
import { mineRoutes } from './features/mine/routes.ts';
import { roomRoutes } from './features/room/routes.ts';
import { roomListRoutes } from './features/rooms/routes.ts';
import { settingsRoutes } from './features/settings/routes.ts';
import { watchRoutes } from './features/watch/routes.ts';
import { paths } from './paths.ts';

/** Every address of the dashboard. */
export const routes: RouteObject[] = [
  { path: '/connect', lazy: () => import('./features/connections/connect-page.tsx') },
  {
    path: '/',
    loader: requireConnection,
    Component: Layout,
    ErrorBoundary: PageError,
    HydrateFallback: () => null,
    children: [
      {
        ErrorBoundary: PageError,
        children: [
          { index: true, loader: () => redirect(paths.review()) },
          { path: 'review/:id?', lazy: () => import('./features/review/review-page.tsx') },
          ...mineRoutes,
          ...watchRoutes,
          ...roomListRoutes,
          ...roomRoutes,
          ...settingsRoutes,
        ],
      },
    ],
  },
];
