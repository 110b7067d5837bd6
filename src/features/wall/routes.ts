import type { RouteObject } from 'react-router';
import { queryClient } from '#src/api/query-client.ts';
import { routeData } from '#src/crud/route-data.ts';
import { waitingRoomsQuery } from '#src/records/waiting/waiting-rooms-query.ts';

export const wallRoutes: RouteObject[] = [
  {
    path: '/watch/wall',
    ...routeData(() => queryClient.query(waitingRoomsQuery())),
    lazy: () => import('./wall-page.tsx'),
  },
];
