import { useLingui } from '@lingui/react/macro';
import { flexRender, type Row } from '@tanstack/react-table';
import { Copy } from 'lucide-react';
import { Fragment, type MouseEvent, memo, useState } from 'react';
import { Link } from 'react-router';
import type { Included } from '#src/api/list-page.ts';
import { FailedMark } from '#src/bulk/failed-mark.tsx';
import { useLatest } from '#src/lib/hooks/use-latest.ts';
import { openedFromList } from '#src/page/close-modal-route.ts';
import { actOnce } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { Checkbox } from '#src/ui/form/checkbox.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Cell, rowLinkClass, Row as TableRow } from '#src/ui/layout/table.tsx';
import type { RecordFeatures, TableColumn } from './features.ts';
import { FillerCell, firstPinnedAtEnd } from './record-head.tsx';
import { pinnedCellProps, pinnedEdgeProps } from './table-style.ts';

/** Row callbacks: one stable object for all rows, so that memoised rows need not re-render. */
interface RecordRowActions<Data> {
  onToggle: (id: string, event: unknown) => void;
  onIntent: (record: Data) => void;
  onDuplicate: (record: Data) => void;
}

interface RecordRowProps<Data extends { id: string }> {
  row: Row<RecordFeatures, Data>;
  /** Visible columns in order; a new array when anything about them but a width changes. */
  columns: readonly TableColumn<Data>[];
  name: string;
  path: string;
  /** History state of the link. */
  linkState?: object;
  /** Read by the cells, by way of the table: a change re-renders the row. */
  included?: Included | undefined;
  isSelected?: boolean;
  /** Whether the record is open beside the table. */
  isCurrent?: boolean;
  /** Whether the table has a column of copy buttons, and whether this record has one. */
  hasActions?: boolean;
  canDuplicate?: boolean;
  actions?: RecordRowActions<Data>;
  /** Resource type, to find a failed action on the record. */
  type: string;
  className?: string | undefined;
}

/** A record in a table. The cell of the primary column is the link to it. */
export const RecordRow = memo(Draw, (before, after) => {
  // TanStack Table recreates all rows when one record changes.
  const { row: rowBefore, ...restBefore } = before;
  const { row: rowAfter, ...restAfter } = after;
  const isSame = Object.entries(restAfter).every(([name, value]) => Reflect.get(restBefore, name) === value);
  return isSame && rowBefore.original === rowAfter.original;
}) as typeof Draw;

function Draw<Data extends { id: string }>(props: RecordRowProps<Data>) {
  const { row, columns, name, path, isSelected = false, hasActions, canDuplicate, actions, type } = props;
  const { linkState = openedFromList, isCurrent = false, className } = props;
  const { t } = useLingui();
  const prefetch = () => actions?.onIntent(row.original);
  const fillerAt = firstPinnedAtEnd(columns);
  return (
    <TableRow
      data-row={row.id}
      selected={isSelected}
      current={isCurrent}
      className={classNames('scroll-mt-8', className)}
    >
      {row.getCanSelect() && (
        <Cell {...pinnedEdgeProps(columns, 'start', 'w-10')}>
          <Checkbox
            className="relative z-1"
            aria-label={t`Select ${name}`}
            checked={isSelected}
            onChange={(event) => actions?.onToggle(row.id, event)}
          />
        </Cell>
      )}
      {row.getVisibleCells().map((cell) => {
        const { column } = cell;
        const { numeric = false, className: cellClass } = column.columnDef.meta ?? {};
        const isPrimary = !column.getCanHide();
        const pinned = pinnedCellProps(column);
        const content = flexRender(column.columnDef.cell, cell.getContext());
        return (
          <Fragment key={cell.id}>
            {column.id === fillerAt && <FillerCell />}
            <Cell
              className={classNames(
                'overflow-hidden',
                !isPrimary && 'text-muted',
                numeric && 'pe-5',
                cellClass,
                pinned.className,
              )}
              style={pinned.style}
              numeric={numeric}
              onClick={pinned.style && openRow}
            >
              {isPrimary ? (
                <Link
                  to={path}
                  state={linkState}
                  className={classNames(rowLinkClass, 'font-medium')}
                  onPointerEnter={prefetch}
                  onFocus={prefetch}
                >
                  {content}
                  {!name && <span className="sr-only">{t`Open`}</span>}
                </Link>
              ) : (
                content
              )}
              {isPrimary && <FailedMark type={type} id={row.id} />}
            </Cell>
          </Fragment>
        );
      })}
      {hasActions && (
        <Cell {...pinnedEdgeProps(columns, 'end', 'w-14 py-0 text-end')}>
          {canDuplicate && (
            <IconButton
              size="small"
              className="relative z-1"
              label={t`Duplicate ${name}`}
              {...actOnce(() => actions?.onDuplicate(row.original))}
            >
              <Copy aria-hidden="true" />
            </IconButton>
          )}
        </Cell>
      )}
      {fillerAt === undefined && <FillerCell />}
    </TableRow>
  );
}

/** Pinned cells lie above the link that fills the row, so they forward clicks to it. */
function openRow({ target, currentTarget, nativeEvent }: MouseEvent<HTMLElement>) {
  if (target instanceof Element && target.closest('a, button, input, label')) return;
  const { ctrlKey, metaKey, shiftKey } = nativeEvent;
  const click = new globalThis.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey });
  currentTarget.closest('tr')?.querySelector('a')?.dispatchEvent(click);
}

type Actions = Record<string, (...given: never[]) => void>;

/** Stable wrappers around the latest functions, so that memoised components need not re-render. */
export function useStableCallbacks<Given extends Actions>(newest: Given): Given {
  const latest = useLatest(newest);
  const [steady] = useState(() =>
    Object.fromEntries(
      Object.keys(newest).map((name) => [name, (...given: never[]) => latest.current[name]?.(...given)]),
    ),
  );
  // Each wrapper forwards its arguments.
  return steady as Given;
}
