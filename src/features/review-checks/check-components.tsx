import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { clientSitesQuery, rejectedDrafts, rejectedQuery } from '#src/domain/checks/check-queries.ts';
import { checkDrafts } from '#src/domain/checks/check-store.ts';
import type { Finding } from '#src/domain/checks/finding.ts';
import { FindingList, FindingMark } from '#src/domain/checks/finding-words.tsx';
import { useFindings } from '#src/domain/checks/findings.ts';
import { conversationQuery } from '#src/domain/conversation/conversation-query.ts';
import { type Draft, isInReview } from '#src/domain/drafts/draft.ts';
import type { Room } from '#src/domain/rooms/room-name.ts';
import { useStore } from '#src/lib/store.ts';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { FactSection } from '#src/ui/layout/fact-section.tsx';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import { isCloserLook, type ReviewAddress } from '../review-queue/review-query.ts';
import type { Queue } from '../review-queue/use-queue.ts';
import { arrivalsQuery } from '../review-queue/use-queue-polling.ts';
import { checkedCount, checkQueue } from './check-queue.ts';

/** Checks the drafts of the queue. With the filter “Needs a closer look”, shows how many are checked. */
export function QueueChecks({ queue: { listed }, address }: { queue: Queue; address: ReviewAddress }) {
  const { i18n } = useLingui();
  const isAsked = isCloserLook(address);
  useEffect(() => checkQueue(listed, isAsked), [listed, isAsked]);
  const lookedAtCount = useStore(checkedCount);
  const total = useQuery({ ...arrivalsQuery(address), enabled: false }).data?.total ?? listed.length;
  if (!isAsked) return null;
  const all = i18n.number(Math.max(total, listed.length));
  return (
    <Notice>
      <Trans>
        {{ looked: i18n.number(lookedAtCount) }} of {all} drafts checked
      </Trans>
    </Notice>
  );
}

/** The most severe finding of a draft, in its line of the queue. */
export function RowMark({ found: [first, ...others] }: { found: readonly Finding[] }) {
  if (!first) return null;
  const more = others.length;
  return (
    <StatusBadge status="warn" className="shrink-0 text-sm">
      <FindingMark finding={first} />
      {more > 0 && (
        <>
          {' '}
          <Trans>+{more}</Trans>
        </>
      )}
    </StatusBadge>
  );
}

/** Findings of a draft in review, each with its reason. Renders nothing if there are none. */
export function DraftChecks({ draft, room }: { draft: Draft; room: Room }) {
  useChecks(draft, room);
  const found = useFindings(draft.id);
  if (!found || !isInReview(draft)) return null;
  return (
    <FactSection title={<Trans>Checks</Trans>}>
      <FindingList found={found} />
    </FactSection>
  );
}

/** Checks the open draft, and again as more data arrives: the lists that `QueueChecks` checks may not contain it. */
function useChecks(draft: Draft, room: Room): void {
  const entries = useInfiniteQuery(conversationQuery(room.id)).data?.entries;
  const clients = useQuery(clientSitesQuery()).data?.rows;
  // Renders again once these are loaded.
  useQuery(rejectedQuery());
  const rejected = rejectedDrafts();
  useEffect(() => {
    if (isInReview(draft)) void checkDrafts([{ draft, room, entries, clients, rejected }]);
  }, [draft, room, entries, clients, rejected]);
}
