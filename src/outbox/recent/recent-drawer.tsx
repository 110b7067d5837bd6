import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { actionToRetry, useFailedActionById } from '#src/bulk/failed-actions.ts';
import { JobButtons } from '#src/bulk/job-progress.tsx';
import { sanitizeRedirect } from '#src/lib/base-path.ts';
import { serverUnix } from '#src/lib/clock.ts';
import type { RecentAction } from '#src/lib/storage/recent-actions.ts';
import { useSingleFlight } from '#src/lib/use-single-flight.ts';
import { errorMessage } from '#src/page/error-message.ts';
import { Button } from '#src/ui/button.tsx';
import { announce } from '#src/ui/feedback/announcer.tsx';
import { EmptyState } from '#src/ui/feedback/placeholder.tsx';
import { Dialog } from '#src/ui/overlay/dialog.tsx';
import { showToast } from '#src/ui/overlay/toasts.ts';
import { type Status, StatusBadge } from '#src/ui/status-badge.tsx';
import { Countdown } from '#src/ui/text/countdown.tsx';
import { RelativeTime } from '#src/ui/text/relative-time.tsx';
import { EntryState, OneLine } from '../entry-state.tsx';
import { isRecentActionsOpen, type OutboxEntry, useOutboxEntries } from '../outbox-entries.ts';
import { useRetry } from '../use-failed-decision.ts';
import { useRecentActions, useReopen, useReopenable } from './use-recent-actions.ts';

const close = () => isRecentActionsOpen.set(false);

/** The user's last hundred actions at this connection: pending ones first, then those that are settled. */
export function RecentDrawer() {
  const { t } = useLingui();
  const waiting = useOutboxEntries().toReversed();
  const settled = useRecentActions().filter(({ id }) => !waiting.some((entry) => entry.id === id));
  const reopenable = useReopenable(settled);
  return (
    <Dialog
      title={<Trans>Recent actions</Trans>}
      description={t`Your last 100 actions in this workspace, from this browser.`}
      className="me-0! mt-0! mb-0! h-dvh max-h-dvh! rounded-none"
      onClose={close}
    >
      {waiting.length + settled.length === 0 ? (
        <EmptyState>
          <Trans>No actions yet. What you approve, reject, change or delete appears here.</Trans>
        </EmptyState>
      ) : (
        <ul aria-label={t`Recent actions`} className="flex flex-col">
          {waiting.map((entry) => (
            <Waiting key={entry.id} entry={entry} />
          ))}
          {settled.map((action) => (
            <Settled
              key={action.id}
              action={action}
              reopenable={(action.reversible ?? []).filter((id) => reopenable.has(id))}
            />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

interface LineProps {
  text: ReactNode;
  /** State of the action, with the reason of a failure. */
  children: ReactNode;
  buttons: ReactNode;
}

function Line({ text, children, buttons }: LineProps) {
  return (
    <li className="flex min-h-row items-center gap-2 border-line border-t px-4 py-1.5">
      <div className="flex min-w-0 flex-1 flex-col">
        {text}
        <div className="text-muted text-sm">{children}</div>
      </div>
      {buttons}
    </li>
  );
}

function Waiting({ entry }: { entry: OutboxEntry }) {
  const { text, state, dueAt, job, undo } = entry;
  const takeBack = () => {
    // Close first, so that the focus can move to the undone item.
    close();
    undo();
  };
  return (
    <Line
      text={<OneLine>{text}</OneLine>}
      buttons={
        <>
          {job && <JobButtons job={job} />}
          {state === 'waiting' && (
            <Button size="small" onClick={takeBack}>
              <Trans>Undo</Trans>
            </Button>
          )}
        </>
      }
    >
      {state === 'waiting' ? (
        <span>
          <Trans>Pending</Trans> <Countdown until={dueAt} />
        </span>
      ) : (
        state === 'sending' && !job && <Trans>Sending…</Trans>
      )}
      <EntryState entry={entry} />
    </Line>
  );
}

function Settled({ action, reopenable }: { action: RecentAction; reopenable: readonly string[] }) {
  const { text, state, at, path, detail } = action;
  const link = path && sanitizeRedirect(path);
  return (
    <Line
      text={
        link ? (
          <Link to={link} className="text-link hover:underline" onClick={close}>
            <OneLine>{text}</OneLine>
          </Link>
        ) : (
          <OneLine>{text}</OneLine>
        )
      }
      buttons={
        <>
          <Retry {...action} />
          {reopenable.length > 0 && <Reopen action={action} ids={reopenable} />}
        </>
      }
    >
      <StateBadge state={state} /> <RelativeTime unix={serverUnix(at)} />
      {detail && <p className="wrap-anywhere">{detail}</p>}
    </Line>
  );
}

const statuses: Record<RecentAction['state'], Status> = {
  sent: 'approved',
  failed: 'danger',
  undone: 'neutral',
  reopened: 'in_review',
};

function StateBadge({ state }: { state: RecentAction['state'] }) {
  const { t } = useLingui();
  const words = { sent: t`Sent`, failed: t`Failed`, undone: t`Undone`, reopened: t`Reopened` };
  return <StatusBadge status={statuses[state]}>{words[state]}</StatusBadge>;
}

/** Retries a failed action, unless it was replaced since. */
function Retry({ id }: RecentAction) {
  const decide = useRetry(id);
  const action = useFailedActionById(id);
  const retry = action ? () => actionToRetry.set(action) : decide;
  if (!retry) return null;
  return (
    <Button size="small" onClick={retry}>
      <Trans>Retry</Trans>
    </Button>
  );
}

function Reopen({ action, ids }: { action: RecentAction; ids: readonly string[] }) {
  const { t } = useLingui();
  const reopen = useReopen();
  const [run, isRunning] = useSingleFlight(async () => {
    try {
      await reopen(action, ids);
      announce(t`Reopened: ${action.text}`);
    } catch (error) {
      showToast({ tone: 'bad', text: t`Couldn’t reopen it`, detail: errorMessage(error) });
    }
  });
  return (
    <Button size="small" busy={isRunning} onClick={run}>
      <Trans>Reopen</Trans>
    </Button>
  );
}
