import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CheckCheck, Plus, Search } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, useLocation, useParams } from 'react-router';
import { queryClient } from '#src/api/query-client.ts';
import { ClientFilterNotice } from '#src/domain/drafts/client-filter-notice.tsx';
import { isUnread } from '#src/domain/drafts/draft.ts';
import { tabQuery } from '#src/domain/drafts/drafts-address.ts';
import { useMarkAllRead, useMarkRead } from '#src/domain/drafts/use-mark-read.ts';
import { staffChoice } from '#src/domain/people/staff-choice.ts';
import { ReferenceSelect } from '#src/form/fields/reference-select.tsx';
import { navigateInList } from '#src/lib/router.ts';
import { StaticLink } from '#src/lib/static-link.tsx';
import { settings } from '#src/lib/storage/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { useShortcuts } from '#src/lib/use-shortcuts.ts';
import { useBreakpoint } from '#src/lib/use-window-width.ts';
import { IgnoredParametersNotice, RefreshFailedNotice } from '#src/list/query-notices.tsx';
import { focusSearch, TextFilter } from '#src/list/text-filter.tsx';
import { onIntent } from '#src/list/use-list.ts';
import { explainBlockedKey, sayEnd, sayNoBack, useListKeys } from '#src/list/use-list-keys.ts';
import { useListQuery } from '#src/list/use-list-query.ts';
import { usePageActions } from '#src/page/page-actions.ts';
import { PageTitle } from '#src/page/page-title.tsx';
import { RequestError } from '#src/page/request-error.tsx';
import { paths } from '#src/paths.ts';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { SkeletonRows } from '#src/ui/feedback/placeholder.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { PageHeader, TabCount, Tabs, tabClass } from '#src/ui/layout/page-header.tsx';
import { Pagination } from '#src/ui/layout/pagination.tsx';
import { SplitView } from '#src/ui/layout/split-view.tsx';
import { tabbedHeader } from '#src/ui/layout/tabbed-header.ts';
import { formatLastUpdated } from '#src/ui/text/relative-time.tsx';
import {
  type Author,
  MINE_PAGE_SIZE,
  type MineTab,
  mineListQuery,
  mineRequest,
  mineTab,
  ownDrafts,
  ownFilters,
  readMineQuery,
  SEARCH,
  unreadQuery,
  useAuthorId,
} from './mine-query.ts';
import { OwnDraftList, OwnDraftsEmptyState, useStickyRows } from './own-draft-list.tsx';
import { OwnDraftPane } from './own-draft-pane.tsx';

/** The author's page: the user's own drafts and their verdicts. */
export function Component() {
  const { t } = useLingui();
  const author = useAuthorId();
  return (
    <>
      <PageTitle>{t`My drafts`}</PageTitle>
      {author.id !== undefined ? (
        <Mine key={author.id} author={author} authorId={author.id} />
      ) : (
        <>
          <PageHeader title={<Trans>My drafts</Trans>} />
          {author.isPending && <SkeletonRows />}
          {author.error && <RequestError error={author.error} onRetry={author.retry} />}
          {author.choose && <AuthorChoice onChoose={author.choose} />}
        </>
      )}
    </>
  );
}

/** In a narrow window the actions are icons. */
const ICON_IF_NARROW = 'max-md:size-11! max-md:p-0';

