import { type RouteObject, redirect } from 'react-router';
import { Layout, layoutLoader, revalidatesLayout } from './app/layout.tsx';
import { NoSuchPage, PageError } from './app/page-error.tsx';
import { clientRoutes } from './features/clients/routes.ts';
import { connectionRoutes } from './features/connections/routes.ts';
import { keywordRoutes } from './features/keywords/routes.ts';
import { mineRoutes } from './features/mine/routes.ts';
import { reviewRoutes } from './features/review/routes.ts';
import { roomRoutes } from './features/room/routes.ts';
import { roomListRoutes } from './features/rooms/routes.ts';
import { settingsRoutes } from './features/settings/routes.ts';
import { suggestionRoutes } from './features/suggestions/routes.ts';
import { wallRoutes } from './features/wall/routes.ts';
import { watchRoutes } from './features/watch/routes.ts';
import { paths } from './paths.ts';

export const routes: RouteObject[] = [
  {
    ErrorBoundary: PageError,
    children: [{ path: '/connect', lazy: () => import('./features/connections/connect-page.tsx') }],
  },
  {
    Component: Layout,
    loader: layoutLoader,
    shouldRevalidate: revalidatesLayout,
    ErrorBoundary: PageError,
    children: [
      {
        ErrorBoundary: PageError,
        children: [
          { path: '/', loader: () => redirect(paths.review()) },
          ...reviewRoutes,
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
