import type { Route } from '#src/router/route.ts';

export const settingsRoutes: Route[] = [
  { path: '/settings', lazy: () => import('./settings-page.tsx') },
  { path: '/settings/offers', lazy: () => import('./offers/offers-page.tsx') },
];
