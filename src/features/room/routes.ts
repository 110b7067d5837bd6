import type { RouteObject } from 'react-router';
import { rooms } from '#contract/rooms.ts';
import { oneQuery } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';
import { idOf, routeData } from '#src/crud/route-data.ts';
import { conversationQuery } from '#src/records/conversation/conversation-query.ts';

export const roomRoutes: RouteObject[] = [
  {
    path: '/rooms/:id',
    // In the route rather than in the page's module, so that data and code load in parallel.
    ...routeData(
      ({ params: { id = '' } }) =>
        Promise.all([queryClient.query(oneQuery(rooms, id)), queryClient.infiniteQuery(conversationQuery(id))]),
      idOf,
    ),
    lazy: () => import('./room-page.tsx'),
    children: [{ path: '/rooms/:id/edit', lazy: () => import('./edit-room.tsx') }],
  },
];
