import { queryOptions } from '@tanstack/react-query';
import type { Row } from '#contract/resource.ts';
import { users } from '#contract/users.ts';
import { unsupportedFilters } from './capabilities.ts';
import { ApiError } from './errors.ts';
import { queryKeys } from './query-client.ts';
import { fetchList } from './reads.ts';

/** The current user; undefined if the tenant does not report it. */
export function meQuery() {
  return queryOptions({
    queryKey: queryKeys.me(),
    queryFn: async ({ signal }): Promise<Row<typeof users> | null> => {
      try {
        const { rows } = await fetchList(users, { filter: { current_user: '1' } }, { signal });
        // A tenant without the filter returns all users.
        const isFiltered = rows.length < 2 && !unsupportedFilters(users).includes('current_user');
        return (isFiltered && rows[0]) || null;
      } catch (error) {
        if (isRefused(error)) return null;
        throw error;
      }
    },
    // Query data cannot be undefined.
    select: (me): Row<typeof users> | undefined => me ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Whether the tenant would refuse the same request again; network and server errors do not count. */
export function isRefused(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.isAddressRefused || error.isBusy || error.status === 408) return false;
  return error.isUnsupported || (error.status >= 400 && error.status < 500 && error.status !== 401);
}
