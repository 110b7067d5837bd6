import type { RouteObject } from 'react-router';
import { queryClient } from '#src/api/query-client.ts';
import { routeData } from '#src/crud/route-data.ts';

export const wallRoutes: RouteObject[] = [
  {
    path: '/watch/wall',
    ...routeData(async () => {
      const { waitingRoomsQuery } = await import('#src/records/waiting/waiting-rooms-query.ts');
      return queryClient.query(waitingRoomsQuery());
    }),
    lazy: () => import('./wall-page.tsx'),
  },
];
