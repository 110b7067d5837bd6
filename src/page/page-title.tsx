import { memo } from 'react';
import { connection } from '#src/api/connection.ts';
import { useStore } from '#src/lib/store.ts';

/** The document title: page and connection. The title mounted last wins, such as a dialog's. */
export const PageTitle = memo(function PageTitle({ children }: { children: string }) {
  const name = useStore(connection)?.name;
  return <title>{[children, name, 'Countersign'].filter(Boolean).join(' · ')}</title>;
});
