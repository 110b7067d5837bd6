import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { PAGE_SIZE } from '#contract/list-query.ts';
import type { Resource, Row } from '#contract/resource.ts';
import { listQuery } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';
import { Button } from '#src/ui/button.tsx';
import { Pagination } from '#src/ui/pagination.tsx';
import { Toolbar } from '#src/ui/toolbar.tsx';
import { may } from './may.ts';
import { useUndoableDelete } from './undoable-delete.ts';
import type { List } from './use-list.ts';
import type { Selection } from './use-selection.ts';

interface ListFooterProps<R extends Resource> {
  resource: R;
  list: List<R>;
  selection: Selection | undefined;
  rowName: (row: Row<R>) => string;
}

/** The ways to the other pages; while rows are ticked, what can be done with them. */
export function ListFooter<R extends Resource>(props: ListFooterProps<R>) {
  const { resource, list, selection } = props;
  const { state, result, rows = [] } = list;
  if (selection && selection.ids.length > 0) return <BulkBar {...props} selection={selection} />;
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
            to={{ search: state.pageSearch(number) }}
            onPointerEnter={() => prefetch(number)}
            {...look}
          />
        )}
        onSize={state.setPageSize}
      />
    </div>
  );
}

function BulkBar<R extends Resource>({
  resource,
  list: { rows = [] },
  selection,
  rowName,
}: ListFooterProps<R> & { selection: Selection }) {
  const { t } = useLingui();
  const deleteSoon = useUndoableDelete(resource);
  const ticked = rows.filter((row) => selection.ids.includes(row.id));
  const deletable = ticked.filter((row) => may(row, 'delete'));
  const kept = ticked.length - deletable.length;
  return (
    <Toolbar label={t`Selected rows`} className="border-t border-b-0">
      <span role="status">
        <Plural value={ticked.length} one="# selected" other="# selected" />
      </span>
      <Button
        disabled={deletable.length === 0}
        onClick={() => deleteSoon(deletable.map((row) => ({ id: row.id, label: rowName(row) })))}
      >
        <Trans>Delete</Trans>
      </Button>
      <Button kind="quiet" onClick={() => selection.setAll(false)}>
        <Trans>Select none</Trans>
      </Button>
      {kept > 0 && (
        <span className="text-muted">
          <Plural value={kept} one="# of them you may not delete" other="# of them you may not delete" />
        </span>
      )}
    </Toolbar>
  );
}
