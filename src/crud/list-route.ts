import type { Resource } from '#contract/resource.ts';
import { listQuery, oneQuery } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';
import type { Visit } from '#src/router/route.ts';
import { type ListBase, readListQuery } from './read-list-query.ts';

/**
 * The data side of a list's route. It stands in the route and not in the page's module, so that records and code are
 * asked for together. A change of the query alone is the page's own business: it shows the old rows until it has the new.
 */
export function listRoute(resource: Resource, base?: ListBase) {
  return {
    loader: ({ search }: Visit) => {
      const { query } = readListQuery(resource, new URLSearchParams(search), base);
      return queryClient.query(listQuery(resource, query));
    },
  };
}

/** The data side of the route of one record, whose id is the parameter `id`. */
export function recordRoute(resource: Resource, include?: readonly string[]) {
  return {
    loader: ({ params }: Visit) => queryClient.query(oneQuery(resource, params.id ?? '', include)),
  };
}
