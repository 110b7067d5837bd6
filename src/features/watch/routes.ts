import type { RouteObject } from 'react-router';
import { queryClient } from '#src/api/query-client.ts';
import { routeData } from '#src/crud/route-data.ts';

export const watchRoutes: RouteObject[] = [
  {
    path: '/watch',
    // In the route rather than in the page's module, so that data and code load in parallel.
    ...routeData(async () => {
      const { waitingRoomsQuery } = await import('#src/records/waiting/waiting-rooms-query.ts');
      return queryClient.query(waitingRoomsQuery());
    }),
    lazy: () => import('./watch-page.tsx'),
  },
];
