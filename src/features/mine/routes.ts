import type { RouteObject } from 'react-router';
import { routeData } from '#src/crud/route-data.ts';

// In the route rather than in the page's module, so that data and code load in parallel.
const byTab = routeData(
  async ({ search }) => (await import('./read-mine.ts')).readMine(search),
  // Paging within a tab needs no loader: the page keeps showing the previous rows until the next ones are loaded.
  ({ search }) => search.replace(/[?&]page[^&]*/, ''),
);

export const mineRoutes: RouteObject[] = [
  { path: '/mine/new', ...byTab, lazy: () => import('./new-draft.tsx') },
  { path: '/mine/:id?', ...byTab, lazy: () => import('./mine-page.tsx') },
];
