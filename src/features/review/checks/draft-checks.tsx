import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { clientSitesQuery, rejectedQuery } from '#src/domain/checks/check-queries.ts';
import { checkDrafts } from '#src/domain/checks/check-store.ts';
import { FindingList } from '#src/domain/checks/finding-words.tsx';
import { useFindings } from '#src/domain/checks/findings.ts';
import { rejectedDrafts } from '#src/domain/checks/rejected-drafts.ts';
import { conversationQuery } from '#src/domain/conversation/conversation-query.ts';
import { type Draft, isInReview } from '#src/domain/drafts/draft.ts';
import type { Room } from '#src/domain/rooms/room-name.ts';
import { useAfterChange } from '#src/lib/use-after-change.ts';

/** What the checks found in a draft in review, each with its reason. Shows nothing if they found nothing. */
export function DraftChecks({ draft, room }: { draft: Draft; room: Room }) {
  const { t } = useLingui();
  useChecks(draft, room);
  const found = useFindings(draft.id);
  if (!found || !isInReview(draft)) return null;
  return (
    <section aria-label={t`Checks`} className="pt-4">
      <h3 className="pb-1.5 font-semibold text-muted text-sm">
        <Trans>Checks</Trans>
      </h3>
      <FindingList found={found} />
    </section>
  );
}

/** Numbers what is known of the draft, to check each once. */
let rounds = 0;

/** Checks the draft, and again whenever there is more to check it with: it may be in no list that is checked. */
function useChecks(draft: Draft, room: Room): void {
  const entries = useInfiniteQuery(conversationQuery(room.id)).data?.entries;
  const clients = useQuery(clientSitesQuery()).data?.rows;
  const { dataUpdatedAt } = useQuery(rejectedQuery());
  const known = useMemo(
    () => ({ draft, room, entries, clients, dataUpdatedAt, round: ++rounds }),
    [draft, room, entries, clients, dataUpdatedAt],
  );
  useAfterChange(isInReview(draft) ? known.round : undefined, () => {
    void checkDrafts([{ draft, room, entries, clients, rejected: rejectedDrafts() }]);
  });
}
