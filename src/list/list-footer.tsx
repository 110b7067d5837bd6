import { Plural, useLingui } from '@lingui/react/macro';
import { Link, useLocation } from 'react-router';
import { PAGE_SIZE } from '#contract/list-query.ts';
import type { Resource, Row } from '#contract/resource.ts';
import { listQuery } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';
import { BulkBar } from '#src/bulk/bulk-bar.tsx';
import type { Duplicating } from '#src/bulk/use-duplicate.ts';
import { Pagination } from '#src/ui/layout/pagination.tsx';
import type { RowSelection } from './table/use-row-selection.ts';
import type { List } from './use-list.ts';

interface ListFooterProps<R extends Resource> {
  resource: R;
  list: List<R>;
  selection: RowSelection | undefined;
  rowName: (row: Row<R>) => string;
  duplicating: Duplicating<R> | undefined;
}

/** Pagination; while rows are selected, the bulk actions instead. */
export function ListFooter<R extends Resource>(props: ListFooterProps<R>) {
  const { resource, list, selection, rowName, duplicating } = props;
  const { state, result, rows = [] } = list;
  const pathname = useLocation().pathname;
  if (selection && selection.ids.length > 0) {
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
  const { number: page = 1, size = PAGE_SIZE.initial } = state.query.page;
  const prefetch = (number: number) =>
    queryClient
      .query(listQuery(resource, { ...state.query, page: { ...state.query.page, number } }))
      .catch(() => undefined);
  if (!result.data || (rows.length === 0 && page === 1)) return null;
  return (
    <div className="border-line border-t">
      <Pagination
        page={page}
        size={size}
        shown={rows.length}
        total={result.data.total}
        atLeast={result.data.isTotalMinimum}
        hasNext={result.data.hasNext}
        pageLink={(number, look) => (
          <Link
            key={number}
            to={pathname + state.pageSearch(number)}
            onPointerEnter={() => prefetch(number)}
            {...look}
          />
        )}
        onSize={state.setPageSize}
      />
    </div>
  );
}

/** Number of matching records, as a live region; empty if the tenant does not count. */
export function ListTotal<R extends Resource>({ list: { result } }: { list: List<R> }) {
  const { i18n } = useLingui();
  const { total, isTotalMinimum } = result.data ?? {};
  return (
    <span role="status">
      {total !== undefined && (
        <>
          {i18n.number(total)}
          {isTotalMinimum && '+'}
          <span className="sr-only">
            {' '}
            <Plural value={total} one="record" other="records" />
          </span>
        </>
      )}
    </span>
  );
}
