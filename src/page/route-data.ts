import type { LoaderFunction, Params, ShouldRevalidateFunction } from 'react-router';
import type { Resource } from '#contract/resource.ts';
import { connection } from '#src/api/connection.ts';
import { oneQuery } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';
import { settleWithin } from '#src/lib/delay.ts';
import { isShown } from '#src/lib/router.ts';

/** URL parts that select the records of a route. */
export interface Visit {
  /** With the question mark; empty if there is none. */
  search: string;
  params: Params;
}

/** A longer wait would seem stuck, so the next page is then shown with skeletons. */
const OTHER_PAGE_MS = 150;
/** On a query change, the current page stays visible a little longer, dimmed. */
const SAME_PAGE_MS = 400;

/**
 * A route `loader` that reads records into the query cache while the page's code loads. Waits for them only briefly and
 * never fails: the page shows skeletons or the error. Runs again when `keyOf` returns another key; by default, the page
 * itself handles URL changes within its route.
 */
export function routeData(
  read: (visit: Visit) => unknown,
  keyOf: (visit: Visit) => string | undefined = () => '',
): { loader: LoaderFunction; shouldRevalidate: ShouldRevalidateFunction } {
  const loader: LoaderFunction = async ({ request, params }) => {
    // When signed out, the layout's loader redirects.
    if (!connection.get()) return null;
    const visit = { search: new URL(request.url).search, params };
    await settleWithin(isShown(loader) ? SAME_PAGE_MS : OTHER_PAGE_MS, [(async () => read(visit))()]);
    return null;
  };
  return {
    loader,
    shouldRevalidate: ({ currentUrl, currentParams, nextUrl, nextParams }) =>
      keyOf({ search: currentUrl.search, params: currentParams }) !==
      keyOf({ search: nextUrl.search, params: nextParams }),
  };
}

/** Loads the data of a record route, whose id is the parameter `id`. */
export const recordRoute = (resource: Resource, include?: readonly string[]) =>
  routeData(({ params }) => queryClient.query(oneQuery(resource, params.id ?? '', include)), idOf);

/** Revalidation key: the parameter `id`. */
export const idOf = ({ params }: Visit): string | undefined => params.id;
