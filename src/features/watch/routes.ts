import type { RouteObject } from 'react-router';
import { queryClient } from '#src/api/query-client.ts';
import { routeData } from '#src/crud/route-data.ts';

export const watchRoutes: RouteObject[] = [
  {
    path: '/watch',
    // In the route and not in the page's module, so that records and code load side by side.
    ...routeData(async () => {
      const { waitingRoomsQuery } = await import('#src/records/waiting/waiting-rooms-query.ts');
      return queryClient.query(waitingRoomsQuery());
    }),
    lazy: () => import('./watch-page.tsx'),
  },
];
