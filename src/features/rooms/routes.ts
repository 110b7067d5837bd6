import type { LoaderFunctionArgs, RouteObject } from 'react-router';
import { rooms } from '#contract/rooms.ts';
import { countsQuery } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';
import { listRoute } from '#src/crud/list-route.ts';

const list = listRoute(rooms);

export const roomListRoutes: RouteObject[] = [
  {
    path: 'rooms',
    ...list,
    loader: (args: LoaderFunctionArgs) => {
      queryClient.query(countsQuery(rooms, 'room_counts')).catch(() => undefined);
      return list.loader(args);
    },
    lazy: () => import('./room-list.tsx'),
    children: [
      { path: 'new', lazy: () => import('./new-room.tsx') },
      { path: 'new/direct', lazy: () => import('./new-direct-room.tsx') },
      { path: 'new/group', lazy: () => import('./new-group-room.tsx') },
    ],
  },
];
