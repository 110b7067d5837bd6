import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { CirclePlus } from 'lucide-react';
import { Link } from 'react-router';
import { clients } from '#contract/clients.ts';
import type { Row } from '#contract/resource.ts';
import { nextCopyName } from '#src/bulk/use-duplicate.ts';
import { navigate } from '#src/lib/router.ts';
import type { FilterSpec } from '#src/list/filter-spec.ts';
import { ListPage } from '#src/list/list-page.tsx';
import type { RecordColumn } from '#src/list/table/features.ts';
import { prefetchRecord } from '#src/list/use-list.ts';
import { usePageActions } from '#src/page/page-actions.ts';
import { paths } from '#src/paths.ts';
import { buttonClass } from '#src/ui/button.tsx';

const columns: RecordColumn<Row<typeof clients>>[] = [
  { accessorKey: 'title', size: 640, minSize: 112, meta: { label: msg`Title`, grow: 2 } },
  { accessorKey: 'code', size: 400, minSize: 96, meta: { label: msg`Code`, grow: 1, className: 'font-mono text-sm' } },
  { accessorKey: 'id', size: 80, meta: { label: msg`ID`, numeric: true, from: 'md' } },
];

const filters: FilterSpec<typeof clients>[] = [{ name: 'id', label: msg`ID` }];

/** The chat widgets embedded in customers' sites. */
export function Component() {
  const { t } = useLingui();
  usePageActions(() => [{ label: t`New client`, Icon: CirclePlus, act: () => void navigate(paths.newClient()) }]);
  return (
    <ListPage
      resource={clients}
      title={t`Clients`}
      columns={columns}
      filters={filters}
      rowName={(client) => client.title}
      rowPath={(client) => paths.client(client.id)}
      onIntent={prefetch}
      actions={
        <Link to={paths.newClient()} className={buttonClass({ kind: 'primary' })}>
          <Trans>New client</Trans>
        </Link>
      }
      empty={<Trans>No clients yet. A client is a chat widget that you embed in a customer’s site.</Trans>}
      canDelete
      copyChanges={({ title }, attempt) => ({ title: nextCopyName(title, attempt), code: undefined })}
    />
  );
}

function prefetch(client: Row<typeof clients>) {
  prefetchRecord(clients, client.id);
  void import('./client-page.tsx');
}
