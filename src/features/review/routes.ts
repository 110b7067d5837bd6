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
      // Going from draft to draft waits for nothing: the page reads what is missing.
      ({ search }) => search,
    ),
    // Where nearly everybody begins: fetched with the rest of the first screen, not behind it.
    Component: ReviewPage,
  },
];
