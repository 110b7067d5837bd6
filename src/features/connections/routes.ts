import type { RouteObject } from 'react-router';

export const connectionRoutes: RouteObject[] = [{ path: '/connections', lazy: () => import('./connections-page.tsx') }];
