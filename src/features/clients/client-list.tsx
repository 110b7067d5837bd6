import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { clients } from '#contract/clients.ts';
import type { Row } from '#contract/resource.ts';
import { approachRecord } from '#src/crud/approach-record.ts';
import type { Column } from '#src/crud/column.ts';
import { copyName } from '#src/crud/copy-name.ts';
import type { FilterSpec } from '#src/crud/filter-spec.ts';
import { ListPage } from '#src/crud/list-page.tsx';
import { paths } from '#src/paths.ts';
import { buttonClass } from '#src/ui/button-class.ts';

const columns: Column<typeof clients>[] = [
  { name: 'title', label: msg`Title` },
  { name: 'code', label: msg`Code`, className: 'w-1/3 font-mono text-sm' },
  { name: 'id', label: msg`ID`, numeric: true, className: 'w-20 max-md:hidden' },
];

const filters: FilterSpec<typeof clients>[] = [{ name: 'id', label: msg`ID` }];

/** The chat widgets embedded in customers' sites. */
export function Component() {
  const { t } = useLingui();
  return (
    <ListPage
      resource={clients}
      title={t`Clients`}
      columns={columns}
      filters={filters}
      rowName={(client) => client.title}
      rowPath={(client) => paths.client(client.id)}
      onApproach={approach}
      actions={
        <Link to={paths.newClient()} className={buttonClass({ kind: 'primary' })}>
          <Trans>New client</Trans>
        </Link>
      }
      empty={<Trans>There are no clients yet: chat widgets to embed in customers’ sites.</Trans>}
      canDelete
      copyChanges={({ title }, attempt) => ({ title: copyName(title, attempt), code: undefined })}
    />
  );
}

function approach(client: Row<typeof clients>) {
  approachRecord(clients, client.id);
  void import('./edit-client.tsx');
}
