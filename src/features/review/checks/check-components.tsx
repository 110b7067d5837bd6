import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Finding } from '#src/domain/checks/finding.ts';
import { FindingMark } from '#src/domain/checks/finding-words.tsx';
import { useStore } from '#src/lib/store.ts';
import { useAfterChange } from '#src/lib/use-after-change.ts';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import type { Queue } from '../queue/use-queue.ts';
import { arrivalsQuery } from '../queue/use-queue-polling.ts';
import { isCloserLook, type ReviewAddress } from '../review-query.ts';
import { checkQueue, lookedAt } from './check-queue.ts';
import { DraftChecks } from './draft-checks.tsx';

/** Numbers the lists, to check each once. */
let rounds = 0;

/** Checks the drafts of the queue. With the filter “Needs a closer look” it says at how many it has looked. */
function QueueChecks({ queue: { listed }, address }: { queue: Queue; address: ReviewAddress }) {
  const { i18n } = useLingui();
  const isAsked = isCloserLook(address);
  const asked = useMemo(() => ({ listed, isAsked, round: ++rounds }), [listed, isAsked]);
  useAfterChange(asked.round, () => checkQueue(asked.listed, asked.isAsked));
  const lookedAtCount = useStore(lookedAt);
  const total = useQuery({ ...arrivalsQuery(address), enabled: false }).data?.total ?? listed.length;
  if (!isAsked) return null;
  const looked = i18n.number(lookedAtCount);
  const all = i18n.number(Math.max(total, listed.length));
  return (
    <Notice>
      <Trans>
        {looked} of {all} drafts checked
      </Trans>
    </Notice>
  );
}

/** The gravest finding in a line of the queue. */
function RowMark({ found: [first, ...others] }: { found: readonly Finding[] }) {
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

/** All that shows findings, with the checks and their libraries, in one chunk. */
export const checkComponents = { DraftChecks, QueueChecks, RowMark };
