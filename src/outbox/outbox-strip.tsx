import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useDeferredValue, useRef } from 'react';
import { connection } from '#src/api/connection.ts';
import { undoLastAction, useUndoableUntil } from '#src/bulk/delayed-actions.ts';
import { useStore } from '#src/lib/store.ts';
import { tabId } from '#src/lib/tab-channel.ts';
import { useAfterChange } from '#src/lib/use-after-change.ts';
import { useShortcuts } from '#src/lib/use-shortcuts.ts';
import { Button } from '#src/ui/button.tsx';
import { announce } from '#src/ui/feedback/announcer.tsx';
import { showToast } from '#src/ui/overlay/toasts.ts';
import { Countdown } from '#src/ui/text/relative-time.tsx';
import { undoDecisions, undoLastDecision } from './decision-outbox.ts';
import { batchesOf, batchOf, outbox, type PendingDecision } from './outbox-store.ts';
import { useDecisionToasts } from './use-decision-toasts.ts';

const MOST_SHOWN = 3;

/** Decisions that can still be undone or are in flight; on every page, until they have arrived. */
export function OutboxStrip() {
  const { t } = useLingui();
  const key = useStore(connection)?.key;
  const decided = useStore(outbox);
  const pending = decided.filter(({ connectionKey }) => connectionKey === key);
  useDecisionToasts();
  const sayUndone = ([undone]: readonly PendingDecision[]) => {
    if (undone) announce(t`Taken back: ${undone.label}`);
  };
  const undoLast = () => sayUndone(undoLastDecision());
  const undo = (entries: readonly PendingDecision[]) => sayUndone(undoDecisions(entries));
  const undoableUntil = useUndoableUntil();
  const isDecisionNewest = pending.some(
    ({ state, dueAt }) => state === 'waiting' && (undoableUntil === undefined || dueAt >= undoableUntil),
  );
  const undoNewest = () => (isDecisionNewest ? undoLast() : void undoLastAction());
  const sayNothing = () => showToast({ id: 'why-not', text: t`There is nothing to undo.` });
  useShortcuts({ z: isDecisionNewest || undoableUntil !== undefined ? undoNewest : sayNothing });
  // Deferred: the next draft renders first, as the reviewer looks there.
  const shown = useDeferredValue(decided).filter(({ connectionKey }) => connectionKey === key);
  const batches = batchesOf(shown).reverse();
  useAnnounceDecisions(batches);
  if (shown.length === 0) return null;
  const newest = batches.find((entries) => entries.some(({ state }) => state === 'waiting'));
  const more = batches.slice(MOST_SHOWN).flat().length;
  return (
    <section aria-label={t`Outbox`} className="shrink-0 border-line border-t bg-raised">
      <ul>
        {batches.slice(0, MOST_SHOWN).map((entries) => (
          <OutboxLine
            key={entries[0] && batchOf(entries[0])}
            entries={entries}
            isNewest={entries === newest}
            onUndo={() => undo(entries)}
          />
        ))}
      </ul>
      {more > 0 && (
        <p className="px-4 pb-1.5 text-muted text-sm">
          <Plural value={more} one="and # more" other="and # more" />
        </p>
      )}
    </section>
  );
}

interface OutboxLineProps {
  entries: readonly PendingDecision[];
  isNewest: boolean;
  onUndo: () => void;
}

function OutboxLine({ entries, isNewest, onUndo }: OutboxLineProps) {
  // Shows what blocks the batch; otherwise all of it has the same state.
  const entry = entries.find(({ state }) => state === 'unknown' || state === 'busy') ?? entries[0];
  if (!entry) return null;
  const { kind, label, state, owner, dueAt } = entry;
  const count = entries.length;
  return (
    <li className="flex min-h-row items-center gap-2 px-4">
      <span className="flex min-w-0 gap-1">
        <span className="shrink-0">
          {kind === 'approve' ? (
            <Plural value={count} one="Approving…" other="Approving # drafts…" />
          ) : (
            <Plural value={count} one="Rejecting…" other="Rejecting # drafts…" />
          )}
        </span>{' '}
        <span dir="auto" className="truncate text-muted">
          {label}
        </span>
      </span>
      {owner !== tabId && (
        <span className="shrink-0 text-muted text-sm">
          <Trans>in another tab</Trans>
        </span>
      )}
      {state === 'unknown' && (
        <span className="min-w-0 text-sm text-warn">
          <Trans>No answer; finding out whether it arrived</Trans>
        </span>
      )}
      {state === 'busy' && (
        <span className="min-w-0 text-sm text-warn">
          <Trans>
            The service is busy; tried again in <Countdown until={dueAt} />
          </Trans>
        </span>
      )}
      {state === 'waiting' && (
        <span className="ms-auto flex shrink-0 items-center gap-2">
          <Countdown until={dueAt} className="text-muted" />
          <Button size="small" shortcut={isNewest ? 'z' : undefined} onClick={onUndo}>
            <Trans>Undo</Trans>
          </Button>
        </span>
      )}
    </li>
  );
}

/** Announces this tab's decisions that wait to be sent, once each. */
function useAnnounceDecisions(batches: readonly (readonly PendingDecision[])[]): void {
  const { t } = useLingui();
  const said = useRef<ReadonlySet<string>>(new Set());
  const own = batches.flatMap((entries) => {
    const [first] = entries;
    return first?.owner === tabId ? [{ batch: batchOf(first), first, count: entries.length }] : [];
  });
  const all = own.map(({ batch }) => batch).join();
  // Also when the list is empty, so that a decision that comes back is announced again.
  useAfterChange(all, () => {
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
}
