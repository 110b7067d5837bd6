import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useRef } from 'react';
import { tabId } from '#src/lib/tab.ts';
import { announce } from '#src/ui/announcer.tsx';
import { batchOf, type PendingDecision } from './outbox-store.ts';

/** Announces this tab's decisions that wait to be sent, once each. */
export function useSaidDecisions(batches: readonly (readonly PendingDecision[])[]): void {
  const { t } = useLingui();
  const said = useRef<ReadonlySet<string>>(new Set());
  const own = batches.flatMap((entries) => {
    const [first] = entries;
    return first?.owner === tabId ? [{ batch: batchOf(first), first, count: entries.length }] : [];
  });
  const say = useEffectEvent(() => {
    for (const { batch, first, count } of own) {
      if (said.current.has(batch)) continue;
      const words =
        first.kind === 'approve'
          ? t`${plural(count, { one: 'Approving…', other: 'Approving # drafts…' })}`
          : t`${plural(count, { one: 'Rejecting…', other: 'Rejecting # drafts…' })}`;
      announce(`${words} ${first.label}`);
    }
    said.current = new Set(own.map(({ batch }) => batch));
  });
  const all = own.map(({ batch }) => batch).join();
  useEffect(() => {
    // Also when the list is empty, so that a decision that comes back is announced again.
    if (all || said.current.size > 0) say();
  }, [all]);
}
