import { queryClient } from '#src/api/query-client.ts';
import type { Route } from '#src/router/route.ts';
import { draftQuery } from './draft/draft-query.ts';
import { queueQuery } from './queue/queue-query.ts';
import { ReviewPage } from './review-page.tsx';
import { readReviewAddress } from './review-query.ts';

export const reviewRoutes: Route[] = [
  {
    path: '/review/:id?',
    loader: ({ search, params }) => {
      const draft = params.id ? [queryClient.prefetchQuery(draftQuery(params.id))] : [];
      return Promise.all([queryClient.prefetchInfiniteQuery(queueQuery(readReviewAddress(search))), ...draft]);
    },
    // Going from draft to draft waits for nothing: what is not there yet is read by the page.
    loaderDeps: ({ search }) => search,
    // Where nearly everybody begins: fetched with the rest of the first screen, not behind it.
    Component: ReviewPage,
  },
];
