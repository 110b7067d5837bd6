import { queryClient } from '#src/api/query-client.ts';
import { meQuery } from '#src/records/people/use-me.ts';
import { mineListQuery, readMineAddress } from './mine-address.ts';

/** Prefetches the user's drafts for a URL, if the tenant tells who the user is. */
export async function readMine(search: string): Promise<void> {
  const me = await queryClient.query(meQuery());
  if (me) await queryClient.query(mineListQuery(readMineAddress(search), me.id));
}
