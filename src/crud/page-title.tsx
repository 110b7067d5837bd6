import { connection } from '#src/api/connection.ts';
import { useStore } from '#src/lib/store.ts';

/** The document's title: the page and the tenant. Of several the one that was mounted last wins, such as a dialog's. */
export function PageTitle({ children }: { children: string }) {
  const tenant = useStore(connection)?.name;
  return <title>{[children, tenant, 'Countersign'].filter(Boolean).join(' · ')}</title>;
}
