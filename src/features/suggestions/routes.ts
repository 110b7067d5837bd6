import type { RouteObject } from 'react-router';
import { suggestions } from '#contract/suggestions.ts';
import { listRoute, recordRoute } from '#src/crud/route-data.ts';
import { withRoom } from './suggestion-query.ts';

export const suggestionRoutes: RouteObject[] = [
  {
    path: '/suggestions',
    ...listRoute(suggestions, withRoom),
    lazy: () => import('./suggestion-list.tsx'),
    children: [
      { path: '/suggestions/new', lazy: () => import('./new-suggestion.tsx') },
      {
        path: '/suggestions/:id',
        ...recordRoute(suggestions, withRoom.include),
        lazy: () => import('./edit-suggestion.tsx'),
      },
    ],
  },
];
