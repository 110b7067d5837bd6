import { Trans } from '@lingui/react/macro';
import type { Attribute } from '#contract/attribute.ts';
import { type Resource, type Row, sortNames } from '#contract/resource.ts';
import { RelativeTime } from '#src/ui/text/relative-time.tsx';
import { Truncated } from '#src/ui/text/truncated.tsx';
import type { RecordColumn } from './features.ts';
import { idOf } from './use-record-table.ts';

/** Columns of a resource: sortable if the contract has an order for them; values are formatted by kind. */
export function resourceColumns<R extends Resource>(
  resource: R,
  columns: readonly RecordColumn<Row<R>>[],
): RecordColumn<Row<R>>[] {
  const sortable = sortNames(resource);
  return columns.map((column, index) => {
    const id = idOf(column);
    return {
      cell: ({ getValue }) => <CellValue attribute={resource.attributes[id]} value={getValue()} />,
      // The link to the record cannot be hidden.
      enableHiding: index > 0,
      ...column,
      enableSorting: sortable.includes(id),
    };
  });
}

/** A record's value in one line, formatted by the kind of its attribute. */
function CellValue({ attribute, value }: { attribute: Attribute | undefined; value: unknown }) {
  if (value === null || value === undefined || value === '') return <span className="text-faint">–</span>;
  if (typeof value === 'boolean') return value ? <Trans>Yes</Trans> : <Trans>No</Trans>;
  if (attribute?.kind === 'unix' && typeof value === 'number') return <RelativeTime unix={value} />;
  return <Truncated text={typeof value === 'string' ? value : JSON.stringify(value)} />;
}
