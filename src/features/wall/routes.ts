import { queryClient } from '#src/api/query-client.ts';
import { waitingRoomsQuery } from '#src/records/waiting/waiting-rooms-query.ts';
import type { Route } from '#src/router/route.ts';

export const wallRoutes: Route[] = [
  {
    path: '/watch/wall',
    loader: () => queryClient.query(waitingRoomsQuery()),
    lazy: () => import('./wall-page.tsx'),
  },
];
