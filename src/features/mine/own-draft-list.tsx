import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { memo, type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { drafts } from '#contract/drafts.ts';
import { PAGE_SIZE } from '#contract/list-query.ts';
import type { Included, ListPage } from '#src/api/list-page.ts';
import { listQuery } from '#src/api/queries.ts';
import { type Draft, isUnread } from '#src/domain/drafts/draft.ts';
import { DraftStatus } from '#src/domain/drafts/draft-status.tsx';
import { tabQuery } from '#src/domain/drafts/drafts-address.ts';
import { linkedRoomName } from '#src/domain/rooms/room-name.ts';
import { StaticLink } from '#src/lib/static-link.tsx';
import { paths } from '#src/paths.ts';
import { buttonClass } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { EmptyState } from '#src/ui/feedback/placeholder.tsx';
import { contentVisibilityClass, useVisibleRowsFirst } from '#src/ui/layout/visible-rows.ts';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import { RelativeTime } from '#src/ui/text/relative-time.tsx';
import { Truncated } from '#src/ui/text/truncated.tsx';
import type { MineTab } from './mine-query.ts';

/** The user's own drafts: verdict, room, and whether the verdict is unread. */
export function OwnDraftList(props: {
  rows: readonly Draft[];
  included: Included;
  /** The list's query in the URL, with its question mark if any. */
  search: string;
  openId: string | undefined;
  /** Another page is loading. */
  isOld: boolean;
}) {
  const { rows, included, search, openId, isOld } = props;
  const { t } = useLingui();
  const openIndex = rows.findIndex(({ id }) => id === openId);
  const shown = useVisibleRowsFirst(rows, openIndex + 1);
  return (
    <ul ref={scrollToTop} aria-label={t`My drafts`} aria-busy={isOld} className="dimmed-while-busy">
      {shown.map((draft, index) => (
        <li
          key={draft.id}
          data-row={draft.id}
          aria-setsize={shown.length < rows.length ? rows.length : undefined}
          className={classNames('contain-content border-line border-b', contentVisibilityClass(index))}
        >
          <StaticLink
            to={(query) => paths.mineDraft(draft.id) + query}
            search={search}
            aria-current={draft.id === openId}
            className="row ring-inside flex flex-col gap-0.5 px-4 py-2"
          >
            <OwnDraftSummary draft={draft} room={linkedRoomName(included, draft.one.room)} />
          </StaticLink>
        </li>
      ))}
    </ul>
  );
}

/** Ref callback that scrolls to the top: another page of the list mounts a new element. */
function scrollToTop(list: HTMLElement | null): void {
  const scroller = list?.parentElement?.parentElement;
  if (scroller) scroller.scrollTop = 0;
}

const OwnDraftSummary = memo(function OwnDraftSummary({ draft, room }: { draft: Draft; room: string }) {
  return (
    <>
      <span className="flex items-center gap-2">
        <DraftStatus status={draft.status} />
        {isUnread(draft) && <StatusBadge status="unread" className="text-sm" />}
        <RelativeTime
          unix={draft.resolved_time_unix ?? draft.created_at_unix}
          form="age"
          className="ms-auto shrink-0 text-muted text-sm"
        />
      </span>
      <Truncated text={draft.message_content} className={isUnread(draft) ? 'font-medium' : ''} />
      {draft.status === 'rejected' && draft.comment?.trim() && (
        <span className="flex gap-1 text-sm">
          <span className="shrink-0 text-muted">
            <Trans>Reason:</Trans>
          </span>
          <Truncated text={draft.comment} />
        </span>
      )}
      <Truncated text={room} className="text-muted text-sm" />
    </>
  );
});

interface Kept {
  /** Identity of the list. */
  key: string;
  rows: readonly Draft[];
  included: Included;
}

/**
 * Keeps rows that leave a list because the user acts on them (such as unread verdicts): they stay in place, with
 * current data, until another page of the list `scope` has loaded. New rows are prepended. `isOld`: `page` is a
 * placeholder. Undefined before the first page of a list.
 */
export function useStickyRows(...shown: Parameters<typeof useShownRows>): Kept | undefined {
  const kept = useShownRows(...shown);
  const [, , page] = shown;
  const listed = new Set(page?.rows.map((row) => row.id));
  const gone = kept?.rows.map((row) => row.id).filter((id) => !listed.has(id)) ?? [];
  const query = listQuery(drafts, { filter: { id: gone.join(',') }, page: { size: PAGE_SIZE.most } });
  const reread = useQuery({ ...query, enabled: gone.length > 0 }).data;
  if (!kept || gone.length === 0) return kept;
  const now = new Map(reread?.rows.map((row) => [row.id, row]));
  return { ...kept, rows: kept.rows.map((row) => now.get(row.id) ?? row) };
}

function useShownRows(
  scope: string,
  number: string,
  page: ListPage<typeof drafts> | undefined,
  isOld: boolean,
): Kept | undefined {
  const [shown, setShown] = useState<Kept & { scope: string; from: typeof page }>();
  if (!page || isOld) return page && shown?.scope === scope ? shown : undefined;
  const key = scope + number;
  const before = shown?.key === key ? shown : undefined;
  if (before?.from === page) return before;
  const known = new Set(before?.rows.map((row) => row.id));
  const current = new Map(page.rows.map((row) => [row.id, row]));
  const next = {
    key,
    rows: [
      ...page.rows.filter((row) => !known.has(row.id)),
      ...(before?.rows ?? []).map((row) => current.get(row.id) ?? row),
    ],
    included: { ...before?.included, ...page.included },
  };
  setShown({ ...next, scope, from: page });
  return next;
}

const words: Record<MineTab, ReactNode> = {
  unread: <Trans>You’re up to date – no unread verdicts</Trans>,
  in_review: <Trans>No drafts in review</Trans>,
  approved: <Trans>No approved drafts yet</Trans>,
  rejected: <Trans>No rejected drafts</Trans>,
  all: <Trans>You haven’t written any drafts yet</Trans>,
};

interface OwnDraftsEmptyStateProps {
  tab: MineTab;
  isSearch: boolean;
  hasOtherPages: boolean;
}

export function OwnDraftsEmptyState({ tab, isSearch, hasOtherPages }: OwnDraftsEmptyStateProps) {
  if (hasOtherPages) {
    return (
      <EmptyState>
        <Trans>Nothing on this page.</Trans>
      </EmptyState>
    );
  }
  const isAll = tab === 'all' && !isSearch;
  return (
    <EmptyState
      action={
        <Link to={isAll ? paths.newDraft() : paths.mine(tabQuery('all'))} className={buttonClass()}>
          {isAll ? <Trans>New draft</Trans> : <Trans>Show all my drafts</Trans>}
        </Link>
      }
    >
      {isSearch ? <Trans>No drafts match your search</Trans> : words[tab]}
    </EmptyState>
  );
}
