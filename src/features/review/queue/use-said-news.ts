import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useRef } from 'react';
import { announce } from '#src/ui/announcer.tsx';
import type { ReviewAddress } from '../review-query.ts';
import type { QueueNews } from './use-queue-news.ts';

/** Announces the number of matches after a filter change, and new arrivals, to screen readers. */
export function useSaidNews({ query }: ReviewAddress, news: QueueNews): void {
  const { t } = useLingui();
  const filter = JSON.stringify(query.filter);
  const said = useRef(filter);
  const tellTotal = useEffectEvent(() => {
    if (news.total === undefined || said.current === filter) return;
    said.current = filter;
    announce(t`${plural(news.total, { one: '# draft', other: '# drafts' })}`);
  });
  useEffect(() => {
    if (news.total !== undefined && filter) tellTotal();
  }, [filter, news.total]);
  const tellArrived = useEffectEvent(() => announce(t`${plural(news.arrived, { one: '# new', other: '# new' })}`));
  useEffect(() => {
    if (news.arrived > 0) tellArrived();
  }, [news.arrived]);
}
