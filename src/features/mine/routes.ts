import type { RouteObject } from 'react-router';
import { queryClient } from '#src/api/query-client.ts';
import { routeData } from '#src/crud/route-data.ts';
import { meQuery } from '#src/records/people/use-me.ts';
import { mineListQuery, readMineAddress } from './mine-address.ts';

// In the route and not in the page's module, so that records and code load side by side.
const byTab = routeData(
  ({ search }) => readMine(search),
  ({ search }) => search,
);

export const mineRoutes: RouteObject[] = [
  { path: '/mine/new', ...byTab, lazy: () => import('./new-draft.tsx') },
  { path: '/mine/:id?', ...byTab, lazy: () => import('./mine-page.tsx') },
];

async function readMine(search: string): Promise<void> {
  const me = await queryClient.query(meQuery());
  if (me) await queryClient.query(mineListQuery(readMineAddress(search), me.id));
}
