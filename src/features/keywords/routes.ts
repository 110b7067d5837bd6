import type { RouteObject } from 'react-router';
import { keywords } from '#contract/keywords.ts';
import { listRoute, recordRoute } from '#src/crud/list-route.ts';

export const keywordRoutes: RouteObject[] = [
  {
    path: 'keywords',
    ...listRoute(keywords),
    lazy: () => import('./keyword-list.tsx'),
    children: [
      { path: 'new', lazy: () => import('./new-keyword.tsx') },
      { path: ':id', ...recordRoute(keywords), lazy: () => import('./edit-keyword.tsx') },
    ],
  },
];
