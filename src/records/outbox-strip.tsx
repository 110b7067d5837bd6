import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent } from 'react';
import { connection } from '#src/api/connection.ts';
import { useErrorSentence } from '#src/crud/request-error.tsx';
import { useStore } from '#src/lib/store.ts';
import { tabId } from '#src/lib/tab.ts';
import { useShortcuts } from '#src/lib/use-shortcuts.ts';
import { announce } from '#src/ui/announcer.tsx';
import { Button } from '#src/ui/button.tsx';
import { Countdown } from '#src/ui/countdown.tsx';
import { showToast } from '#src/ui/toasts.ts';
import { onOutcome, undoDecision, undoLastDecision } from './decision-outbox.ts';
import { outbox, type PendingDecision } from './outbox-store.ts';
import { CommentLost } from './send-decision.ts';

const MOST_SHOWN = 3;

/** What has been decided and can still be taken back, or is on its way; on every page, until it has arrived. */
export function OutboxStrip() {
  const { t } = useLingui();
  const key = useStore(connection)?.key;
  const pending = useStore(outbox).filter(({ connectionKey }) => connectionKey === key);
  useOutcomes();
  const undoLast = () => {
    const undone = undoLastDecision();
    if (undone) announce(t`Taken back: ${undone.label}`);
  };
  // With nothing to take back the key is free for others.
  useShortcuts({ z: pending.some(({ state }) => state === 'waiting') ? undoLast : undefined });
  if (pending.length === 0) return null;
  const shown = pending.slice(-MOST_SHOWN).reverse();
  const more = pending.length - shown.length;
  return (
    <section aria-label={t`Outbox`} className="shrink-0 border-line border-t bg-raised">
      <ul>
        {shown.map((entry, index) => (
          <OutboxLine key={entry.draftId} entry={entry} isNewest={index === 0} />
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

function OutboxLine({ entry, isNewest }: { entry: PendingDecision; isNewest: boolean }) {
  const { label, kind, state, owner, dueAt } = entry;
  return (
    <li className="flex min-h-row items-center gap-2 px-4">
      <span className="min-w-0 truncate">
        {kind === 'approve' ? <Trans>Approving…</Trans> : <Trans>Rejecting…</Trans>}{' '}
        <span dir="auto" className="text-muted">
          {label}
        </span>
      </span>
      {owner !== tabId && (
        <span className="shrink-0 text-muted text-sm">
          <Trans>in another tab</Trans>
        </span>
      )}
      {state === 'unknown' && (
        <span className="shrink-0 text-sm text-warn">
          <Trans>No answer; finding out whether it arrived</Trans>
        </span>
      )}
      {state === 'waiting' && (
        <span className="ms-auto flex shrink-0 items-center gap-2">
          <Countdown until={dueAt} className="text-muted" />
          <Button size="small" shortcut={isNewest ? 'z' : undefined} onClick={() => undoDecision(entry)}>
            <Trans>Undo</Trans>
          </Button>
        </span>
      )}
    </li>
  );
}

/** Says aloud what came of decisions, and shows those that failed wherever one is by then. */
function useOutcomes(): void {
  const { t } = useLingui();
  const sentence = useErrorSentence();
  const tell = useEffectEvent(({ label, kind, comment }: PendingDecision, error: unknown) => {
    if (error === undefined) return announce(kind === 'approve' ? t`Approved: ${label}` : t`Rejected: ${label}`);
    if (error instanceof CommentLost) {
      const text = t`Decided, but the service did not keep the reason: ${label}`;
      return showToast({ tone: 'warn', text, detail: comment, lasts: Number.POSITIVE_INFINITY });
    }
    const text = kind === 'approve' ? t`Not approved: ${label}` : t`Not rejected: ${label}`;
    return showToast({ tone: 'bad', text, detail: sentence(error) });
  });
  useEffect(() => onOutcome(tell), []);
}
