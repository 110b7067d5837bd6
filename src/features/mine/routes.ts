import { queryClient } from '#src/api/query-client.ts';
import { meQuery } from '#src/records/people/use-me.ts';
import type { Route, Visit } from '#src/router/route.ts';
import { mineListQuery, readMineAddress } from './mine-address.ts';

// Here and not in the page's module, so that records and code are asked for together.
const byTab = {
  loader: ({ search }: Visit) => readMine(search),
  loaderDeps: ({ search }: Visit) => search,
};

export const mineRoutes: Route[] = [
  { path: '/mine/new', ...byTab, lazy: () => import('./new-draft.tsx') },
  { path: '/mine/:id?', ...byTab, lazy: () => import('./mine-page.tsx') },
];

async function readMine(search: string): Promise<void> {
  const me = await queryClient.query(meQuery());
  if (me) await queryClient.query(mineListQuery(readMineAddress(search), me.id));
}
