import { queryClient } from '#src/api/query-client.ts';
import { waitingRoomsQuery } from '#src/records/waiting/waiting-rooms-query.ts';
import type { Route } from '#src/router/route.ts';

export const watchRoutes: Route[] = [
  {
    path: '/watch',
    // Here and not in the page's module, so that records and code are asked for together.
    loader: () => queryClient.query(waitingRoomsQuery()),
    lazy: () => import('./watch-page.tsx'),
  },
];
