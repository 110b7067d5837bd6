import type { CSSProperties } from 'react';
import { columnWidths, type WidthsBeside } from './column-widths.ts';
import type { ArrangedTable } from './use-record-table.ts';

/** Widths in rem of the selection cells; keep in sync with their classes. */
export const SELECT_REM = 2.5;

/** Custom properties for the widths and offsets of a table's cells. */
export function tableStyle<Data extends { id: string }>(
  { columns, layout }: ArrangedTable<Data>,
  beside: WidthsBeside,
): CSSProperties {
  const sized = columns.map((column) => {
    const { size = 0, minSize = 0, meta } = column.columnDef;
    const isSet = layout.widths[column.id] !== undefined;
    const width = isSet ? column.getSize() : undefined;
    return { id: column.id, size, minSize, grow: meta?.grow, width, pinned: column.getIsPinned() };
  });
  // React's types know no custom properties.
  return columnWidths(sized, beside) as CSSProperties;
}
