import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import { PageTitle } from '#src/crud/page-title.tsx';
import { RecordPicker } from '#src/crud/record-picker.tsx';
import { RequestError } from '#src/crud/request-error.tsx';
import { useListKeys } from '#src/crud/use-list-keys.ts';
import { navigate } from '#src/lib/router.ts';
import { settings } from '#src/lib/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { useShortcuts } from '#src/lib/use-shortcuts.ts';
import { paths } from '#src/paths.ts';
import { asOfWords } from '#src/records/conversation/calendar-words.ts';
import { isUnread } from '#src/records/drafts/draft.ts';
import { useMarkRead } from '#src/records/drafts/use-mark-read.ts';
import { staffChoice } from '#src/records/people/staff-choice.ts';
import { Button } from '#src/ui/button.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Field } from '#src/ui/field.tsx';
import { PageHeader } from '#src/ui/page-header.tsx';
import { Pagination } from '#src/ui/pagination.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';
import { SplitView } from '#src/ui/split-view.tsx';
import { MINE_PAGE_SIZE, type MineAddress, mineListQuery, readMineAddress } from './mine-address.ts';
import { MineTabs } from './mine-tabs.tsx';
import { NothingMine } from './nothing-mine.tsx';
import { OwnDraftList } from './own-draft-list.tsx';
import { OwnDraftPane } from './own-draft-pane.tsx';
import { type Author, useAuthorId } from './use-author-id.ts';
import { useKeptRows } from './use-kept-rows.ts';
import { useMarkAllRead } from './use-mark-all-read.ts';

/** The author's page: the user's own drafts and their verdicts. */
export function Component() {
  const { t } = useLingui();
  const author = useAuthorId();
  const address = readMineAddress(useLocation().search);
  return (
    <>
      <PageTitle>{t`Mine`}</PageTitle>
      {author.id !== undefined ? (
        <Mine key={author.id} author={author} authorId={author.id} address={address} />
      ) : (
        <>
          <PageHeader title={<Trans>Mine</Trans>} />
          {author.isPending && <SkeletonRows />}
          {author.error && <RequestError error={author.error} onRetry={author.retry} />}
          {author.choose && <WhoAreYou onChoose={author.choose} />}
        </>
      )}
    </>
  );
}

function Mine({ author, authorId, address }: { author: Author; authorId: string; address: MineAddress }) {
  const { t } = useLingui();
  const openId = useParams().id;
  const { tab, query } = address;
  const refetchInterval = useStore(settings).pollSeconds * 1000;
  const list = useQuery({ ...mineListQuery(address, authorId), refetchInterval });
  const kept = useKeptRows(JSON.stringify([tab, query.page]), list.isPlaceholderData ? undefined : list.data);
  const rows = kept?.rows;
  const markRead = useMarkRead();
  const unread = rows?.filter(isUnread) ?? [];
  const [markAll, isMarking] = useMarkAllRead(unread);
  const asOf = asOfWords(list.dataUpdatedAt);
  const area = useRef<HTMLDivElement>(null);
  useListKeys(area);
  // Scroll to the top on another page of the list, but not when a draft opens.
  useLayoutEffect(() => {
    const scroller = area.current?.parentElement;
    if (kept?.key && scroller) scroller.scrollTop = 0;
  }, [kept?.key]);
  const opened = rows?.find((row) => row.id === openId);
  useShortcuts({
    m: () => opened && markRead(opened),
    u: () => void navigate(paths.mine(query)),
    Escape: () => void navigate(paths.mine(query)),
  });
  return (
    <>
      {/* A narrow window shows only the open draft. */}
      <div className={openId === undefined ? 'contents' : 'contents max-md:hidden'}>
        <PageHeader title={<Trans>Mine</Trans>} aside={list.data && <Trans>as of {asOf}</Trans>}>
          {author.choose && (
            <Button kind="quiet" onClick={() => author.choose?.('')}>
              <Trans>Not you?</Trans>
            </Button>
          )}
          <Button busy={isMarking} disabled={unread.length === 0} onClick={markAll}>
            <Trans>Mark all read</Trans>
          </Button>
          <Link to={paths.newDraft()} className={buttonClass({ kind: 'primary' })}>
            <Trans>New draft</Trans>
          </Link>
        </PageHeader>
        <MineTabs tab={tab} authorId={authorId} />
      </div>
      <SplitView
        open={openId !== undefined}
        listLabel={t`My drafts`}
        detailLabel={t`Chosen draft`}
        list={
          <div ref={area}>
            {list.error && !list.data ? (
              <RequestError error={list.error} onRetry={() => void list.refetch()} />
            ) : !rows ? (
              <SkeletonRows className="h-16" />
            ) : rows.length === 0 ? (
              <NothingMine tab={tab} />
            ) : (
              <OwnDraftList key={kept.key} rows={rows} included={kept.included} query={query} openId={openId} />
            )}
            {list.data && rows && rows.length > 0 && (
              <Pagination
                page={query.page.number ?? 1}
                size={MINE_PAGE_SIZE}
                shown={list.data.rows.length}
                total={list.data.total}
                atLeast={list.data.isTotalMinimum}
                hasNext={list.data.hasNext}
                pageLink={(number, look) => <Link to={paths.mine({ ...query, page: { number } })} {...look} />}
              />
            )}
          </div>
        }
        detail={
          openId === undefined ? (
            <EmptyState>
              <Trans>No draft is chosen.</Trans>
            </EmptyState>
          ) : (
            <OwnDraftPane key={openId} id={openId} backTo={paths.mine(query)} onRead={markRead} />
          )
        }
      />
    </>
  );
}

/** Asks the user who they are, if the tenant does not tell. */
function WhoAreYou({ onChoose }: { onChoose: (id: string) => void }) {
  return (
    <div className="mx-auto w-full max-w-dialog px-4 py-12">
      <Field
        label={<Trans>Who are you?</Trans>}
        hint={<Trans>This service does not tell whose token it is. Your answer is kept in this browser.</Trans>}
      >
        <RecordPicker from={staffChoice} value="" onChange={onChoose} />
      </Field>
    </div>
  );
}
