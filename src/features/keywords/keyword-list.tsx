import { Trans, useLingui } from '@lingui/react/macro';
import type { OnChangeFn, SortingState } from '@tanstack/react-table';
import { FlaskConical } from 'lucide-react';
import { type ReactNode, useDeferredValue, useRef } from 'react';
import { Link, Outlet, useLocation, useSearchParams } from 'react-router';
import { keywords } from '#contract/keywords.ts';
import { BulkBar } from '#src/crud/bulk-bar.tsx';
import { fromList } from '#src/crud/close-route.ts';
import { copyName } from '#src/crud/copy-name.ts';
import { PageTitle } from '#src/crud/page-title.tsx';
import { RequestError } from '#src/crud/request-error.tsx';
import { ColumnMenu } from '#src/crud/table/column-menu.tsx';
import { focusSearch } from '#src/crud/typed-filter.tsx';
import { undoLastDelete } from '#src/crud/undoable-delete.ts';
import { useDuplicate } from '#src/crud/use-duplicate.ts';
import { changeSearch, navigate } from '#src/lib/router.ts';
import { useShortcuts } from '#src/lib/use-shortcuts.ts';
import { paths } from '#src/paths.ts';
import { announce } from '#src/ui/announcer.tsx';
import { Button } from '#src/ui/button.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { Chip } from '#src/ui/chip.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { PageHeader } from '#src/ui/page-header.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';
import { Toolbar } from '#src/ui/toolbar.tsx';
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx';
import { CsvLinks } from './csv/csv-links.tsx';
import type { Keyword } from './keyword.ts';
import { addKeywords } from './list/all-keywords.ts';
import { readSorting } from './list/arrange-keywords.ts';
import { QuickFilter, useQuickFilter } from './list/quick-filter.tsx';
import { ReadingNotice } from './list/reading-notice.tsx';
import { type KeywordList, useKeywordList } from './list/use-keyword-list.ts';
import { KeywordGrid } from './table/keyword-grid.tsx';
import { UnsavedNotice } from './table/unsaved-notice.tsx';
import { useRowEdits } from './table/use-row-edits.ts';

const sortParameter = (sorting: SortingState) => sorting.map(({ id, desc }) => (desc ? `-${id}` : id)).join();
const nameOf = (keyword: Keyword) => keyword.key_name;
const copyChanges = ({ key_name }: Keyword, attempt: number) => ({ key_name: copyName(key_name, attempt) });

/** All master keywords in an editable table. A keyword opens in a dialog over it. */
export function Component() {
  const { t } = useLingui();
  const search = useLocation().search;
  const [params] = useSearchParams();
  const scroller = useRef<HTMLDivElement>(null);
  const filter = useQuickFilter();
  const sorting = readSorting(search);
  const id = params.get('filter[id]') ?? undefined;
  const sortBy: OnChangeFn<SortingState> = (updater) => {
    const next = typeof updater === 'function' ? updater(sorting) : updater;
    changeSearch((after) => {
      if (next.length === 0) after.delete('sort');
      else after.set('sort', sortParameter(next));
    });
  };
  // Deferred: the input stays responsive while the rows are filtered.
  const list = useKeywordList({ text: useDeferredValue(filter.text), sorting, id }, sortBy);
  const editing = useRowEdits(list.all?.rows, ({ key_name }) => announce(t`Saved “${key_name}”`));
  const { selection } = list.arranged;
  const duplicating = useDuplicate(keywords, nameOf, copyChanges, addKeywords);
  useShortcuts({ z: undoLastDelete, '/': focusSearch });

  const clear = () => {
    filter.clear();
    if (id !== undefined) void navigate({ search: '' });
  };
  const newKeyword = (
    <Link to={paths.newKeyword() + search} state={fromList} className={buttonClass({ kind: 'primary' })}>
      <Trans>New keyword</Trans>
    </Link>
  );
  const ticked = new Set(selection.ids);
  return (
    <>
      <PageTitle>{t`Keywords`}</PageTitle>
      <PageHeader title={<Trans>Keywords</Trans>} aside={<Count list={list} />}>
        <ColumnMenu arranged={list.arranged} />
        {newKeyword}
      </PageHeader>
      <Tools list={list} filter={filter} id={id} onClear={clear} />
      <ReadingNotice list={list} />
      <UnsavedNotice editing={editing} />
      <div ref={scroller} className="table-pane relative pane scroll-pt-8 overflow-auto">
        <Body
          list={list}
          isFiltered={filter.text.trim() !== '' || id !== undefined}
          onClear={clear}
          newKeyword={newKeyword}
        >
          <KeywordGrid
            rows={list.rows}
            editing={editing}
            arranged={list.arranged}
            search={search}
            scroller={scroller}
            onDuplicate={(row) => duplicating.start([row])}
          />
        </Body>
      </div>
      {(ticked.size > 0 || duplicating.job) && (
        <BulkBar
          resource={keywords}
          rows={list.rows.filter((row) => ticked.has(row.id))}
          rowName={nameOf}
          duplicating={duplicating}
          onNone={() => selection.setAll(false)}
        />
      )}
      <Outlet />
    </>
  );
}

interface ToolsProps {
  list: KeywordList;
  filter: ReturnType<typeof useQuickFilter>;
  id: string | undefined;
  onClear: () => void;
}

function Tools({ list: { rows, all }, filter, id, onClear }: ToolsProps) {
  const { t } = useLingui();
  return (
    <Toolbar label={t`Tools`}>
      <QuickFilter filter={filter} />
      {id !== undefined && (
        <Chip removeLabel={t`Remove the filter ID: ${id}`} onRemove={onClear}>
          <Trans>ID: {id}</Trans>
        </Chip>
      )}
      <span className="ms-auto flex flex-wrap gap-2">
        <CsvLinks rows={rows} isWhole={all?.isWhole ?? false} />
        <Link to={paths.keywordBench()} className={buttonClass()}>
          <FlaskConical aria-hidden="true" className="size-4" />
          <Trans>Bench</Trans>
        </Link>
      </span>
    </Toolbar>
  );
}

interface BodyProps {
  list: KeywordList;
  isFiltered: boolean;
  onClear: () => void;
  newKeyword: ReactNode;
  children: ReactNode;
}

function Body({
  list: { all, rows, error, isReading, readAgain },
  isFiltered,
  onClear,
  newKeyword,
  children,
}: BodyProps) {
  if (!all) return error ? <RequestError error={error} onRetry={readAgain} /> : <SkeletonRows rows={25} />;
  if (rows.length > 0) return children;
  if (isReading) return <SkeletonRows rows={5} />;
  if (isFiltered) {
    return (
      <EmptyState
        action={
          <Button onClick={onClear}>
            <Trans>Show all keywords</Trans>
          </Button>
        }
      >
        <Trans>No keyword matches.</Trans>
      </EmptyState>
    );
  }
  return (
    <EmptyState action={newKeyword}>
      <Trans>There are no keywords yet: words that visitors use, and what to suggest for them.</Trans>
    </EmptyState>
  );
}

/** Total count, and how many are shown if filtered. */
function Count({ list: { all, rows, count: total } }: { list: KeywordList }) {
  const { i18n } = useLingui();
  if (!all) return <span role="status" />;
  const [shown, count] = [i18n.number(rows.length), i18n.number(total)];
  return (
    <span role="status">
      {rows.length === total ? (
        count
      ) : (
        <Trans>
          {shown} of {count}
        </Trans>
      )}
      <VisuallyHidden>
        {' '}
        <Trans>keywords</Trans>
      </VisuallyHidden>
    </span>
  );
}
