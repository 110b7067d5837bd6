import type { ColumnFiltersState, PaginationState, SortingState } from '@tanstack/react-table';
import type { ListQuery } from '#contract/list-query.ts';

/** The part of a table's state that the service works on; the address holds it. */
export interface ListTableState {
  /** Ids are names of filters, values are texts. */
  columnFilters: ColumnFiltersState;
  sorting: SortingState;
  /** A `pageSize` of 0 is whatever the tenant gives by itself. */
  pagination: PaginationState;
}

type TableQuery = Pick<ListQuery, 'filter' | 'sort' | 'page'>;

/** Reads a list query as the state of a table. */
export function toTableState({ filter, sort, page }: TableQuery): ListTableState {
  return {
    columnFilters: Object.entries(filter).map(([id, value]) => ({ id, value })),
    sorting: sort.map((item) => ({ id: item.replace(/^-/, ''), desc: item.startsWith('-') })),
    pagination: { pageIndex: (page.number ?? 1) - 1, pageSize: page.size ?? 0 },
  };
}

/** Writes the state of a table as a list query. The first page, blank filters and the tenant's own page size need no word. */
export function toListQuery({ columnFilters, sorting, pagination }: ListTableState): TableQuery {
  const { pageIndex, pageSize } = pagination;
  const filters = columnFilters.map(({ id, value }) => [id, String(value ?? '')] as const);
  return {
    filter: Object.fromEntries(filters.filter(([, value]) => value.trim() !== '')),
    sort: sorting.map(({ id, desc }) => (desc ? `-${id}` : id)),
    page: { ...(pageIndex > 0 && { number: pageIndex + 1 }), ...(pageSize > 0 && { size: pageSize }) },
  };
}

/** The same state on its first page: where what is listed has changed, the page one was on says nothing. */
export const onFirstPage = ({ pagination, ...state }: ListTableState): ListTableState => ({
  ...state,
  pagination: { ...pagination, pageIndex: 0 },
});
