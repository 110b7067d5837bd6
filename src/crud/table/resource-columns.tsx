import { type Resource, type Row, sortNames } from '#contract/resource.ts';
import { CellValue } from '../cell-value.tsx';
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
