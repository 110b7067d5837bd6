import { useLingui } from '@lingui/react/macro';
import { History } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ListQuery } from '#contract/list-query.ts';
import { EarlierMessages, LaterMessages } from '#src/domain/conversation/around-draft.tsx';
import type { Draft } from '#src/domain/drafts/draft.ts';
import { KeywordSource } from '#src/domain/keywords/keyword-source.ts';
import { UnderlinedText } from '#src/domain/keywords/underlined-text.tsx';
import { navigate } from '#src/lib/router.ts';
import { EditForm } from '#src/outbox/edit-form.tsx';
import { isRecentOpen } from '#src/outbox/recent-open.ts';
import { RowFailure } from '#src/outbox/row-failure.tsx';
import { paths } from '#src/paths.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { SelectionBar } from './bulk/selection-bar.tsx';
import { AboveBar } from './draft/above-bar.tsx';
import { BarPlace } from './draft/bar-place.tsx';
import { DraftBrief } from './facts/draft-brief.tsx';
import { DraftFacts } from './facts/draft-facts.tsx';
import { EmptyQueue } from './queue/empty-queue.tsx';
import { QueueFollower } from './queue/queue-follower.tsx';
import { QueueCount, QueueNotices } from './queue/queue-notices.tsx';
import type { Queue } from './queue/use-queue.ts';
import { sayWhyNot, WhyNot } from './queue/why-not.tsx';

interface ListedDraftProps {
  queue: Queue;
  /** The draft that the URL opens. */
  open: Draft | undefined;
  query: ListQuery;
}

/**
 * Opens the first match, or none, when a new filter hides the open draft, so that keys act on what is listed. A draft that
 * was opened by a link, or is newer than the loaded queue, stays open, in the list or not.
 */
function ListedDraft({ queue, open, query }: ListedDraftProps): null {
  const { items, isPending, isOld, isFetching, hasMore, readAtUnix, error } = queue;
  const filter = JSON.stringify(query.filter);
  const settled = useRef({ filter, openId: open?.id });
  useEffect(() => {
    // A page that is not loaded yet may hold it.
    if (isPending || isOld || isFetching || hasMore || error) return;
    const before = settled.current;
    settled.current = { filter, openId: open?.id };
    if (open === undefined || before.openId !== open.id || before.filter === filter) return;
    const isNewer = readAtUnix !== undefined && open.created_at_unix >= readAtUnix;
    if (isNewer || items.some(({ draft }) => draft.id === open.id)) return;
    const [first] = items;
    void navigate(first ? paths.draft(first.draft.id, query) : paths.review(query), { replace: true });
  }, [items, isPending, isOld, isFetching, hasMore, readAtUnix, error, open, filter, query]);
  return null;
}

/** Opens the drawer of recent actions. */
function RecentButton() {
  const { t } = useLingui();
  return (
    <IconButton label={t`Recent actions`} onClick={() => isRecentOpen.set(true)}>
      <History aria-hidden="true" />
    </IconButton>
  );
}

/** Parts of the page that load right after the first screen. In one chunk, because many small ones take longer. */
export const partsAfterStart = {
  AboveBar,
  BarPlace,
  DraftBrief,
  DraftFacts,
  EarlierMessages,
  EditForm,
  EmptyQueue,
  KeywordSource,
  LaterMessages,
  ListedDraft,
  QueueCount,
  QueueFollower,
  QueueNotices,
  RecentButton,
  RowFailure,
  SelectionBar,
  UnderlinedText,
  WhyNot,
  sayWhyNot,
};
