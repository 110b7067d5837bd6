import { type ComponentProps, memo } from 'react';
import { connection } from '#src/api/connection.ts';
import { useStore } from '#src/lib/store.ts';
import { PageHeader } from '#src/ui/layout/page-header.tsx';

/** The document title: page and connection. The title mounted last wins, such as a dialog's. */
export const PageTitle = memo(function PageTitle({ children }: { children: string }) {
  const name = useStore(connection)?.name;
  return <title>{[children, name, 'Countersign'].filter(Boolean).join(' · ')}</title>;
});

/** A page header whose title is the document's as well. */
export function TitledHeader(props: ComponentProps<typeof PageHeader> & { title: string }) {
  return (
    <>
      <PageTitle>{props.title}</PageTitle>
      <PageHeader {...props} />
    </>
  );
}
