import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Check, ListEnd, MessagesSquare, Pencil, X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Decision } from '#src/api/decision.ts';
import { meQuery } from '#src/api/me-query.ts';
import { isDecidable, isInReview, isUnread } from '#src/domain/drafts/draft.ts';
import { navigate } from '#src/lib/router.ts';
import { useAfterChange } from '#src/lib/use-after-change.ts';
import { useShortcuts } from '#src/lib/use-shortcuts.ts';
import type { DraftCommands } from '#src/outbox/use-draft-commands.ts';
import { can } from '#src/page/can.ts';
import { usePageActions } from '#src/page/page-actions.ts';
import { PageTitle } from '#src/page/page-title.tsx';
import { paths } from '#src/paths.ts';
import { announce } from '#src/ui/feedback/announcer.tsx';
import { recordDraftOpened } from '../review-list/decided-today.ts';
import { dismissBlockedAction, explainBlockedAction } from '../review-queue/blocked-action.tsx';
import { EMPTY_OVERLAY, type QueueNews, type QueueOverlay, queueOverlay } from '../review-queue/queue-overlay.ts';
import type { ReviewAddress } from '../review-queue/review-query.ts';
import { updateOverlay, usePolledRooms, usePrefetchNeighbours } from '../review-queue/use-polled-rooms.ts';
import type { Queue } from '../review-queue/use-queue.ts';
import { useArrivalTest, useQueuePolling } from '../review-queue/use-queue-polling.ts';
import type { Selection } from '../review-queue/use-selection.ts';
import { forgetSkippedOfOthers, type SkipOptions, skipDraft } from './skip-draft.ts';

interface QueueFollowerProps extends Omit<SkipOptions, 'selectedCount'> {
  commands: DraftCommands;
  decideSelected: (kind: Decision['kind']) => void;
  /** The address of `queue`, which may be a frame behind `tab`. */
  address: ReviewAddress;
  queue: Queue;
  selectedId: string | undefined;
  selection: Selection;
  /** Focus mode: the draft is shown without its rules. */
  isFocused: boolean;
}

/** Follows what changes around the held queue: the signed-in user, waiting rooms, arrivals and others' decisions. */
export function QueueEffects(given: QueueFollowerProps) {
  const { address, queue, selectedId, draft, tab, selection, isFocused, commands } = given;
  const selectedCount = selection.ids.length;
  const props = { ...given, selectedCount };
  useAfterChange(true, () => () => queueOverlay.set(EMPTY_OVERLAY));
  const isArrival = useArrivalTest(queue);
  const news = useQueuePolling(address, queue, isArrival);
  useAnnounceNews(address, news);
  useEffect(() => updateOverlay({ news }), [news]);
  usePrefetchNeighbours(queue.items, selectedId);
  useCrowdedRooms(address, queue);
  useMe();
  usePolledRooms(address, queue, selectedId);
  useNewArrivals(address, queue, isArrival, selectedId);
  useAfterChange(selectedId ?? '', () => recordDraftOpened(selectedId));
  useAfterChange(`${selectedId} ${commands.form}`, dismissBlockedAction);
  useDraftActions(props);
  useShortcuts({
    s: () => skipDraft(props),
    // If the verdict can be marked, its button handles the key.
    m: draft && isUnread(draft) && can(draft, 'mark_read') ? undefined : () => explainBlockedAction(draft, 'mark_read'),
    '.': () => {
      queue.reload();
      if (news.arrived === 0) explainBlockedAction(draft, 'arrivals');
    },
  });
  const citing = selectedCount > 0 ? 'cite_selected' : isFocused ? 'cite_hidden' : 'cite';
  // Digits that neither a rule nor a preset reason has handled.
  useShortcuts({ '1|2|3|4|5|6|7|8|9': () => explainBlockedAction(draft, citing, commands.form) }, 'last');
  return tab === 'in_review' && <CountInTitle news={news} />;
}