function Mine({ author, authorId }: { author: Author; authorId: string }) {
  const { t } = useLingui();
  const openId = useParams().id;
  const shownSearch = useLocation().search;
  const { asked: query, leftOut, pageSearch, setFilter, search } = useListQuery(ownDrafts);
  const tab = mineTab(query);
  const searched = query.filter[SEARCH] ?? '';
  const isSearch = searched !== '';
  const [isOpen, setOpen] = useState(false);
  const isSearching = isOpen || isSearch;
  const refetchInterval = useStore(settings).pollSeconds * 1000;
  const list = useQuery({ ...mineListQuery(query, authorId), refetchInterval });
  const { isPlaceholderData: isOld } = list;
  const kept = useStickyRows(JSON.stringify([tab, searched]), JSON.stringify(query.page), list.data, isOld);
  const rows = kept?.rows;
  const { number = 1 } = query.page;
  const read = (number: number) => queryClient.query(mineListQuery({ ...query, page: { number } }, authorId));
  const hasOtherPages = number > 1 || list.data?.hasNext === true;
  const hasDetail = useBreakpoint()('md');
  const previewed = usePreview(kept, openId);
  const shownId = openId ?? (hasDetail ? previewed : undefined);
  const markRead = useMarkRead();
  const unread = rows?.filter(isUnread) ?? [];
  const total = useQuery(unreadQuery(authorId)).data?.total ?? 0;
  const canMark = unread.length > 0 || (!isSearch && total > 0);
  // While a search hides drafts, only the listed ones are marked.
  const [markAll, isMarking] = useMarkAllRead(unread, isSearch);
  const area = useRef<HTMLDivElement>(null);
  const focusRow = (id = '') => area.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] a`)?.focus();
  /** Opens the next or previous draft. Used while a draft is shown; otherwise the keys move the focus. */
  const go = (by: 1 | -1) => () => {
    const at = rows?.findIndex((row) => row.id === shownId) ?? -1;
    const next = rows?.[at + by];
    if (!next) return sayEnd(by, rows?.length ?? 0);
    focusRow(next.id);
    void navigateInList(paths.mineDraft(next.id), shownSearch, { replace: openId !== undefined });
  };
  /** Opens the draft of the focused row, else the one that is shown. */
  const open = (shown: string) => () => {
    const id = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row ?? shown;
    if (id === openId) explainBlockedKey(t`This draft is already open.`);
    else void navigateInList(paths.mineDraft(id), shownSearch);
  };
  const close = async () => {
    // A narrow window does not show the list before.
    await navigateInList(paths.mine(), shownSearch, { flushSync: true });
    focusRow(openId);
  };
  const openSearch = (wanted: boolean) => {
    flushSync(() => setOpen(wanted));
    if (!wanted) setFilter(SEARCH, '');
    else if (!focusSearch()) explainBlockedKey(t`There’s no search on this page.`);
  };
  usePageActions(() => (canMark ? [{ label: t`Mark all read`, Icon: CheckCheck, act: () => markAll() }] : []));
  useShortcuts({
    ...(shownId === undefined
      ? { 'e|m': () => explainBlockedKey(t`Select a draft first.`) }
      : { 'j|ArrowDown': go(1), 'k|ArrowUp': go(-1), 'o|Enter': open(shownId) }),
    'u|Escape': openId === undefined ? sayNoBack : close,
    '/': () => openSearch(true),
    '.': () => void list.refetch().then(({ isSuccess }) => isSuccess && explainBlockedKey(t`The list is up to date.`)),
  });
  useListKeys(area);
  return (
    <>
      {/* A narrow window shows only the open draft. */}
      <div className={openId === undefined ? tabbedHeader.group : 'contents max-md:hidden'}>
        <PageHeader
          title={<Trans>My drafts</Trans>}
          aside={list.data && <Trans>as of {{ lastUpdated: formatLastUpdated(list.dataUpdatedAt) }}</Trans>}
          className={classNames(tabbedHeader.header, isSearching && 'max-md:w-full')}
        >
          <IconButton
            label={t`Search`}
            aria-expanded={isSearching}
            className={classNames(ICON_IF_NARROW, 'md:hidden')}
            onClick={() => openSearch(!isSearching)}
          >
            <Search aria-hidden="true" />
          </IconButton>
          <span className={isSearching ? 'flex max-md:w-[min(18rem,100vw-12rem)]' : 'contents max-md:hidden'}>
            <TextFilter
              label={t`Search text or room`}
              kind="contains"
              value={searched}
              shortcut="/"
              onChange={(value, isTyped) => setFilter(SEARCH, value, isTyped)}
            />
          </span>
          {author.choose && (
            <Button kind="quiet" onClick={() => author.choose?.('')}>
              <Trans>Not you?</Trans>
            </Button>
          )}
          <Button className={ICON_IF_NARROW} busy={isMarking} disabled={!canMark} onClick={markAll}>
            <CheckCheck aria-hidden="true" className="size-5 md:hidden" />
            <span className="max-md:sr-only">
              <Trans>Mark all read</Trans>
            </span>
          </Button>
          <Link to={paths.newDraft()} className={classNames(buttonClass({ kind: 'primary' }), ICON_IF_NARROW)}>
            <Plus aria-hidden="true" className="size-5 md:hidden" />
            <span className="max-md:sr-only">
              <Trans>New draft</Trans>
            </span>
          </Link>
        </PageHeader>
        <MineTabs tab={tab} search={search} authorId={authorId} />
      </div>
      {list.data && <RefreshFailedNotice result={list} />}
      <IgnoredParametersNotice leftOut={leftOut} />
      <ClientFilterNotice query={mineRequest(query, authorId)} filters={ownFilters} />
      <SplitView
        open={openId !== undefined}
        isReading
        listLabel={t`My drafts`}
        detailLabel={t`Current draft`}
        list={
          <div ref={area} className="pb-16">
            {list.error && !list.data ? (
              <RequestError error={list.error} onRetry={() => void list.refetch()} />
            ) : !rows ? (
              <SkeletonRows className="h-16" />
            ) : rows.length === 0 ? (
              <OwnDraftsEmptyState tab={tab} isSearch={isSearch} hasOtherPages={hasOtherPages} />
            ) : (
              <OwnDraftList
                key={kept.key}
                rows={rows}
                included={kept.included}
                search={search}
                openId={shownId}
                isOld={isOld}
              />
            )}
            {list.data && rows && (rows.length > 0 || hasOtherPages) && (
              <Pagination
                page={number}
                size={list.data.size ?? MINE_PAGE_SIZE}
                shown={list.data.rows.length}
                total={list.data.total}
                atLeast={list.data.isTotalMinimum}
                hasNext={list.data.hasNext}
                pageLink={(number, look) => (
                  <Link to={paths.mine() + pageSearch(number)} {...onIntent(() => read(number))} {...look} />
                )}
              />
            )}
          </div>
        }
        detail={
          shownId !== undefined && (
            <OwnDraftPane
              key={shownId}
              id={shownId}
              authorId={authorId}
              query={query}
              isPreview={openId === undefined}
              onBack={() => void close()}
              onRead={markRead}
            />
          )
        }
      />
    </>
  );
}

/** Id of the draft to show while the URL names none: the one shown last if it is still listed, else the first. */
function usePreview(list: ReturnType<typeof useStickyRows>, openId: string | undefined): string | undefined {
  const [shown, setShown] = useState<{ key: string; id: string }>();
  if (!list) return undefined;
  const keptId = openId ?? (shown?.key === list.key ? shown.id : undefined);
  const id = (list.rows.find((row) => row.id === keptId) ?? list.rows[0])?.id;
  if (id !== undefined && (shown?.key !== list.key || shown.id !== id)) setShown({ key: list.key, id });
  return id;
}

function AuthorChoice({ onChoose }: { onChoose: (id: string) => void }) {
  return (
    <div className="mx-auto w-full max-w-dialog px-4 py-12">
      <Field
        label={<Trans>Which user are you?</Trans>}
        hint={<Trans>This server doesn’t say who is signed in. Your choice is stored in this browser.</Trans>}
      >
        <ReferenceSelect from={staffChoice} value="" onChange={onChoose} />
      </Field>
    </div>
  );
}

function MineTabs({ tab, search, authorId }: { tab: MineTab; search: string; authorId: string }) {
  const { t, i18n } = useLingui();
  const unread = useQuery(unreadQuery(authorId)).data;
  const link = (name: MineTab, label: ReactNode, count?: ReactNode) => (
    <StaticLink
      to={(query) => paths.mine(tabQuery(name, readMineQuery(query).filter))}
      search={search}
      aria-current={tab === name ? 'page' : undefined}
      className={tabClass}
    >
      {label}
      {count !== undefined && <TabCount>{count}</TabCount>}
    </StaticLink>
  );
  return (
    <Tabs label={t`State`} className={tabbedHeader.tabs}>
      {link(
        'unread',
        <Trans>Unread</Trans>,
        unread?.total === undefined ? undefined : i18n.number(unread.total) + (unread.isTotalMinimum ? '+' : ''),
      )}
      {link('in_review', <Trans>In review</Trans>)}
      {link('approved', <Trans>Approved</Trans>)}
      {link('rejected', <Trans>Rejected</Trans>)}
      {link('all', <Trans>All</Trans>)}
    </Tabs>
  );
}
