import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { ApiError } from '#src/api/errors.ts';
import { type RoomDrafts as Found, roomDraftsQuery } from '#src/api/room-drafts-query.ts';
import { type Draft, isInReview } from '#src/domain/drafts/draft.ts';
import { linkedPersonName } from '#src/domain/people/person-name.ts';
import { type Room, roomName } from '#src/domain/rooms/room-name.ts';
import { settings } from '#src/lib/storage/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { can } from '#src/page/can.ts';
import { RequestError } from '#src/page/request-error.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Button, ignoreDoubleClick } from '#src/ui/button.tsx';
import { EmptyState, Notice } from '#src/ui/feedback/notice.tsx';
import { SkeletonRows } from '#src/ui/feedback/skeleton.tsx';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import { RelativeTime } from '#src/ui/text/relative-time.tsx';
import { createDecision, rejectAllTextKey, rejectTextKey } from './create-decision.ts';
import { enqueueDecisions } from './decision-outbox.ts';
import { failedDecisions } from './decision-outcomes.ts';
import { usePendingIds } from './outbox-store.ts';
import { ReasonForm } from './reason-form.tsx';
import { useDecisionSentence } from './use-decision-toasts.ts';

interface RoomDraftsProps {
  room: Room;
  /** The draft open beside the list, not shown twice. */
  openId?: string | undefined;
}

/** The drafts of a room in review, each in full, to be decided one by one or all at once. */
export function RoomDrafts({ room, openId }: RoomDraftsProps) {
  const { i18n } = useLingui();
  const refetchInterval = useStore(settings).pollSeconds * 1000;
  const { data, error, refetch } = useQuery({ ...roomDraftsQuery(room.id, room.name), refetchInterval });
  const headingId = useId();
  const decided = usePendingIds();
  const waiting = (data?.rows ?? []).filter((row) => isInReview(row) && !decided.includes(row.id));
  return (
    <section aria-labelledby={headingId} className="flex flex-col">
      <h2 id={headingId} className="flex h-10 items-center gap-2 px-4 font-semibold">
        <Trans>Drafts in review</Trans>
        {waiting.length > 0 && <Badge>{i18n.number(waiting.length)}</Badge>}
      </h2>
      {data ? (
        <Decisions key={room.id} room={room} openId={openId} found={{ ...data, rows: waiting }} />
      ) : error ? (
        <RequestError error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={2} />
      )}
    </section>
  );
}

function Decisions({ room, openId, found }: RoomDraftsProps & { found: Found }) {
  const name = roomName(room);
  const [rejecting, setRejecting] = useState<readonly Draft[]>();
  const mayAll = can(room, 'approve_support_draft_messages');

  const reject = (comment: string) => {
    const chosen = rejecting ?? [];
    enqueueDecisions(
      chosen.map((draft) => createDecision(draft, 'reject', { comment })),
      name,
    );
    setRejecting(undefined);
  };
  const approve = (chosen: readonly Draft[], force = false) =>
    enqueueDecisions(
      chosen.map((draft) => createDecision(draft, 'approve', { force })),
      name,
    );
  const isRejectingAll = rejecting !== undefined && rejecting.length > 1;
  const form = rejecting && (
    <ReasonForm
      draft={isRejectingAll ? undefined : rejecting[0]}
      keptAs={isRejectingAll ? rejectAllTextKey(room.id) : rejectTextKey(rejecting[0]?.id ?? '')}
      action={isRejectingAll ? <Trans>Reject all</Trans> : <Trans>Send rejection</Trans>}
      onSend={reject}
      onCancel={() => setRejecting(undefined)}
    />
  );
  return (
    <>
      {found.rows.length === 0 && (
        <EmptyState>
          <Trans>No drafts to review here</Trans>
        </EmptyState>
      )}
      {found.rows.length > 1 && mayAll && !isRejectingAll && (
        <div className="flex gap-2 px-4 pb-3">
          <Button onClick={() => approve(found.rows)}>
            <Trans>Approve all</Trans>
          </Button>
          <Button onClick={() => setRejecting(found.rows)}>
            <Trans>Reject all</Trans>
          </Button>
        </div>
      )}
      {isRejectingAll && <div className="px-4 pb-3">{form}</div>}
      <ul className="flex flex-col">
        {found.rows.map((draft) => (
          <RoomDraft
            key={draft.id}
            draft={draft}
            isOpen={draft.id === openId}
            author={linkedPersonName(found.included, draft.one.created_user)}
            form={!isRejectingAll && rejecting?.[0]?.id === draft.id ? form : undefined}
            onApprove={(force) => approve([draft], force)}
            onReject={() => setRejecting([draft])}
          />
        ))}
      </ul>
      <Incomplete found={found} />
    </>
  );
}

function Incomplete({ found: { isCut, unplaced } }: { found: Found }) {
  const { t } = useLingui();
  if (!isCut && unplaced === 0) return null;
  return (
    <Notice tone="warn" mark={t`Incomplete`}>
      {isCut && <Trans>Too many drafts to search them all. There may be more in this room.</Trans>}
      {unplaced > 0 && (
        <Trans>This server doesn’t report the room of every draft. There may be more in this room.</Trans>
      )}
    </Notice>
  );
}

interface RoomDraftProps {
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
function RoomDraft(props: RoomDraftProps) {
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
          <Trans>You’re viewing this one.</Trans>
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
        <Trans>Another reviewer has to decide.</Trans>
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
