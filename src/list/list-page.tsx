import { Plural, useLingui } from '@lingui/react/macro';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { formatListQuery } from '#contract/list-query.ts';
import type { Resource, Row } from '#contract/resource.ts';
import { listQuery } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';
import { BulkBar } from '#src/bulk/bulk-bar.tsx';
import { type CopyChanges, type Duplicating, useDuplicate } from '#src/bulk/use-duplicate.ts';
import { useShortcuts } from '#src/lib/use-shortcuts.ts';
import { TitledHeader } from '#src/page/page-title.tsx';
import { RequestError } from '#src/page/request-error.tsx';
import { Pagination } from '#src/ui/layout/pagination.tsx';
import { FilterBar } from './filter-bar.tsx';
import type { FilterSpec } from './filter-spec.ts';
import { FilterToggle } from './filter-toggle.tsx';
import { ListCount, ListEmptyState, ListNotices } from './list-notices.tsx';
import { ListTable, resourceColumns, useScrollRestoration } from './list-table.tsx';
import { ColumnMenu } from './table/column-menu.tsx';
import type { RecordColumn } from './table/features.ts';
import { useListExport } from './table/use-list-export.ts';
import { type ConfiguredTable, useRecordTable } from './table/use-record-table.ts';
import { focusSearch } from './text-filter.tsx';
import { type List, type ListOptions, onIntent, useList } from './use-list.ts';
import { explainBlockedKey, sayNoBack, useListKeys } from './use-list-keys.ts';

interface ListPageProps<R extends Resource> extends ListOptions<R> {
  resource: R;
  title: string;
  /** Must be referentially stable. The first links to the record. */
  columns: readonly RecordColumn<Row<R>>[];
  filters: readonly FilterSpec<R>[];
  /** Name of a record in a sentence. */
  rowName: (row: Row<R>) => string;
  /** Path of a record. `search` is the list's own query, for a record shown over the list. */
  rowPath: (row: Row<R>, search: string) => string;
  /** Called on hover or focus of a record's link, to prefetch what its page needs. */
  onIntent?: (row: Row<R>) => void;
  /** Marks a record as read, on `m`. */
  onMarkRead?: (row: Row<R>) => void;
  /** Links and buttons such as "New keyword", shown in the empty list as well. */
  actions?: ReactNode;
  beforeFilters?: ReactNode;
  /** Why the list may be empty, in one sentence. */
  empty: ReactNode;
  /** Enables duplication of single and selected records. Returns what a copy changes from its original. */
  copyChanges?: CopyChanges<R>;
}

