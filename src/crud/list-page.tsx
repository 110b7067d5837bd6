import { type ReactNode, useMemo, useRef } from 'react';
import type { Resource, Row } from '#contract/resource.ts';
import type { Included } from '#src/api/read-document.ts';
import { useShortcuts } from '#src/lib/use-shortcuts.ts';
import { PageHeader } from '#src/ui/page-header.tsx';
import { FilterBar } from './filter-bar.tsx';
import { FilterControl } from './filter-control.tsx';
import { type FilterSpec, plainFilters } from './filter-spec.ts';
import { ListFooter } from './list-footer.tsx';
import { ListNotices } from './list-notices.tsx';
import { ListTable } from './list-table.tsx';
import { ListTotal } from './list-total.tsx';
import { NothingHere } from './nothing-here.tsx';
import { PageTitle } from './page-title.tsx';
import type { ListBase } from './read-list-query.ts';
import { RequestError } from './request-error.tsx';
import { ColumnMenu } from './table/column-menu.tsx';
import type { RecordColumn } from './table/features.ts';
import { resourceColumns } from './table/resource-columns.tsx';
import { useListExport } from './table/use-list-export.ts';
import { useRecordTable } from './table/use-record-table.ts';
import { focusSearch } from './typed-filter.tsx';
import { undoLastDelete } from './undoable-delete.ts';
import { type CopyChanges, useDuplicate } from './use-duplicate.ts';
import { useKeptScroll } from './use-kept-scroll.ts';
import { useList } from './use-list.ts';
import { useListKeys } from './use-list-keys.ts';

export interface ListPageProps<R extends Resource> {
  resource: R;
  title: string;
  /** The same ones at each rendering. The first leads to the record. */
  columns: readonly RecordColumn<Row<R>>[];
  /** Which filters are offered, in this order; left out: all, by their bare names. */
  filters?: readonly FilterSpec<R>[];
  /** What the page adds to the address's query; the same as its route's. */
  base?: ListBase;
  /** What a record is called in a sentence. */
  rowName: (row: Row<R>) => string;
  /** Address of a record. `search` is the list's own query, for where the record is shown over the list. */
  rowPath: (row: Row<R>, search: string) => string;
  /** Somebody is about to open the record: the time to fetch what its page will need. */
  onApproach?: (row: Row<R>) => void;
  /** Links and buttons such as "New keyword". They stand in the empty list as well. */
  actions?: ReactNode;
  /** Stands between the header and the filters, such as counts as links. */
  above?: ReactNode;
  /** Stands in front of the filters, such as a choice that sets one of several. */
  beforeFilters?: ReactNode;
  /** Why there may be nothing, in one sentence. */
  empty: ReactNode;
  /** Rows can be ticked and deleted together. */
  canDelete?: boolean;
  /** Records can be copied, one by one and together; this is what a copy has other than its original. */
  copyChanges?: CopyChanges<R>;
}

/** A page that lists a resource: filters, table, paging, keys, and what to say where there is nothing to list. */
export function ListPage<R extends Resource>(props: ListPageProps<R>) {
  const { resource, title, columns, filters = plainFilters(resource), base, rowName, rowPath, actions } = props;
  const list = useList(resource, base);
  const { state, result, rows } = list;
  const table = useRef<HTMLTableElement>(null);
  const scroll = useKeptScroll(rows !== undefined && !result.isPlaceholderData);
  const included = result.data?.included ?? NOTHING;
  const arranged = useRecordTable<Row<R>>({
    name: resource.type,
    columns: useMemo(() => resourceColumns(resource, columns), [resource, columns]),
    rows: rows ?? NONE,
    included,
    state: state.table,
    manualFiltering: true,
    manualPagination: true,
    manualSorting: true,
    onSortingChange: state.setSorting,
    onPaginationChange: state.setPagination,
    enableRowSelection: props.canDelete ?? false,
  });
  const exporting = useListExport(resource, state.query, arranged.columns);
  const selection = props.canDelete ? arranged.selection : undefined;
  const copying = useDuplicate(resource, rowName, props.copyChanges ?? noChanges);
  const duplicating = props.copyChanges && copying;
  useListKeys(table, selection);
  useShortcuts({ z: undoLastDelete, '/': focusSearch });

  return (
    <>
      <PageTitle>{title}</PageTitle>
      <PageHeader title={title} aside={<ListTotal list={list} />}>
        <ColumnMenu arranged={arranged} exporting={exporting} />
        {actions}
      </PageHeader>
      {props.above}
      <FilterBar
        resource={resource}
        filters={filters}
        Control={FilterControl}
        state={state}
        before={props.beforeFilters}
      />
      <ListNotices list={list} filters={filters} />
      <div className="table-pane relative pane scroll-pt-8 overflow-auto" {...scroll}>
        {result.error && !rows ? (
          <RequestError error={result.error} onRetry={() => void result.refetch()} />
        ) : rows?.length === 0 ? (
          <NothingHere list={list} empty={props.empty} actions={actions} />
        ) : (
          <ListTable
            ref={table}
            label={title}
            arranged={arranged}
            isEmpty={!rows}
            included={included}
            isOld={result.isPlaceholderData}
            state={state}
            canSelect={selection !== undefined}
            rowName={rowName}
            rowPath={(row) => rowPath(row, state.search)}
            onApproach={props.onApproach}
            onDuplicate={duplicating && ((row) => duplicating.start([row]))}
          />
        )}
      </div>
      <ListFooter resource={resource} list={list} selection={selection} rowName={rowName} duplicating={duplicating} />
    </>
  );
}

const NONE: readonly never[] = [];
const NOTHING: Included = {};
const noChanges = () => ({});
