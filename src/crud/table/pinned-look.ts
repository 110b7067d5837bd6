import type { RowData } from '@tanstack/react-table';
import type { CSSProperties } from 'react';
import { classNames } from '#src/ui/class-names.ts';
import { offsetName } from './column-widths.ts';
import type { ShownColumn } from './features.ts';

/** Sticky styles for cells of a pinned column; none for others. */
export function pinnedLook(
  id: string,
  pinned: false | 'start' | 'end',
  isEdge: boolean,
): { className?: string; style?: CSSProperties } {
  if (!pinned) return {};
  const inset = pinned === 'start' ? 'insetInlineStart' : 'insetInlineEnd';
  return {
    className: classNames('pinned border-line', isEdge && (pinned === 'start' ? 'border-e' : 'border-s')),
    style: { [inset]: `var(${offsetName(id)})` },
  };
}

/** Whether this pinned column borders on the scrolling ones. */
export function isPinnedEdge<Data extends RowData>(column: ShownColumn<Data>): boolean {
  const pinned = column.getIsPinned();
  return pinned === 'start' ? column.getIsLastColumn('start') : pinned === 'end' && column.getIsFirstColumn('end');
}

/** Sticky classes for cells of the table itself, such as the checkbox cell. */
export const pinnedBeside = (isPinned: boolean, edge: 'start' | 'end'): string | undefined =>
  isPinned ? classNames('pinned', edge === 'start' ? 'start-0' : 'end-0') : undefined;
