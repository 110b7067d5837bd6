import { keywords } from '#contract/keywords.ts';
import { queryClient } from '#src/api/query-client.ts';
import { recordRoute } from '#src/crud/list-route.ts';
import type { Route } from '#src/router/route.ts';

/** Starts reading the keywords while the page's code comes; they show as they come. */
async function loader() {
  const { allKeywordsQuery } = await import('./list/all-keywords.ts');
  void queryClient.prefetchQuery(allKeywordsQuery());
  return null;
}

export const keywordRoutes: Route[] = [
  { path: '/keywords/bench', loader, lazy: () => import('./bench/bench-page.tsx') },
  {
    path: '/keywords',
    loader,
    lazy: () => import('./keyword-list.tsx'),
    children: [
      { path: '/keywords/new', lazy: () => import('./new-keyword.tsx') },
      { path: '/keywords/import', lazy: () => import('./csv/import-dialog.tsx') },
      { path: '/keywords/:id', ...recordRoute(keywords), lazy: () => import('./edit-keyword.tsx') },
    ],
  },
];