/** Adds commands on the open draft, or on the selected ones, to the command palette. */
function useDraftActions(props: QueueFollowerProps & SkipOptions): void {
  const { draft, commands, selectedCount, decideSelected } = props;
  const { t } = useLingui();
  usePageActions(() => {
    if (selectedCount > 0 && !commands.form) {
      return [
        {
          label: t`Approve ${plural(selectedCount, { one: '# selected draft', other: '# selected drafts' })}`,
          Icon: Check,
          keys: 'a',
          act: () => decideSelected('approve'),
        },
        {
          label: t`Reject ${plural(selectedCount, { one: '# selected draft', other: '# selected drafts' })}…`,
          Icon: X,
          keys: 'r',
          act: () => decideSelected('reject'),
        },
      ];
    }
    const roomId = draft?.one.room?.id;
    return [
      ...(draft && isDecidable(draft)
        ? [
            { label: t`Approve this draft`, Icon: Check, keys: 'a', act: () => commands.approve() },
            { label: t`Reject this draft…`, Icon: X, keys: 'r', act: () => commands.openForm('reject') },
            { label: t`Edit this draft…`, Icon: Pencil, keys: 'e', act: () => commands.openForm('edit') },
            { label: t`Skip until later`, Icon: ListEnd, keys: 's', act: () => skipDraft(props) },
          ]
        : []),
      ...(roomId === undefined
        ? []
        : [{ label: t`Open room`, Icon: MessagesSquare, act: () => void navigate(paths.room(roomId)) }]),
    ];
  });
}

function CountInTitle({ news: { total, isTotalMinimum } }: Pick<QueueOverlay, 'news'>) {
  const { t, i18n } = useLingui();
  if (!total) return null;
  return <PageTitle>{t`(${{ count: i18n.number(total) + (isTotalMinimum ? '+' : '') }}) Review`}</PageTitle>;
}

function useMe(): void {
  const myId = useQuery(meQuery()).data?.id;
  useAfterChange(myId ?? '', () => {
    updateOverlay({ myId });
    if (myId !== undefined) forgetSkippedOfOthers(myId);
  });
}

/** Finds the rooms with several drafts in the queue, unless a filter, the tab or a page still to load hides some. */
function useCrowdedRooms({ tab, query }: ReviewAddress, { items, isOld, hasMore }: Queue): void {
  const isWhole = tab === 'in_review' && !isOld && !hasMore && Object.keys(query.filter).length === 0;
  const crowded = useMemo(() => {
    const open = isWhole ? items.filter(({ draft }) => isInReview(draft)) : [];
    return [...Map.groupBy(open, ({ room }) => room?.id)].filter(([, { length }]) => length > 1).map(([id]) => id);
  }, [isWhole, items]);
  useAfterChange(`${isWhole} ${crowded}`, () =>
    updateOverlay({ isCrowded: isWhole ? (id) => crowded.includes(id) : EMPTY_OVERLAY.isCrowded }),
  );
}

const none: ReturnType<typeof useArrivalTest> = () => false;

/** Marks drafts that a reload of the same queue adds, until they are opened or the queue is reloaded again. */
function useNewArrivals({ tab, query }: ReviewAddress, queue: Queue, isArrival: typeof none, selectedId?: string) {
  const { readAtMs, items } = queue;
  const scope = JSON.stringify([tab, query.filter, query.sort]);
  const [known, setKnown] = useState({ scope, readAtMs, isArrival, isNew: none });
  if (known.scope !== scope) setKnown({ scope, readAtMs, isArrival, isNew: none });
  else if (known.readAtMs !== readAtMs) setKnown({ scope, readAtMs, isArrival, isNew: known.isArrival });
  else if (known.isArrival !== isArrival) setKnown({ ...known, isArrival });
  const opened = useRef(new Set<string>());
  const ids = items.filter(({ draft }) => known.isNew(draft)).map(({ draft }) => draft.id);
  useAfterChange(`${selectedId} ${ids}`, () => {
    if (selectedId !== undefined) opened.current.add(selectedId);
    const unopened = ids.filter((id) => !opened.current.has(id));
    // Only if they differ: an update re-renders the lines before the draft that a key opened is painted.
    if (String(unopened) !== String([...queueOverlay.get().newIds])) updateOverlay({ newIds: new Set(unopened) });
  });
}

/** Announces the number of matches after a filter change, and new arrivals, to screen readers. */
function useAnnounceNews({ query }: ReviewAddress, news: QueueNews): void {
  const { t } = useLingui();
  const filter = JSON.stringify(query.filter);
  const announced = useRef({ filter, arrived: 0 });
  useAfterChange(`${filter} ${news.total} ${news.arrived}`, () => {
    const before = announced.current;
    announced.current = { filter: news.total === undefined ? before.filter : filter, arrived: news.arrived };
    if (news.total !== undefined && before.filter !== filter) {
      announce(t`${plural(news.total, { one: '# draft', other: '# drafts' })}`);
    }
    if (news.arrived > 0 && before.arrived !== news.arrived) {
      announce(t`${plural(news.arrived, { one: '# new', other: '# new' })}`);
    }
  });
}
