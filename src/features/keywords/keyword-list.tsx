import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { CirclePlus, FlaskConical, Upload } from 'lucide-react';
import { type ReactNode, useDeferredValue, useRef, useState } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { keywords } from '#contract/keywords.ts';
import { BulkBar } from '#src/bulk/bulk-bar.tsx';
import { nextCopyName, useDuplicate } from '#src/bulk/use-duplicate.ts';
import { addKeywords } from '#src/domain/keywords/all-keywords.ts';
import { type Keyword, searchableKeywords } from '#src/domain/keywords/keyword.ts';
import { navigate } from '#src/lib/router.ts';
import { useShortcuts } from '#src/lib/use-shortcuts.ts';
import { FilterBar } from '#src/list/filter-bar.tsx';
import type { AnyFilterSpec } from '#src/list/filter-spec.ts';
import { FilterToggle } from '#src/list/filter-toggle.tsx';
import { ListCount } from '#src/list/list-notices.tsx';
import { IgnoredParametersNotice } from '#src/list/query-notices.tsx';
import { ColumnMenu } from '#src/list/table/column-menu.tsx';
import { focusSearch, parseQuotedCell } from '#src/list/text-filter.tsx';
import { explainBlockedKey, sayEnd, sayNoBack, sayNoRow } from '#src/list/use-list-keys.ts';
import { useListState } from '#src/list/use-list-query.ts';
import { openedFromList } from '#src/page/close-modal-route.ts';
import { usePageActions } from '#src/page/page-actions.ts';
import { TitledHeader } from '#src/page/page-title.tsx';
import { RequestError } from '#src/page/request-error.tsx';
import { paths } from '#src/paths.ts';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { announce } from '#src/ui/feedback/announcer.tsx';
import { EmptyState, SkeletonRows } from '#src/ui/feedback/placeholder.tsx';
import { KeywordGrid } from '../keyword-grid/keyword-grid.tsx';
import { RowMergeDialog } from '../keyword-grid/row-notice.tsx';
import { useRowEdits } from '../keyword-grid/use-row-edits.ts';
import { KeywordNotices } from './keyword-notices.tsx';
import { KeywordTools } from './keyword-tools.tsx';
import { type KeywordList, useKeywordList } from './use-keyword-list.ts';

const filters: AnyFilterSpec[] = [
  { name: 'text', label: msg`Search keywords` },
  { name: 'id', label: msg`ID` },
];
const sortedById = { sort: ['id'] };
const nameOf = (keyword: Keyword) => keyword.key_name;
const copyChanges = ({ key_name }: Keyword, attempt: number) => ({ key_name: nextCopyName(key_name, attempt) });

/** All master keywords in an editable table. A keyword opens in a dialog over it. */
export function Component() {
  const { t } = useLingui();
  const search = useLocation().search;
  const scroller = useRef<HTMLDivElement>(null);
  const state = useListState(searchableKeywords, search, sortedById);
  const { id, text: quoted = '' } = state.filter;
  const text = parseQuotedCell(quoted);
  // Deferred: the input stays responsive while the rows are filtered and their links follow the URL.
  const list = useKeywordList(state, useDeferredValue(text));
  const rowSearch = useDeferredValue(search);
  const editing = useRowEdits(list.all?.rows, ({ key_name }) => announce(t`Saved “${key_name}”`));
  const [hasTools, setTools] = useState(false);
  const [mergingId, setMergingId] = useState<string>();
  const { selection } = list.arranged;
  const duplicating = useDuplicate(keywords, nameOf, copyChanges, addKeywords);
  const refresh = (now: number) =>
    list.readAgain().then((at) => at >= now && explainBlockedKey(t`The list is up to date.`));
  const open = (path: string) => void navigate(path + search, { state: openedFromList });
  usePageActions(() => [
    { label: t`New keyword`, Icon: CirclePlus, act: () => open(paths.newKeyword()) },
    { label: t`Import CSV`, Icon: Upload, act: () => open(paths.importKeywords()) },
    { label: t`Test keywords`, Icon: FlaskConical, act: () => void navigate(paths.keywordBench()) },
  ]);
  useShortcuts({
    '/': () => focusSearch(() => setTools(true)),
    u: sayNoBack,
    m: () => explainBlockedKey(t`Nothing here can be marked as read.`),
    '.': () => void refresh(Date.now()),
    Escape: () => (selection.ids.length > 0 ? selection.setAll(false) : sayNoBack()),
    // The grid handles these keys while it has rows.
    ...(list.rows.length === 0 && {
      'j|ArrowDown|k|ArrowUp|Mod+a': () => sayEnd(1, 0),
      'x|X|o|Enter': sayNoRow,
    }),
  });

  const newKeyword = (
    <Link to={paths.newKeyword() + search} state={openedFromList} className={buttonClass({ kind: 'primary' })}>
      <Trans>New keyword</Trans>
    </Link>
  );
  const count = (
    <ListCount total={list.all && list.count} shown={list.rows.length}>
      <Trans>keywords</Trans>
    </ListCount>
  );
  const ticked = new Set(selection.ids);
  return (
    <>
      <TitledHeader title={t`Keywords`} aside={count}>
        <FilterToggle isOpen={hasTools} onOpen={setTools} />
        <ColumnMenu arranged={list.arranged} />
        {newKeyword}
      </TitledHeader>
      <FilterBar
        resource={searchableKeywords}
        filters={filters}
        state={state}
        after={<KeywordTools list={list} />}
        isOpen={hasTools}
        onOpen={setTools}
      />
      <IgnoredParametersNotice leftOut={state.leftOut} />
      <KeywordNotices list={list} editing={editing} />
      <div ref={scroller} className="table-pane relative pane scroll-pt-8 overflow-auto">
        <Body
          list={list}
          isFiltered={text.trim() !== '' || id !== undefined}
          onClear={state.clearFilters}
          newKeyword={newKeyword}
        >
          <KeywordGrid
            rows={list.rows}
            editing={editing}
            arranged={list.arranged}
            search={rowSearch}
            scroller={scroller}
            onDuplicate={(row) => duplicating.start([row])}
            onMerge={setMergingId}
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
      {mergingId !== undefined && (
        <RowMergeDialog id={mergingId} editing={editing} onClose={() => setMergingId(undefined)} />
      )}
      <Outlet />
    </>
  );
}

interface BodyProps {
  list: KeywordList;
  isFiltered: boolean;
  onClear: () => void;
  newKeyword: ReactNode;
  children: ReactNode;
}

function Body({ list, isFiltered, onClear, newKeyword, children }: BodyProps) {
  const { all, rows, error, isReading, readAgain } = list;
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
        <Trans>No matches</Trans>
      </EmptyState>
    );
  }
  return (
    <EmptyState action={newKeyword}>
      <Trans>No keywords yet. Keywords are words that visitors use, with suggested replies.</Trans>
    </EmptyState>
  );
}
