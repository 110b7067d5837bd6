import { connection } from '#src/api/connection.ts';
import { useStore } from '#src/lib/store.ts';

/** The tab's title: the page, and the tenant whose page it is. */
export function PageTitle({ children }: { children: string }) {
  const tenant = useStore(connection)?.name;
  return <title>{[children, tenant, 'Countersign'].filter(Boolean).join(' · ')}</title>;
}
