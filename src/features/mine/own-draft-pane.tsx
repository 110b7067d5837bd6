import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, MessagesSquare, Pencil } from 'lucide-react';
import { memo, type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { drafts } from '#contract/drafts.ts';
import { oneQuery } from '#src/api/queries.ts';
import { Conversation } from '#src/domain/conversation/conversation.tsx';
import { type Draft, isInReview, isUnread } from '#src/domain/drafts/draft.ts';
import { NarrowHeading } from '#src/domain/drafts/narrow-heading.tsx';
import type { MarkRead } from '#src/domain/drafts/use-mark-read.ts';
import { Verdict } from '#src/domain/drafts/verdict.tsx';
import { WriteDraft } from '#src/domain/drafts/write-draft.tsx';
import { RoomLink } from '#src/domain/rooms/room-link.tsx';
import { linkedRoomName } from '#src/domain/rooms/room-name.ts';
import { navigate } from '#src/lib/router.ts';
import { useAfterChange } from '#src/lib/use-after-change.ts';
import { usePageActions } from '#src/page/page-actions.ts';
import { RequestError } from '#src/page/request-error.tsx';
import { paths } from '#src/paths.ts';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { SkeletonRows } from '#src/ui/feedback/skeleton.tsx';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import { RelativeTime } from '#src/ui/text/relative-time.tsx';

const ownDraftQuery = (id: string) => oneQuery(drafts, id, ['room', 'resolved_user']);

/** Detail pane of an own draft: verdict, reason, edits by the reviewer, and a button to revise it. */
export function OwnDraftPane({ id, backTo, onRead }: { id: string; backTo: string; onRead: MarkRead }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(ownDraftQuery(id));
  const [isRevising, setRevising] = useState(false);
  useReading(data?.row, onRead);
  usePageActions(() => {
    const open = data?.row;
    const room = open?.one.room?.id;
    if (!open || room === undefined) return [];
    return [
      ...(isInReview(open) ? [] : [{ label: t`Revise this draft…`, Icon: Pencil, act: () => setRevising(true) }]),
      { label: t`Open room`, Icon: MessagesSquare, act: () => void navigate(paths.room(room)) },
    ];
  });
  if (!data) {
    return (
      <>
        <NarrowHeading />
        {error ? <RequestError error={error} onRetry={() => void refetch()} /> : <SkeletonRows />}
      </>
    );
  }
  const { row: draft, included } = data;
  const roomId = draft.one.room?.id;
  const place = <RoomLink id={roomId} name={linkedRoomName(included, draft.one.room)} />;
  return (
    <>
      <article aria-label={t`Draft`} className="flex flex-col border-line border-b">
        <WayBack to={backTo}>
          <Trans>Back to my drafts</Trans>
        </WayBack>
        <header className="px-4 pt-3 text-muted">
          <Trans>
            You wrote <RelativeTime unix={draft.created_at_unix} /> for {place}
          </Trans>
        </header>
        <p dir="auto" className="wrap-anywhere max-w-[70ch] whitespace-pre-wrap px-4 pt-3 text-lg">
          {draft.message_content}
        </p>
        <Verdict
          draft={draft}
          included={included}
          aside={!isInReview(draft) && <StatusBadge status={isUnread(draft) ? 'unread' : 'read'} />}
        />
        {isRevising && roomId !== undefined ? (
          <WriteDraft
            roomId={roomId}
            label={<Trans>New draft for the same room</Trans>}
            keptAs={`revise.${draft.id}`}
            startsWith={draft.message_content}
            autoFocus
            onSent={() => setRevising(false)}
            onCancel={() => setRevising(false)}
          />
        ) : (
          <Actions
            draft={draft}
            onRead={onRead}
            onRevise={roomId === undefined ? undefined : () => setRevising(true)}
          />
        )}
      </article>
      {roomId !== undefined && (
        <Conversation
          key={roomId}
          roomId={roomId}
          draftedAtUnix={draft.created_at_unix}
          isSettled={!isInReview(draft)}
        />
      )}
    </>
  );
}

function Actions({ draft, onRead, onRevise }: { draft: Draft; onRead: MarkRead; onRevise: (() => void) | undefined }) {
  const canRevise = onRevise && !isInReview(draft);
  const canMark = isUnread(draft);
  if (!canRevise && !canMark) return null;
  return (
    <div className="flex gap-2 px-4 pb-3">
      {canRevise && (
        <Button onClick={onRevise}>
          <Trans>Revise</Trans>
        </Button>
      )}
      {canMark && (
        <Button shortcut="m" onClick={() => onRead(draft)}>
          <Trans>Mark read</Trans>
        </Button>
      )}
    </div>
  );
}

/** Opening a verdict marks it as read. One request per draft, so that a refusal is not retried in a loop. */
function useReading(draft: Draft | undefined, onRead: MarkRead): void {
  const unread = draft && isUnread(draft) ? draft : undefined;
  useAfterChange(unread?.id, () => unread && onRead(unread, { isQuiet: true }));
}

/** Back link for narrow windows, which show only the open draft, below their heading. */
const WayBack = memo(function WayBack({ to, children }: { to: string; children: ReactNode }) {
  return (
    <>
      <NarrowHeading />
      <Link to={to} className={classNames(buttonClass({ kind: 'quiet' }), 'm-2 self-start md:hidden')}>
        <ArrowLeft aria-hidden="true" className="size-4 rtl:-scale-x-100" />
        {children}
      </Link>
    </>
  );
});
