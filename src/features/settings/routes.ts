import type { RouteObject } from 'react-router';

export const settingsRoutes: RouteObject[] = [
  { path: '/settings', lazy: () => import('./settings-page.tsx') },
  { path: '/settings/offers', lazy: () => import('./offers/offers-page.tsx') },
];
