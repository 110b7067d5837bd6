import type { RouteObject } from 'react-router';
import { suggestions } from '#contract/suggestions.ts';
import { listRoute, recordRoute } from '#src/crud/list-route.ts';
import { withRoom } from './suggestion-query.ts';

export const suggestionRoutes: RouteObject[] = [
  {
    path: 'suggestions',
    ...listRoute(suggestions, withRoom),
    lazy: () => import('./suggestion-list.tsx'),
    children: [
      { path: 'new', lazy: () => import('./new-suggestion.tsx') },
      { path: ':id', ...recordRoute(suggestions, withRoom.include), lazy: () => import('./edit-suggestion.tsx') },
    ],
  },
];
