import { queryClient } from '#src/api/query-client.ts';
import { meQuery } from '#src/records/people/use-me.ts';
import { mineListQuery, readMineAddress } from './mine-address.ts';

/** Reads one's own drafts that an address asks for, where the tenant says who one is. */
export async function readMine(search: string): Promise<void> {
  const me = await queryClient.query(meQuery());
  if (me) await queryClient.query(mineListQuery(readMineAddress(search), me.id));
}
