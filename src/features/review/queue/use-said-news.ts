import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { useAfterChange } from '#src/lib/use-after-change.ts';
import { announce } from '#src/ui/feedback/announcer.tsx';
import type { ReviewAddress } from '../review-query.ts';
import type { QueueNews } from './queue-marks.ts';

/** Announces the number of matches after a filter change, and new arrivals, to screen readers. */
export function useSaidNews({ query }: ReviewAddress, news: QueueNews): void {
  const { t } = useLingui();
  const filter = JSON.stringify(query.filter);
  const said = useRef({ filter, arrived: 0 });
  useAfterChange(`${filter} ${news.total} ${news.arrived}`, () => {
    const before = said.current;
    said.current = { filter: news.total === undefined ? before.filter : filter, arrived: news.arrived };
    if (news.total !== undefined && before.filter !== filter) {
      announce(t`${plural(news.total, { one: '# draft', other: '# drafts' })}`);
    }
    if (news.arrived > 0 && before.arrived !== news.arrived) {
      announce(t`${plural(news.arrived, { one: '# new', other: '# new' })}`);
    }
  });
}
