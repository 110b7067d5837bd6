import { Trans, useLingui } from '@lingui/react/macro';
import { type FocusEvent, type RefObject, type UIEvent, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { Attribute } from '#contract/attribute.ts';
import { type Resource, type Row as ResourceRow, sortNames } from '#contract/resource.ts';
import { jsonText } from '#src/lib/json.ts';
import { can } from '#src/page/can.ts';
import { classNames } from '#src/ui/class-names.ts';
import { Skeleton } from '#src/ui/feedback/placeholder.tsx';
import { Cell, Row, Table } from '#src/ui/layout/table.tsx';
import { RelativeTime } from '#src/ui/text/relative-time.tsx';
import { Truncated } from '#src/ui/text/truncated.tsx';
import type { RecordColumn } from './table/features.ts';
import { FillerCell, RecordHead } from './table/record-head.tsx';
import { RecordRow, useStableCallbacks } from './table/record-row.tsx';
import { SELECT_REM, tableStyle } from './table/table-style.ts';
import { type ConfiguredTable, idOf } from './table/use-record-table.ts';
import type { List } from './use-list.ts';

interface ListTableProps<R extends Resource> {
  resource: R;
  list: List<R>;
  label: string;
  arranged: ConfiguredTable<ResourceRow<R>>;
  rowName: (row: ResourceRow<R>) => string;
  rowPath: (row: ResourceRow<R>) => string;
  onIntent?: ((row: ResourceRow<R>) => void) | undefined;
  onFocus: (event: FocusEvent) => void;
  /** Copies a record; omitted if records cannot be copied. */
  onDuplicate?: ((row: ResourceRow<R>) => void) | undefined;
  ref: RefObject<HTMLTableElement | null>;
}

const MAX_SKELETONS = 25;
const ACTIONS_REM = 3.5;

/** The rows of a list page; skeletons until they have loaded. The first column links to the record. */
export function ListTable<R extends Resource>(props: ListTableProps<R>) {
  const { resource, label, arranged, rowName, rowPath, onIntent, onDuplicate, onFocus, ref } = props;
  const { rows, result, query } = props.list;
  const { t } = useLingui();
  const { table, columns, selection, layout } = arranged;
  const hasActions = onDuplicate !== undefined;
  const actions = useStableCallbacks({
    onToggle: selection.onToggle,
    onIntent: (row: ResourceRow<R>) => onIntent?.(row),
    onDuplicate: (row: ResourceRow<R>) => onDuplicate?.(row),
  });
  return (
    <Table
      ref={ref}
      onFocus={onFocus}
      aria-label={label}
      // The rows may belong to the previous query.
      aria-busy={result.isPlaceholderData || !rows}
      data-density={layout.density}
      className={classNames('table-fixed', rows && 'dimmed-while-busy')}
      style={tableStyle(arranged, { start: SELECT_REM, end: hasActions ? ACTIONS_REM : 0 })}
    >
      <RecordHead
        arranged={arranged}
        selectLabel={t`Select all rows on this page`}
        actions={hasActions && { label: t`Actions`, className: 'w-14' }}
      />
      <tbody>
        {!rows &&
          [...Array(Math.min(query.page.size ?? MAX_SKELETONS, MAX_SKELETONS)).keys()].map((number) => (
            <Row key={number}>
              <Cell className="w-10" />
              {columns.map(({ id, columnDef }) => (
                <Cell key={id} className={columnDef.meta?.className}>
                  <Skeleton className="w-3/5" />
                </Cell>
              ))}
              <FillerCell />
            </Row>
          ))}
        {table.getRowModel().rows.map((row) => (
          <RecordRow
            type={resource.type}
            key={row.id}
            row={row}
            columns={columns}
            name={rowName(row.original)}
            path={rowPath(row.original)}
            included={result.data?.included}
            isSelected={row.getIsSelected()}
            hasActions={hasActions}
            canDuplicate={can(row.original, 'update')}
            actions={actions}
          />
        ))}
      </tbody>
    </Table>
  );
}

/** Scroll positions, by history entry. */
const places = new Map<string, number>();

/**
 * Scroll restoration for a scrolling element: going back restores its position once the content for the URL is there
 * (`isThere`); other navigations start at the top. Returns its props.
 */
export function useScrollRestoration(isThere: boolean) {
  const key = useLocation().key;
  const ref = useRef<HTMLDivElement>(null);
  const at = useRef(0);
  useLayoutEffect(() => {
    const place = places.get(key) ?? 0;
    // Reading `scrollTop` would force a layout of the whole page.
    if (isThere && ref.current && at.current !== place) ref.current.scrollTop = place;
  }, [key, isThere]);
  const onScroll = ({ currentTarget }: UIEvent) => {
    at.current = currentTarget.scrollTop;
    places.set(key, at.current);
  };
  return { ref, onScroll };
}

/** Columns of a resource: sortable if the contract has an order for them; values are formatted by kind. */
export function resourceColumns<R extends Resource>(
  resource: R,
  columns: readonly RecordColumn<ResourceRow<R>>[],
): RecordColumn<ResourceRow<R>>[] {
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
  return <Truncated text={jsonText(value)} />;
}
