import { clients } from '#contract/clients.ts';
import { listRoute, recordRoute } from '#src/crud/list-route.ts';
import type { Route } from '#src/router/route.ts';

export const clientRoutes: Route[] = [
  { path: '/clients', ...listRoute(clients), lazy: () => import('./client-list.tsx') },
  { path: '/clients/new', lazy: () => import('./new-client.tsx') },
  { path: '/clients/:id', ...recordRoute(clients), lazy: () => import('./edit-client.tsx') },
];
