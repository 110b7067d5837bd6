import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ApiError } from '#src/api/errors.ts';
import type { Draft } from '#src/domain/drafts/draft.ts';
import { useStore } from '#src/lib/store.ts';
import { can } from '#src/page/can.ts';
import { Button, ignoreDoubleClick } from '#src/ui/button.tsx';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import { RelativeTime } from '#src/ui/text/relative-time.tsx';
import { failedDecisions } from './decision-outcomes.ts';
import { useDecisionSentence } from './use-decision-toasts.ts';

export interface RoomDraftProps {
  draft: Draft;
  author: string;
  /** Whether it is shown in full beside the list. */
  isOpen: boolean;
  /** Replaces the buttons while the reason of a rejection is asked for. */
  form: ReactNode;
  onApprove: (force: boolean) => void;
  onReject: () => void;
}

/** One draft of a room in full, with its decision buttons. */
export function RoomDraft(props: RoomDraftProps) {
  const { draft, author, isOpen, form } = props;
  const { t } = useLingui();
  const sentence = useDecisionSentence();
  const failure = useStore(failedDecisions)[draft.id];
  return (
    <li aria-label={t`Draft by ${author}`} className="flex flex-col gap-2 border-line border-t px-4 py-3">
      <div className="flex items-baseline gap-2 text-sm">
        <span dir="auto" className="min-w-0 truncate font-medium">
          {author}
        </span>
        <RelativeTime unix={draft.created_at_unix} className="shrink-0 text-muted" />
      </div>
      {isOpen ? (
        <p className="text-muted">
          <Trans>This is the draft that is open.</Trans>
        </p>
      ) : (
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
          {draft.message_content}
        </p>
      )}
      {failure && (
        <StatusBadge status="danger" className="whitespace-normal text-sm">
          {sentence(failure.error)}
        </StatusBadge>
      )}
      {!isOpen && (form ?? <Choices {...props} isForced={hasMovedOn(failure?.error)} />)}
    </li>
  );
}

function Choices({ draft, onApprove, onReject, isForced }: RoomDraftProps & { isForced: boolean }) {
  const canApprove = can(draft, 'approve');
  const canReject = can(draft, 'reject');
  if (!canApprove && !canReject) {
    return (
      <p className="text-muted text-sm">
        <Trans>Someone else has to decide about this draft.</Trans>
      </p>
    );
  }
  return (
    <div className="flex flex-wrap gap-2">
      {canApprove && (
        <Button size="small" onClick={ignoreDoubleClick(() => onApprove(isForced))}>
          {isForced ? <Trans>Approve anyway</Trans> : <Trans>Approve</Trans>}
        </Button>
      )}
      {canReject && (
        <Button size="small" onClick={onReject}>
          <Trans>Reject</Trans>
        </Button>
      )}
    </div>
  );
}

const hasMovedOn = (error: unknown) => error instanceof ApiError && error.hasCode('room_moved_on');
