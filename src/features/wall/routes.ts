import type { RouteObject } from 'react-router';
import { queryClient } from '#src/api/query-client.ts';
import { unlessSlow } from '#src/lib/unless-slow.ts';
import { waitingRoomsQuery } from '#src/records/waiting/waiting-rooms-query.ts';

export const wallRoutes: RouteObject[] = [
  {
    path: 'watch/wall',
    loader: () => unlessSlow(queryClient.query(waitingRoomsQuery())),
    lazy: () => import('./wall-page.tsx'),
  },
];
