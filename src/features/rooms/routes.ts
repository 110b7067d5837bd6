import type { RouteObject } from 'react-router';
import { rooms } from '#contract/rooms.ts';
import { countsQuery } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';
import { readList, routeData } from '#src/crud/route-data.ts';

export const roomListRoutes: RouteObject[] = [
  {
    path: '/rooms',
    ...routeData((visit) => {
      queryClient.query(countsQuery(rooms, 'room_counts')).catch(() => undefined);
      return readList(rooms, visit);
    }),
    lazy: () => import('./room-list.tsx'),
    children: [
      { path: '/rooms/new', lazy: () => import('./new-room.tsx') },
      { path: '/rooms/new/direct', lazy: () => import('./new-direct-room.tsx') },
      { path: '/rooms/new/group', lazy: () => import('./new-group-room.tsx') },
    ],
  },
];
