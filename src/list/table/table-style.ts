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

/** Custom properties for the widths and offsets of a table's cells. */
export function tableStyle<Data extends { id: string }>(
  { columns, layout }: ConfiguredTable<Data>,
  beside: WidthsBeside,
): CSSProperties {
  const sized = columns.map((column) => {
    const { size = 0, minSize = 0, meta } = column.columnDef;
    const isSet = layout.widths[column.id] !== undefined;
    const width = isSet ? column.getSize() : undefined;
    return { id: column.id, size, minSize, grow: meta?.grow, width, pinned: column.getIsPinned() };
  });
  return columnWidths(sized, beside);
}

/** Inputs to a column's width; sizes in pixels at the default font size. */
interface WidthColumn {
  id: string;
  size: number;
  minSize: number;
  grow: number | undefined;
  /** Set by the user, in actual pixels. */
  width: number | undefined;
  pinned: false | 'start' | 'end';
}

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
export function columnWidths(columns: readonly WidthColumn[], beside: WidthsBeside): Record<`--${string}`, string> {
  const growing = columns.filter(({ grow, width }) => grow && width === undefined);
  const shares = growing.reduce((sum, { grow = 0 }) => sum + grow, 0);
  const fixed = columns.filter((column) => !growing.includes(column));
  const taken = [rem((beside.start + beside.end + FILLER_REM) * 16), ...fixed.map(fixedWidth)].join(' - ');
  const properties: Record<`--${string}`, string> = {};
  for (const column of columns) {
    properties[widthName(column.id)] = growing.includes(column)
      ? `clamp(${rem(column.minSize)}, (100cqi - ${taken}) * ${round((column.grow ?? 0) / shares)}, ${rem(column.size)})`
      : fixedWidth(column);
  }
  const place = (pinned: readonly WidthColumn[], from: number) => {
    const before = [rem(from * 16)];
    for (const { id } of pinned) {
      properties[offsetName(id)] = `min(${before.join(' + ')}, ${PINNED_ROOM})`;
      before.push(`var(${widthName(id)})`);
    }
    return pinned.length > 0 ? before : [];
  };
  const atStart = place(
    columns.filter(({ pinned }) => pinned === 'start'),
    beside.start,
  );
  const atEnd = place(columns.filter(({ pinned }) => pinned === 'end').toReversed(), beside.end);
  properties['--pinned-room'] = `calc((${['60cqi', ...atStart, ...atEnd].join(' - ')}) * 999)`;
  return properties;
}

const fixedWidth = ({ width, size }: WidthColumn) => (width === undefined ? rem(size) : `${width}px`);
const round = (share: number) => Math.round(share * 10_000) / 10_000;
const rem = (pixels: number) => `${pixels / 16}rem`;

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
