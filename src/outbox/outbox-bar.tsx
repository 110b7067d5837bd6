import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { History } from 'lucide-react';
import { useDeferredValue, useRef } from 'react';
import { isOtherTabsAction } from '#src/bulk/action-owner.ts';
import { storedActions } from '#src/bulk/delayed-actions.ts';
import { failedActions } from '#src/bulk/failed-actions.ts';
import { JobButtons } from '#src/bulk/job-progress.tsx';
import { useStore } from '#src/lib/store.ts';
import { useAfterChange } from '#src/lib/use-after-change.ts';
import { useShortcuts } from '#src/lib/use-shortcuts.ts';
import { Button } from '#src/ui/button.tsx';
import { announce } from '#src/ui/feedback/announcer.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { lazyComponent, requestedComponent } from '#src/ui/lazy-component.tsx';
import { showToast } from '#src/ui/overlay/toasts.ts';
import { Countdown } from '#src/ui/text/countdown.tsx';
import { EntryState, OneLine } from './entry-state.tsx';
import { isRecentActionsOpen, type OutboxEntry, undoNewest, useOutboxEntries } from './outbox-entries.ts';
import { outbox } from './outbox-store.ts';
import { useDecisionToasts } from './use-decision-toasts.ts';

const OutboxRecovery = lazyComponent(async () => (await import('./outbox-recovery.tsx')).OutboxRecovery);
const ActionRetries = lazyComponent(async () => (await import('./recent/resend-action.ts')).ActionRetries);
const RecentDrawer = requestedComponent(async () => (await import('./recent/recent-drawer.tsx')).RecentDrawer);

/** A floating bar for the newest action that can still be undone or is in flight, on every page, over its content. */
export function OutboxBar() {
  const { t } = useLingui();
  const entries = useOutboxEntries();
  const isOpen = useStore(isRecentActionsOpen);
  const hasForeign = [...useStore(outbox), ...useStore(storedActions)].some(isOtherTabsAction);
  const hasFailed = useStore(failedActions).length > 0;
  useDecisionToasts();
  useShortcuts({ z: () => undoNewest() || showToast({ id: 'why-not', text: t`Nothing to undo.` }) });
  // Deferred so that the next draft, where the reviewer looks, renders first.
  const shown = useDeferredValue(entries);
  useAnnouncePending(shown);
  const newest = shown.findLast(({ state }) => state === 'waiting') ?? shown.at(-1);
  return (
    <>
      {newest && <Bar entry={newest} more={shown.length - 1} />}
      {isOpen && <RecentDrawer />}
      {hasForeign && <OutboxRecovery />}
      {hasFailed && <ActionRetries />}
    </>
  );
}

/** Large enough for a finger. */
const TARGET = 'pointer-coarse:h-9 pointer-coarse:min-w-9';

function Bar({ entry, more }: { entry: OutboxEntry; more: number }) {
  const { t, i18n } = useLingui();
  const count = i18n.number(more);
  const { text, state, dueAt, job, undo } = entry;
  return (
    <section aria-label={t`Outbox`} className="outbox-bar">
      <div className="me-auto min-w-0">
        <OneLine>{text}</OneLine>
        <EntryState entry={entry} className="truncate text-sm opacity-75" />
      </div>
      {job && <JobButtons job={job} />}
      {state === 'waiting' && (
        <>
          <Countdown until={dueAt} className="shrink-0 px-1 opacity-75" />
          <Button size="small" shortcut="z" className={TARGET} onClick={undo}>
            <Trans>Undo</Trans>
          </Button>
        </>
      )}
      <IconButton
        size="small"
        className={TARGET}
        label={
          more > 0
            ? t`Recent actions, ${plural(more, { one: '# more pending', other: '# more pending' })}`
            : t`Recent actions`
        }
        onClick={() => isRecentActionsOpen.set(true)}
      >
        {more > 0 ? `+${count}` : <History aria-hidden="true" />}
      </IconButton>
    </section>
  );
}

/** Announces each pending action of this tab once to screen readers. */
function useAnnouncePending(entries: readonly OutboxEntry[]): void {
  const announced = useRef<ReadonlySet<string>>(new Set());
  const own = entries.filter(({ isOfOtherTab }) => !isOfOtherTab);
  // Also runs when the list becomes empty, so that a decision repeated after undo is announced again.
  useAfterChange(own.map(({ id }) => id).join(), () => {
    for (const { id, announcement } of own) if (!announced.current.has(id)) announce(announcement);
    announced.current = new Set(own.map(({ id }) => id));
  });
}