/** A list page of a resource: filters, table, paging, shortcuts and empty states. */
export function ListPage<R extends Resource>(props: ListPageProps<R>) {
  const { resource, title, columns, filters, rowName, rowPath, actions } = props;
  const { t } = useLingui();
  const list = useList(resource, props);
  const { state, result, rows } = list;
  const { total, isTotalMinimum } = result.data ?? {};
  const [isOpen, setOpen] = useState(false);
  const table = useRef<HTMLTableElement>(null);
  const scroll = useScrollRestoration(rows !== undefined && !result.isPlaceholderData);
  const arranged = useRecordTable<Row<R>>({
    name: resource.type,
    columns: useMemo(() => resourceColumns(resource, columns), [resource, columns]),
    rows: rows ?? NONE,
    scope: formatListQuery({ ...state.query, page: {} }),
    included: result.data?.included,
    manualFiltering: true,
    manualPagination: true,
    manualSorting: true,
    rowCount: isTotalMinimum ? undefined : total,
    ...state.table,
  });
  const exporting = useListExport(resource, list.query, arranged.columns, {
    found: list.search?.found,
    isListed: props.isListed,
  });
  const { selection } = arranged;
  const copying = useDuplicate(resource, rowName, props.copyChanges ?? noChanges);
  const duplicating = props.copyChanges && copying;
  const { onMarkRead } = props;
  const markRead = (id: string) => {
    const row = rows?.find((each) => each.id === id);
    if (row) onMarkRead?.(row);
  };
  const { onFocus } = useListKeys(table, { rows, selection, markRead: onMarkRead && markRead });
  useShortcuts({
    '/': () => focusSearch(() => setOpen(true)) || explainBlockedKey(t`There’s no search on this page.`),
    'u|Escape': sayNoBack,
    '.': () =>
      void result.refetch().then(({ isSuccess }) => isSuccess && explainBlockedKey(t`The list is up to date.`)),
    ...(!onMarkRead && { m: () => explainBlockedKey(t`Nothing here can be marked as read.`) }),
  });

  const count = (
    <ListCount total={total} isMinimum={isTotalMinimum}>
      {total !== undefined && <Plural value={total} one="record" other="records" />}
    </ListCount>
  );
  return (
    <>
      <TitledHeader title={title} aside={count}>
        <FilterToggle isOpen={isOpen} onOpen={setOpen} />
        <ColumnMenu arranged={arranged} exporting={exporting} />
        {actions}
      </TitledHeader>
      <FilterBar
        resource={resource}
        filters={filters}
        state={state}
        before={props.beforeFilters}
        isOpen={isOpen}
        onOpen={setOpen}
      />
      <ListNotices list={list} filters={filters} />
      <div className="table-pane relative pane scroll-pt-8 scroll-pb-16 overflow-auto pb-16" {...scroll}>
        {result.error && !rows ? (
          <RequestError error={result.error} onRetry={() => void result.refetch()} />
        ) : rows?.length === 0 ? (
          <ListEmptyState list={list} empty={props.empty} actions={actions} />
        ) : (
          <ListTable
            ref={table}
            resource={resource}
            list={list}
            label={title}
            arranged={arranged}
            rowName={rowName}
            rowPath={(row) => rowPath(row, state.search)}
            onIntent={props.onIntent}
            onFocus={onFocus}
            onDuplicate={duplicating && ((row) => duplicating.start([row]))}
          />
        )}
      </div>
      <ListFooter resource={resource} list={list} arranged={arranged} rowName={rowName} duplicating={duplicating} />
    </>
  );
}

const NONE: readonly never[] = [];
const noChanges = () => ({});

interface ListFooterProps<R extends Resource> {
  resource: R;
  list: List<R>;
  arranged: ConfiguredTable<Row<R>>;
  rowName: (row: Row<R>) => string;
  duplicating: Duplicating<R> | undefined;
}

/** Pagination; while rows are selected, the bulk actions instead. */
function ListFooter<R extends Resource>(props: ListFooterProps<R>) {
  const { resource, list, rowName, duplicating } = props;
  const { table, selection } = props.arranged;
  const { state, query, result, rows = [] } = list;
  const pathname = useLocation().pathname;
  if (selection.ids.length > 0) {
    return (
      <BulkBar
        resource={resource}
        rows={rows.filter((row) => selection.ids.includes(row.id))}
        rowName={rowName}
        duplicating={duplicating}
        onNone={() => selection.setAll(false)}
      />
    );
  }
  const { pageIndex, pageSize } = table.state.pagination;
  // A local search pages through rows that are already loaded.
  const read = (number: number) =>
    list.search ? undefined : queryClient.query(listQuery(resource, { ...query, page: { ...query.page, number } }));
  if (!result.data || (rows.length === 0 && pageIndex === 0 && !result.data.hasNext)) return null;
  return (
    <div className="outbox-foot border-line border-t">
      <Pagination
        page={pageIndex + 1}
        size={result.data.size ?? pageSize}
        shown={rows.length}
        total={result.data.total}
        atLeast={result.data.isTotalMinimum}
        hasNext={result.data.hasNext}
        pageLink={(number, look) => (
          <Link key={number} to={pathname + state.pageSearch(number)} {...onIntent(() => read(number))} {...look} />
        )}
        onSize={(size) => table.setPagination({ pageIndex: 0, pageSize: size })}
      />
    </div>
  );
}
