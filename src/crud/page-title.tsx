import { connection } from '#src/api/connection.ts';
import { useStore } from '#src/lib/store.ts';
import { DocumentTitle } from '#src/ui/document-title.tsx';

/** The tab's title: the page, and the tenant whose page it is. */
export function PageTitle({ children }: { children: string }) {
  const tenant = useStore(connection)?.name;
  return <DocumentTitle>{[children, tenant, 'Countersign'].filter(Boolean).join(' · ')}</DocumentTitle>;
}
