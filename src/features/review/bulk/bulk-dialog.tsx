import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { connection } from '#src/api/connection.ts';
import { JobSummary } from '#src/bulk/job-progress.tsx';
import { failuresOf, type JobOutcome } from '#src/bulk/job-runner.ts';
import { personName } from '#src/domain/people/person-name.ts';
import { roomName } from '#src/domain/rooms/room-name.ts';
import { useStore } from '#src/lib/store.ts';
import { ReasonField } from '#src/outbox/reason-field.tsx';
import { addReason, useRejectReasons } from '#src/outbox/reject-reasons.ts';
import { useDecisionSentence } from '#src/outbox/use-decision-toasts.ts';
import { Button } from '#src/ui/button.tsx';
import { Progress } from '#src/ui/feedback/progress.tsx';
import { Dialog, DialogBody, DialogFooter } from '#src/ui/overlay/dialog.tsx';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import type { QueueItem } from '../queue/queue-query.ts';
import { type BulkJob, startBulkJob } from './bulk-job.ts';

interface BulkDialogProps {
  kind: 'approve' | 'reject';
  items: readonly QueueItem[];
  /** Receives the ids of drafts that could not be decided. */
  onClose: (failedIds: readonly string[]) => void;
}

/** Shows all selected drafts in full for confirmation, then the progress of the bulk decision. */
export function BulkDialog({ kind, items: chosen, onClose }: BulkDialogProps) {
  const { t, i18n } = useLingui();
  // Snapshot of the selection: decided drafts leave the queue while the dialog is open.
  const [items] = useState(chosen);
  const [comment, setComment] = useState('');
  const presets = useRejectReasons();
  const [job, setJob] = useState<BulkJob>();
  const count = items.length;
  const start = () => {
    const from = connection.get();
    if (from && !job) setJob(startBulkJob({ items, kind, comment: comment.trim() }, from));
  };
  if (job) return <BulkRun kind={kind} job={job} items={items} onClose={onClose} />;
  return (
    <Dialog
      width="wide"
      title={
        kind === 'approve' ? (
          <Plural value={count} one="Approve # draft" other="Approve # drafts" />
        ) : (
          <Plural value={count} one="Reject # draft" other="Reject # drafts" />
        )
      }
      description={kind === 'approve' ? t`Every visitor gets the text below. Read them first.` : undefined}
      onClose={() => onClose(items.map(({ draft }) => draft.id))}
    >
      <DialogBody>
        {kind === 'reject' && (
          <ReasonField
            text={comment}
            onChange={setComment}
            reasons={presets.map((text) => ({ label: text, text }))}
            onChoose={(reason) => setComment(addReason(comment, reason))}
            choosing={<Trans>Add to the reason</Trans>}
            hint={<Trans>Shown to the authors.</Trans>}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(event.ctrlKey || event.metaKey)) return;
              event.preventDefault();
              if (comment.trim() !== '') start();
            }}
          />
        )}
        <DraftTexts items={items} />
      </DialogBody>
      <DialogFooter>
        <Button onClick={() => onClose(items.map(({ draft }) => draft.id))}>
          <Trans>Cancel</Trans>
        </Button>
        <Button
          kind={kind === 'approve' ? 'primary' : 'danger'}
          shortcut={kind === 'reject' ? 'Mod+Enter' : undefined}
          disabled={kind === 'reject' && comment.trim() === ''}
          onClick={start}
        >
          <Deed kind={kind} count={i18n.number(count)} />
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function Deed({ kind, count }: { kind: BulkDialogProps['kind']; count: string }) {
  return kind === 'approve' ? <Trans>Approve {count}</Trans> : <Trans>Reject {count}</Trans>;
}

function DraftTexts({ items }: { items: readonly QueueItem[] }) {
  return (
    <ul className="flex flex-col">
      {items.map(({ draft, room, author }) => (
        <li
          key={draft.id}
          className="border-line border-t py-2 [contain-intrinsic-block-size:auto_5rem] [content-visibility:auto]"
        >
          <p className="flex gap-2 text-muted text-sm">
            <span dir="auto" className="font-medium">
              {roomName(room ?? draft.one.room)}
            </span>
            <span dir="auto">{personName(author ?? draft.one.created_user)}</span>
          </p>
          <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
            {draft.message_content}
          </p>
        </li>
      ))}
    </ul>
  );
}

function BulkRun({ kind, job, items, onClose }: BulkDialogProps & { job: BulkJob }) {
  const { t } = useLingui();
  const sentence = useDecisionSentence();
  const { done, failed, total, state } = useStore(job.progress);
  const failures = failuresOf(job.outcomes);
  const close = () => {
    job.cancel();
    const left = items.filter((item) => !isDone(job.outcomes.get(item)));
    onClose(left.map(({ draft }) => draft.id));
  };
  return (
    <Dialog width="wide" title={kind === 'approve' ? t`Approving` : t`Rejecting`} onClose={close}>
      <DialogBody>
        <Progress
          label={
            <JobSummary
              ended={done}
              total={total}
              isPaused={state === 'paused'}
              failed={
                failed > 0 && (
                  <Plural
                    value={failures.length}
                    one="# failed and stays selected"
                    other="# failed and stay selected"
                  />
                )
              }
            />
          }
          value={done + failed}
          max={total}
        />
        {failed > 0 && (
          <ul className="flex flex-col gap-1">
            {failures.map(({ item: { draft, room }, error }) => (
              <li key={draft.id} className="flex flex-wrap gap-x-2">
                <StatusBadge status="danger">
                  <span dir="auto">{roomName(room ?? draft.one.room)}</span>
                </StatusBadge>
                <span className="text-muted">{sentence(error)}</span>
              </li>
            ))}
          </ul>
        )}
      </DialogBody>
      <DialogFooter>
        {state === 'running' && (
          <Button onClick={job.pause}>
            <Trans>Pause</Trans>
          </Button>
        )}
        {state === 'paused' && (
          <Button onClick={job.resume}>
            <Trans>Go on</Trans>
          </Button>
        )}
        {state === 'finished' ? (
          <Button key="close" kind="primary" autoFocus onClick={close}>
            <Trans>Close</Trans>
          </Button>
        ) : (
          <Button key="cancel" onClick={close}>
            <Trans>Cancel</Trans>
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  );
}

const isDone = (outcome: JobOutcome<unknown> | undefined) => outcome !== undefined && 'result' in outcome;
