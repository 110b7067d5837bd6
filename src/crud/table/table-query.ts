import type { ColumnFiltersState, PaginationState, SortingState } from '@tanstack/react-table';
import type { ListQuery } from '#contract/list-query.ts';

/** The part of a table's state that the service processes; stored in the URL. */
export interface ListTableState {
  /** Ids are filter names, values are texts. */
  columnFilters: ColumnFiltersState;
  sorting: SortingState;
  /** A `pageSize` of 0 means the tenant's default. */
  pagination: PaginationState;
}

type TableQuery = Pick<ListQuery, 'filter' | 'sort' | 'page'>;

/** Converts a list query to table state. */
export function toTableState({ filter, sort, page }: TableQuery): ListTableState {
  return {
    columnFilters: Object.entries(filter).map(([id, value]) => ({ id, value })),
    sorting: sort.map((item) => ({ id: item.replace(/^-/, ''), desc: item.startsWith('-') })),
    pagination: { pageIndex: (page.number ?? 1) - 1, pageSize: page.size ?? 0 },
  };
}

/** Converts table state to a list query. Omits the first page, blank filters and the default page size. */
export function toListQuery({ columnFilters, sorting, pagination }: ListTableState): TableQuery {
  const { pageIndex, pageSize } = pagination;
  const filters = columnFilters.map(({ id, value }) => [id, String(value ?? '')] as const);
  return {
    filter: Object.fromEntries(filters.filter(([, value]) => value.trim() !== '')),
    sort: sorting.map(({ id, desc }) => (desc ? `-${id}` : id)),
    page: { ...(pageIndex > 0 && { number: pageIndex + 1 }), ...(pageSize > 0 && { size: pageSize }) },
  };
}

/** The same state on its first page: after the list changes, the page number is meaningless. */
export const onFirstPage = ({ pagination, ...state }: ListTableState): ListTableState => ({
  ...state,
  pagination: { ...pagination, pageIndex: 0 },
});
