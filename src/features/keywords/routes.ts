import type { RouteObject } from 'react-router';
import { keywords } from '#contract/keywords.ts';
import { queryClient } from '#src/api/query-client.ts';
import { recordRoute } from '#src/crud/list-route.ts';

/** Starts reading the keywords while the page's code comes; they show as they come. */
async function loader() {
  const { allKeywordsQuery } = await import('./list/all-keywords.ts');
  void queryClient.prefetchQuery(allKeywordsQuery());
  return null;
}

const whole = { loader, shouldRevalidate: () => false };

export const keywordRoutes: RouteObject[] = [
  { path: 'keywords/bench', ...whole, lazy: () => import('./bench/bench-page.tsx') },
  {
    path: 'keywords',
    ...whole,
    lazy: () => import('./keyword-list.tsx'),
    children: [
      { path: 'new', lazy: () => import('./new-keyword.tsx') },
      { path: 'import', lazy: () => import('./csv/import-dialog.tsx') },
      { path: ':id', ...recordRoute(keywords), lazy: () => import('./edit-keyword.tsx') },
    ],
  },
];
