import type { Route } from '#src/router/route.ts';

export const connectionRoutes: Route[] = [{ path: '/connections', lazy: () => import('./connections-page.tsx') }];
