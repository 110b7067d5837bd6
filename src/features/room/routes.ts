import { rooms } from '#contract/rooms.ts';
import { oneQuery } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';
import { conversationQuery } from '#src/records/conversation/conversation-query.ts';
import type { Route, Visit } from '#src/router/route.ts';

export const roomRoutes: Route[] = [
  {
    path: '/rooms/:id',
    // Here and not in the page's module, so that records and code are asked for together.
    loader: ({ params: { id = '' } }: Visit) =>
      Promise.all([queryClient.query(oneQuery(rooms, id)), queryClient.infiniteQuery(conversationQuery(id))]),
    lazy: () => import('./room-page.tsx'),
    children: [{ path: '/rooms/:id/edit', lazy: () => import('./edit-room.tsx') }],
  },
];
