import type { RowData } from '@tanstack/react-table';
import type { CSSProperties } from 'react';
import { classNames } from '#src/ui/class-names.ts';
import { offsetName } from './column-widths.ts';
import type { ShownColumn } from './features.ts';

/** How the cells of a pinned column stay at their edge; of others nothing. */
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

/** Whether the columns that move begin beside this pinned one. */
export function isPinnedEdge<Data extends RowData>(column: ShownColumn<Data>): boolean {
  const pinned = column.getIsPinned();
  return pinned === 'start' ? column.getIsLastColumn('start') : pinned === 'end' && column.getIsFirstColumn('end');
}

/** The same for a cell that belongs to the table and not to the records, such as the one with the checkbox. */
export const pinnedBeside = (isPinned: boolean, edge: 'start' | 'end'): string | undefined =>
  isPinned ? classNames('pinned', edge === 'start' ? 'start-0' : 'end-0') : undefined;
