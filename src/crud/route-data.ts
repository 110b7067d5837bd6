import type { LoaderFunction, Params, RouteObject } from 'react-router';
import type { Resource } from '#contract/resource.ts';
import { connection } from '#src/api/connection.ts';
import { listQuery, oneQuery } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';
import { isShown } from '#src/lib/router.ts';
import { settledWithin } from '#src/lib/settled-within.ts';
import { type ListBase, readListQuery } from './read-list-query.ts';

/** What a route reads its records by. */
export interface Visit {
  /** With the question mark; empty where there is none. */
  search: string;
  params: Params;
}

/** Longer than that, and it would seem that nothing happens: another page is then shown with skeletons. */
const OTHER_PAGE_MS = 150;
/** The same page with another query stays as it was a little longer, dimmed. */
const SAME_PAGE_MS = 400;

/**
 * The `loader` of a route that reads records into the query cache, while the page's code loads. It waits for them a
 * moment only, and never fails: the page shows skeletons or what went wrong. It runs again when `keyOf` gives another
 * key; by default a change of the address within the same route is the page's own business.
 */
export function routeData(
  read: (visit: Visit) => unknown,
  keyOf: (visit: Visit) => string | undefined = () => '',
): Required<Pick<RouteObject, 'loader' | 'shouldRevalidate'>> {
  const loader: LoaderFunction = async ({ request, params }) => {
    // Signed out, the layout's loader redirects.
    if (!connection.get()) return null;
    const visit = { search: new URL(request.url).search, params };
    await settledWithin(isShown(loader) ? SAME_PAGE_MS : OTHER_PAGE_MS, [(async () => read(visit))()]);
    return null;
  };
  return {
    loader,
    shouldRevalidate: ({ currentUrl, currentParams, nextUrl, nextParams }) =>
      keyOf({ search: currentUrl.search, params: currentParams }) !==
      keyOf({ search: nextUrl.search, params: nextParams }),
  };
}

/** The data of a list's route. */
export const listRoute = (resource: Resource, base?: ListBase) => routeData((visit) => readList(resource, visit, base));

/** Reads the page of a list that an address names. */
export function readList(resource: Resource, { search }: Visit, base?: ListBase): Promise<unknown> {
  const { query } = readListQuery(resource, new URLSearchParams(search), base);
  return queryClient.query(listQuery(resource, query));
}

/** The data of the route of one record, whose id is the parameter `id`. */
export const recordRoute = (resource: Resource, include?: readonly string[]) =>
  routeData(({ params }) => queryClient.query(oneQuery(resource, params.id ?? '', include)), idOf);

/** The parameter `id`, as the key of a route's data. */
export const idOf = ({ params }: Visit): string | undefined => params.id;
