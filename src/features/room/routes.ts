import type { LoaderFunctionArgs, RouteObject } from 'react-router';
import { rooms } from '#contract/rooms.ts';
import { oneQuery } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';
import { unlessSlow } from '#src/lib/unless-slow.ts';
import { conversationQuery } from '#src/records/conversation/conversation-query.ts';

export const roomRoutes: RouteObject[] = [
  {
    path: 'rooms/:id',
    // Here and not in the page's module, so that records and code are asked for together.
    loader: ({ params: { id = '' } }: LoaderFunctionArgs) =>
      unlessSlow(queryClient.query(oneQuery(rooms, id)), queryClient.infiniteQuery(conversationQuery(id))),
    lazy: () => import('./room-page.tsx'),
    children: [{ path: 'edit', lazy: () => import('./edit-room.tsx') }],
  },
];
