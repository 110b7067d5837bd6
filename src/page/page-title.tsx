import { connection } from '#src/api/connection.ts';
import { useStore } from '#src/lib/store.ts';

/** The document title: page and tenant. The title mounted last wins, such as a dialog's. */
export function PageTitle({ children }: { children: string }) {
  const tenant = useStore(connection)?.name;
  return <title>{[children, tenant, 'Countersign'].filter(Boolean).join(' · ')}</title>;
}
