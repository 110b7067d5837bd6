import type { RowData } from '@tanstack/react-table';
import type { CSSProperties } from 'react';
import { columnWidths, type WidthsBeside } from './column-widths.ts';
import type { RecordTable } from './features.ts';

/** The widths of the cells that stand beside those of the records, in rem; the same as their classes say. */
export const SELECT_REM = 2.5;

/** What the cells of a table take their widths and places from. */
export function tableStyle<Data extends RowData>(table: RecordTable<Data>, beside: WidthsBeside): CSSProperties {
  const columns = table.getVisibleLeafColumns().map((column) => {
    const { size = 0, minSize = 0, meta } = column.columnDef;
    const isSet = table.state.columnSizing[column.id] !== undefined;
    const width = isSet ? column.getSize() : undefined;
    return { id: column.id, size, minSize, grow: meta?.grow, width, pinned: column.getIsPinned() };
  });
  // React's types know no custom properties.
  return columnWidths(columns, beside) as CSSProperties;
}
