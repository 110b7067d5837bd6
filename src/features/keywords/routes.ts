import type { RouteObject } from 'react-router';
import { keywords } from '#contract/keywords.ts';
import { queryClient } from '#src/api/query-client.ts';
import { recordRoute, routeData } from '#src/crud/route-data.ts';

/** Prefetches the keywords in parallel with the page's code. */
const readsKeywords = routeData(async () => {
  const { allKeywordsQuery } = await import('./list/all-keywords.ts');
  void queryClient.prefetchQuery(allKeywordsQuery());
});

export const keywordRoutes: RouteObject[] = [
  { path: '/keywords/bench', ...readsKeywords, lazy: () => import('./bench/bench-page.tsx') },
  {
    path: '/keywords',
    ...readsKeywords,
    lazy: () => import('./keyword-list.tsx'),
    children: [
      { path: '/keywords/new', lazy: () => import('./new-keyword.tsx') },
      { path: '/keywords/import', lazy: () => import('./csv/import-dialog.tsx') },
      { path: '/keywords/:id', ...recordRoute(keywords), lazy: () => import('./edit-keyword.tsx') },
    ],
  },
];
