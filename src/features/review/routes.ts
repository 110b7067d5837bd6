import type { RouteObject } from 'react-router';
import { queryClient } from '#src/api/query-client.ts';
import { routeData } from '#src/crud/route-data.ts';
import { draftQuery } from './draft/draft-query.ts';
import { queueQuery } from './queue/queue-query.ts';
import { ReviewPage } from './review-page.tsx';
import { readReviewAddress } from './review-query.ts';

export const reviewRoutes: RouteObject[] = [
  {
    path: '/review/:id?',
    ...routeData(
      ({ search, params }) => {
        const draft = params.id ? [queryClient.prefetchQuery(draftQuery(params.id))] : [];
        return Promise.all([queryClient.prefetchInfiniteQuery(queueQuery(readReviewAddress(search))), ...draft]);
      },
      // Keyed by the query string only, so that moving between drafts does not wait for the loader.
      ({ search }) => search,
    ),
    // Not lazy: most sessions start here, so the page is part of the initial load.
    Component: ReviewPage,
  },
];
