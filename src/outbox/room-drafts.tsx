import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type RoomDrafts as Found, roomDraftsQuery } from '#src/api/room-drafts-query.ts';
import { type Draft, isInReview } from '#src/domain/drafts/draft.ts';
import { linkedPersonName } from '#src/domain/people/person-name.ts';
import { type Room, roomName } from '#src/domain/rooms/room-name.ts';
import { settings } from '#src/lib/storage/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { can } from '#src/page/can.ts';
import { RequestError } from '#src/page/request-error.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState, Notice } from '#src/ui/feedback/notice.tsx';
import { SkeletonRows } from '#src/ui/feedback/skeleton.tsx';
import { createDecision, rejectAllTextKey, rejectTextKey } from './create-decision.ts';
import { enqueueDecisions } from './decision-outbox.ts';
import { usePendingIds } from './outbox-store.ts';
import { ReasonForm } from './reason-form.tsx';
import { RoomDraft } from './room-draft.tsx';

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
      true,
    );
    setRejecting(undefined);
  };
  const approve = (chosen: readonly Draft[], force = false) =>
    enqueueDecisions(
      chosen.map((draft) => createDecision(draft, 'approve', { force })),
      name,
      true,
    );
  const isRejectingAll = rejecting !== undefined && rejecting.length > 1;
  const form = rejecting && (
    <ReasonForm
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
          <Trans>No draft for this room waits for a decision.</Trans>
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
    <Notice tone="warn" mark={t`Not all`}>
      {isCut && <Trans>There are too many drafts to look through all of them: more may wait here.</Trans>}
      {unplaced > 0 && <Trans>This service does not tell the room of every draft: more may wait here.</Trans>}
    </Notice>
  );
}
