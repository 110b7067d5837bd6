import type { RowData } from '@tanstack/react-table';
import type { CSSProperties } from 'react';
import { classNames } from '#src/ui/class-names.ts';
import type { TableColumn } from './features.ts';
import type { ConfiguredTable } from './use-record-table.ts';

declare module 'react' {
  interface CSSProperties {
    [customProperty: `--${string}`]: string | undefined;
  }
}

/** Widths in rem of the selection cells; keep in sync with their classes. */
export const SELECT_REM = 2.5;

/** Width in rem of the cells beside those of the records, at either end. */
interface WidthsBeside {
  start: number;
  end: number;
}

/** Minimum width behind the last column, in rem so that the last column ends where the page does. */
const FILLER_REM = 0.5;

export const widthName = (id: string) => `--width-${id}` as const;
const offsetName = (id: string) => `--offset-${id}` as const;
const PINNED_ROOM = 'var(--pinned-room)';

/**
 * Column widths as custom properties, and the sticky offsets of pinned columns. Growing columns share the remaining
 * width of the scroll area, which must be an inline-size container. Pinned cells that would cover most of it do not
 * stick: their offsets are then far below zero.
 */
export function tableStyle<Data extends { id: string }>(
  { table, columns, layout }: ConfiguredTable<Data>,
  beside: WidthsBeside,
): CSSProperties {
  const isSet = ({ id }: TableColumn<Data>) => layout.widths[id] !== undefined;
  const share = (column: TableColumn<Data>) => (isSet(column) ? 0 : (column.columnDef.meta?.grow ?? 0));
  const fixedWidth = (column: TableColumn<Data>) =>
    isSet(column) ? `${columnPixels(column)}px` : rem(column.columnDef.size);
  const shares = columns.reduce((sum, column) => sum + share(column), 0);
  const fixed = columns.filter((column) => share(column) === 0).map(fixedWidth);
  const taken = [rem((beside.start + beside.end + FILLER_REM) * 16), ...fixed].join(' - ');
  const properties: CSSProperties = {};
  for (const column of columns) {
    const { size, minSize } = column.columnDef;
    properties[widthName(column.id)] = share(column)
      ? `clamp(${rem(minSize)}, (100cqi - ${taken}) * ${round(share(column) / shares)}, ${rem(size)})`
      : fixedWidth(column);
  }
  const place = (pinned: readonly TableColumn<Data>[], from: number) => {
    const before = [rem(from * 16)];
    for (const { id } of pinned) {
      properties[offsetName(id)] = `min(${before.join(' + ')}, ${PINNED_ROOM})`;
      before.push(`var(${widthName(id)})`);
    }
    return pinned.length > 0 ? before : [];
  };
  const atStart = place(table.getStartVisibleLeafColumns(), beside.start);
  const atEnd = place(table.getEndVisibleLeafColumns().toReversed(), beside.end);
  properties['--pinned-room'] = `calc((${['60cqi', ...atStart, ...atEnd].join(' - ')}) * 999)`;
  return properties;
}

const round = (share: number) => Math.round(share * 10_000) / 10_000;
const rem = (pixels = 0) => `${pixels / 16}rem`;

/** Width in pixels of a column that the user has resized; while it is dragged, the one it would get. */
export function columnPixels<Data extends RowData>(column: TableColumn<Data>): number {
  const { minSize = 0, maxSize = 0 } = column.columnDef;
  const dragged = column.getIsResizing() ? (column.table.atoms.columnResizing.get().deltaOffset ?? 0) : 0;
  return Math.min(maxSize, Math.max(minSize, column.getSize() + dragged));
}

/** Sticky styles for cells of a pinned column; none for others. The column next to the scrolling ones has a border. */
export function pinnedCellProps<Data extends RowData>(
  column: TableColumn<Data>,
): { className?: string; style?: CSSProperties } {
  const pinned = column.getIsPinned();
  if (!pinned) return {};
  const offset = `var(${offsetName(column.id)})`;
  if (pinned === 'start') {
    const border = column.getIsLastColumn('start') && 'border-e';
    return { className: classNames('pinned border-line', border), style: { insetInlineStart: offset } };
  }
  const border = column.getIsFirstColumn('end') && 'border-s';
  return { className: classNames('pinned border-line', border), style: { insetInlineEnd: offset } };
}

/** Props of a cell of the table itself, such as the checkbox cell: sticky beside a pinned column at the same edge. */
export function pinnedEdgeProps<Data extends RowData>(
  columns: readonly TableColumn<Data>[],
  edge: 'start' | 'end',
  className: string,
): { className: string; style?: CSSProperties } {
  if (columns.at(edge === 'start' ? 0 : -1)?.getIsPinned() !== edge) return { className };
  const inset = edge === 'start' ? 'insetInlineStart' : 'insetInlineEnd';
  return { className: `pinned ${className}`, style: { [inset]: `min(0rem, ${PINNED_ROOM})` } };
}
