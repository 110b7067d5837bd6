import { queryOptions } from '@tanstack/react-query';
import { formatListQuery } from '#contract/list-query.ts';
import type { Row } from '#contract/resource.ts';
import { users } from '#contract/users.ts';
import { ApiError } from '#src/api/errors.ts';
import { filterOffer, lacks, noteOffer } from '#src/api/offers/offers.ts';
import { queryKeys } from '#src/api/queries.ts';
import { readList } from '#src/api/read-document.ts';
import { request } from '#src/api/request.ts';

const CURRENT = filterOffer(users.type, 'current_user');

/** The current user; undefined if the tenant cannot tell. */
export function meQuery() {
  return queryOptions({
    queryKey: [...queryKeys.resource(users), 'me'],
    queryFn: async ({ signal }): Promise<Row<typeof users> | null> => {
      const search = formatListQuery({ filter: { current_user: '1' } });
      if (lacks(`GET /${users.type}`) || lacks(CURRENT)) return null;
      try {
        const { rows } = readList(users, await request({ path: `/${users.type}`, search, signal }), {});
        const [me, ...others] = rows;
        // Two matches mean that the filter was ignored.
        if (others.length > 0) noteOffer(CURRENT, 'ignored', '200 with several people');
        return me && others.length === 0 ? me : null;
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

/** The tenant refuses to tell; network and server errors do not count. */
function isRefused(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.isAddressRefused) return false;
  return error.isNotOffered || (error.status >= 400 && error.status < 500 && error.status !== 401);
}
