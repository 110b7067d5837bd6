import { type RouteObject, redirect } from 'react-router';
import { Component as Layout, loader as requireConnection } from './app/layout.tsx';
import { NoSuchPage, PageError } from './app/page-error.tsx';
import { clientRoutes } from './features/clients/routes.ts';
import { connectionRoutes } from './features/connections/routes.ts';
import { keywordRoutes } from './features/keywords/routes.ts';
import { mineRoutes } from './features/mine/routes.ts';
import { loader as loadReview, Component as ReviewPage, shouldRevalidate } from './features/review/review-page.tsx';
import { roomRoutes } from './features/room/routes.ts';
import { roomListRoutes } from './features/rooms/routes.ts';
import { settingsRoutes } from './features/settings/routes.ts';
import { suggestionRoutes } from './features/suggestions/routes.ts';
import { wallRoutes } from './features/wall/routes.ts';
import { watchRoutes } from './features/watch/routes.ts';
import { paths } from './paths.ts';

/** What stands there for the moment until a page's code has come: less than a skeleton would flash. */
const Nothing = () => null;

/** Every address of the dashboard. */
export const routes: RouteObject[] = [
  {
    path: '/connect',
    lazy: () => import('./features/connections/connect-page.tsx'),
    ErrorBoundary: PageError,
    HydrateFallback: Nothing,
  },
  {
    path: '/',
    loader: requireConnection,
    Component: Layout,
    ErrorBoundary: PageError,
    HydrateFallback: Nothing,
    children: [
      {
        ErrorBoundary: PageError,
        children: [
          { index: true, loader: () => redirect(paths.review()) },
          // Where nearly everybody begins: fetched with the rest of the first screen, not behind it.
          { path: 'review/:id?', loader: loadReview, shouldRevalidate, Component: ReviewPage },
          ...mineRoutes,
          ...watchRoutes,
          ...wallRoutes,
          ...roomListRoutes,
          ...roomRoutes,
          ...clientRoutes,
          ...keywordRoutes,
          ...suggestionRoutes,
          ...connectionRoutes,
          ...settingsRoutes,
          { path: '*', Component: NoSuchPage },
        ],
      },
    ],
  },
];
