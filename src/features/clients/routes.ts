import type { RouteObject } from 'react-router';
import { clients } from '#contract/clients.ts';
import { listRoute, recordRoute } from '#src/crud/route-data.ts';

export const clientRoutes: RouteObject[] = [
  { path: '/clients', ...listRoute(clients), lazy: () => import('./client-list.tsx') },
  { path: '/clients/new', lazy: () => import('./new-client.tsx') },
  { path: '/clients/:id', ...recordRoute(clients), lazy: () => import('./edit-client.tsx') },
];
