import { useLingui } from '@lingui/react/macro';
import type { CellData, Header, RowData } from '@tanstack/react-table';
import { Fragment, type KeyboardEvent, type MouseEvent, type TouchEvent, useRef } from 'react';
import { flushSync } from 'react-dom';
import { classNames } from '#src/ui/class-names.ts';
import { announce } from '#src/ui/feedback/announcer.tsx';
import { Checkbox } from '#src/ui/form/checkbox.tsx';
import { HeadCell, SortCell, TableHead } from '#src/ui/layout/table.tsx';
import { columnLabel, type RecordFeatures, type RecordTable, type TableColumn } from './features.ts';
import { columnPixels, pinnedCellProps, pinnedEdgeProps, widthName } from './table-style.ts';
import type { ConfiguredTable } from './use-record-table.ts';

interface RecordHeadProps<Data extends { id: string }> {
  arranged: ConfiguredTable<Data>;
  /** Label of the checkbox that selects all rows. Omitted if rows cannot be selected. */
  selectLabel?: string;
  /** Label and width of the last column, which has each row's buttons. Omitted if rows have none. */
  actions?: { label: string; className: string } | false;
}

/** Table headers: they sort, if the service can, and their edges resize columns. */
export function RecordHead<Data extends { id: string }>({ arranged, selectLabel, actions }: RecordHeadProps<Data>) {
  const { i18n } = useLingui();
  const { table, columns } = arranged;
  const fillerAt = firstPinnedAtEnd(columns);
  return (
    <TableHead>
      {selectLabel && (
        <HeadCell {...pinnedEdgeProps(columns, 'start', 'w-10')}>
          <Checkbox
            aria-label={selectLabel}
            checked={table.getIsAllRowsSelected()}
            mixed={table.getIsSomeRowsSelected() && !table.getIsAllRowsSelected()}
            onChange={table.getToggleAllRowsSelectedHandler()}
          />
        </HeadCell>
      )}
      {table.getLeafHeaders().map((header) => {
        const { column } = header;
        const { numeric = false } = column.columnDef.meta ?? {};
        const label = columnLabel(i18n, column);
        const pinned = pinnedCellProps(column);
        const cell = {
          // Otherwise the resize handle's name would be part of the header's.
          'aria-label': label,
          numeric,
          // Space for the resize handle.
          className: classNames('pe-5', !column.getIsPinned() && 'relative', pinned.className),
          style: { ...pinned.style, width: `var(${widthName(column.id)})` },
          after: <ResizeHandle table={table} header={header} />,
        };
        const sorted = column.getSortIndex() === 0 && column.getIsSorted();
        return (
          <Fragment key={header.id}>
            {column.id === fillerAt && <FillerCell />}
            {column.getCanSort() ? (
              <SortCell
                {...cell}
                sorted={sorted ? (sorted === 'desc' ? 'descending' : 'ascending') : undefined}
                onSort={() => column.toggleSorting()}
              >
                {label}
              </SortCell>
            ) : (
              <HeadCell {...cell}>
                <span className="block truncate">{label}</span>
              </HeadCell>
            )}
          </Fragment>
        );
      })}
      {actions && (
        <HeadCell {...pinnedEdgeProps(columns, 'end', actions.className)}>
          <span className="sr-only">{actions.label}</span>
        </HeadCell>
      )}
      {fillerAt === undefined && <FillerCell />}
    </TableHead>
  );
}

/** Fills the remaining width in wide windows. */
export const FillerCell = () => <td aria-hidden="true" className="border-line border-b p-0" />;

/** Id of the column that the filler precedes; undefined if the filler comes last. */
export const firstPinnedAtEnd = <Data extends RowData>(columns: readonly TableColumn<Data>[]) =>
  columns.find((column) => column.getIsPinned() === 'end')?.id;

const STEP_PX = 16;
const LONG_STEP_PX = 64;

/** Resize handle of a column, by pointer or arrow keys. Escape undoes; a double click resets the width. */
function ResizeHandle<Data extends RowData>({
  table,
  header,
}: {
  table: RecordTable<Data>;
  header: Header<RecordFeatures, Data, CellData>;
}) {
  const { t, i18n } = useLingui();
  const { column } = header;
  const before = useRef<number | undefined>(undefined);
  const { minSize = 0, maxSize = 0 } = column.columnDef;
  const set = table.state.columnSizing[column.id];
  const name = columnLabel(i18n, column);

  const setWidth = (width: number) =>
    table.setColumnSizing((all) => ({ ...all, [column.id]: Math.round(Math.min(maxSize, Math.max(minSize, width))) }));
  const shownWidth = (handle: HTMLElement) =>
    set ?? Math.round(handle.closest('th')?.getBoundingClientRect().width || column.getSize());
  const start = (event: MouseEvent<HTMLElement> | TouchEvent<HTMLElement>) => {
    if ('button' in event && event.button !== 0) return;
    const handle = event.currentTarget;
    // A growing column has no width of its own until it is dragged.
    flushSync(() => setWidth(shownWidth(handle)));
    header.getResizeHandler()(event.nativeEvent);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const handle = event.currentTarget;
    const isRightToLeft = getComputedStyle(handle).direction === 'rtl';
    const step = (event.shiftKey ? LONG_STEP_PX : STEP_PX) * (isRightToLeft ? -1 : 1);
    const acts: Record<string, () => void> = {
      ArrowRight: () => setWidth(shownWidth(handle) + step),
      ArrowLeft: () => setWidth(shownWidth(handle) - step),
      Home: () => setWidth(minSize),
      End: () => setWidth(maxSize),
      Enter: () => handle.closest('th')?.querySelector('button')?.focus(),
      Escape: () => {
        if (before.current === undefined) column.resetSize();
        else setWidth(before.current);
        announce(t`Width of ${name} reset`);
      },
    };
    const act = acts[event.key];
    if (!act || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    act();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a movable separator is no thematic break.
    <span
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t`Resize ${name}`}
      aria-valuemin={minSize}
      aria-valuemax={maxSize}
      aria-valuenow={Math.round(columnPixels(column))}
      data-dragged={column.getIsResizing() || undefined}
      // Scroll margin: one pixel of the handle counts as covered by the sticky header, so that focusing it scrolls a
      // table that is out of sight back into view. Hidden in windows as low as at 400 % zoom.
      className="resize-handle -scroll-mt-7.5! low:hidden"
      onFocus={(event) => {
        before.current = set;
        if (set === undefined) event.currentTarget.ariaValueNow = String(shownWidth(event.currentTarget));
      }}
      onMouseDown={start}
      onTouchStart={start}
      onDoubleClick={() => column.resetSize()}
      onKeyDown={onKeyDown}
    />
  );
}
