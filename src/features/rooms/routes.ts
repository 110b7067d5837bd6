import { rooms } from '#contract/rooms.ts';
import { countsQuery } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';
import { listRoute } from '#src/crud/list-route.ts';
import type { Route, Visit } from '#src/router/route.ts';

const list = listRoute(rooms);

export const roomListRoutes: Route[] = [
  {
    path: '/rooms',
    ...list,
    loader: (visit: Visit) => {
      queryClient.query(countsQuery(rooms, 'room_counts')).catch(() => undefined);
      return list.loader(visit);
    },
    lazy: () => import('./room-list.tsx'),
    children: [
      { path: '/rooms/new', lazy: () => import('./new-room.tsx') },
      { path: '/rooms/new/direct', lazy: () => import('./new-direct-room.tsx') },
      { path: '/rooms/new/group', lazy: () => import('./new-group-room.tsx') },
    ],
  },
];
