import type { LoaderFunctionArgs, RouteObject } from 'react-router';
import { queryClient } from '#src/api/query-client.ts';
import { unlessSlow } from '#src/lib/unless-slow.ts';
import { meQuery } from '#src/records/people/use-me.ts';
import { mineListQuery, readMineAddress } from './mine-address.ts';

// Here and not in the page's module, so that records and code are asked for together.
const loader = ({ request }: LoaderFunctionArgs) => unlessSlow(readMine(new URL(request.url).search));

export const mineRoutes: RouteObject[] = [
  { path: 'mine/new', loader, lazy: () => import('./new-draft.tsx') },
  { path: 'mine/:id?', loader, lazy: () => import('./mine-page.tsx') },
];

async function readMine(search: string): Promise<void> {
  const me = await queryClient.query(meQuery());
  if (me) await queryClient.query(mineListQuery(readMineAddress(search), me.id));
}
