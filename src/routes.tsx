import { type RouteObject, redirect } from 'react-router';
import { Component as Layout, loader as requireConnection } from './app/layout.tsx';
import { PageError } from './app/page-error.tsx';
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
        ],
      },
    ],
  },
];
