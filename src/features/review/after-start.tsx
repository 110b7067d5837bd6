import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { roomDraftsQuery } from '#src/api/room-drafts-query.ts';
import { Conversation } from '#src/domain/conversation/conversation.tsx';
import { type Draft, isInReview } from '#src/domain/drafts/draft.ts';
import { TextDifference } from '#src/domain/drafts/text-difference.tsx';
import { Verdict } from '#src/domain/drafts/verdict.tsx';
import type { Room } from '#src/domain/rooms/room-name.ts';
import { DraftConflictNotice, DraftNotSavedNotice } from '#src/form/draft/draft-conflict-notice.tsx';
import { useDraftText } from '#src/form/draft/use-draft-text.ts';
import { FilterControl } from '#src/list/filter-control.tsx';
import { editTextKey } from '#src/outbox/create-decision.ts';
import { usePendingIds } from '#src/outbox/outbox-store.ts';
import { ReasonForm, StaleDecisionNotice } from '#src/outbox/reason-form.tsx';
import { CopyLink } from '#src/page/copy-link.tsx';
import { Button } from '#src/ui/button.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Textarea } from '#src/ui/form/textarea.tsx';
import { part } from '#src/ui/lazy-component.tsx';
import { SelectionBar } from './bulk/selection-bar.tsx';
import { DecisionFailure } from './draft/decision-failure.tsx';
import { EmptyQueue } from './queue/empty-queue.tsx';
import { QueueFollower } from './queue/queue-follower.tsx';
import { QueueCount, QueueNotices } from './queue/queue-notices.tsx';
import { sayWhyNot, WhyNot } from './queue/why-not.tsx';

const RoomDrafts = part(async () => (await import('#src/outbox/room-drafts.tsx')).RoomDrafts);
const RoomDraftHistory = part(async () => (await import('#src/domain/drafts/room-draft-history.tsx')).RoomDraftHistory);

interface EditFormProps {
  draft: Draft;
  onApprove: (text: string) => void;
  onCancel: () => void;
}

/** Edits the draft's text in place and shows the diff. Approving sends text and decision in one request. */
function EditForm({ draft, onApprove, onCancel }: EditFormProps) {
  const { t } = useLingui();
  const kept = useDraftText(editTextKey(draft.id));
  const text = kept.text || draft.message_content;
  const isChanged = text !== draft.message_content;
  const isLate = !isInReview(draft);
  const approve = () => text.trim() !== '' && !isLate && onApprove(text);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') onCancel();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) approve();
    else return;
    event.preventDefault();
  };
  return (
    <form
      aria-label={t`Edit`}
      className="flex flex-col gap-3 px-4 py-3"
      onSubmit={(event) => {
        event.preventDefault();
        approve();
      }}
    >
      <Field
        label={<Trans>Text</Trans>}
        error={text.trim() === '' && <Trans>A draft cannot be empty.</Trans>}
        aside={
          isChanged && (
            <Button kind="quiet" size="small" className="-my-1 -me-2" onClick={kept.forget}>
              <Trans>Back to the original</Trans>
            </Button>
          )
        }
      >
        <Textarea
          autoFocus
          rows={5}
          value={text}
          onChange={(event) => kept.setText(event.target.value)}
          onKeyDown={onKeyDown}
          onFocus={({ target }) => target.setSelectionRange(text.length, text.length)}
        />
      </Field>
      {isLate && <StaleDecisionNotice />}
      {!kept.isKept && <DraftNotSavedNotice />}
      <DraftConflictNotice {...kept} />
      {isChanged && <TextDifference before={draft.message_content} after={text} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button kind="quiet" shortcut="Escape" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" kind="primary" shortcut="Mod+Enter" disabled={isLate}>
          {isChanged ? <Trans>Approve with edits</Trans> : <Trans>Approve</Trans>}
        </Button>
      </div>
    </form>
  );
}

interface DraftsOfRoomProps {
  room: Room;
  draftId: string;
  /** Number of drafts in the queue for the room, as far as listed. */
  waiting: number;
}

/** The room's other drafts: pending ones, which can be decided together, and earlier ones. */
function DraftsOfRoom({ room, draftId, waiting: count }: DraftsOfRoomProps) {
  const standIn = <Skeleton className="m-4 w-1/2" />;
  return (
    <div className="flex flex-col border-line border-t py-1">
      {count > 1 && (
        <Disclosure summary={<DraftsInReview room={room} />}>
          <RoomDrafts room={room} openId={draftId} standIn={standIn} />
        </Disclosure>
      )}
      <Disclosure summary={<Trans>Earlier drafts of this room</Trans>}>
        <RoomDraftHistory room={room} openId={draftId} standIn={standIn} />
      </Disclosure>
    </div>
  );
}

/** Counts what opens, whatever the queue lists. */
function DraftsInReview({ room }: { room: Room }) {
  const { i18n } = useLingui();
  const { data } = useQuery(roomDraftsQuery(room.id, room.name));
  const decided = usePendingIds();
  const found = data?.rows.filter((row) => isInReview(row) && !decided.includes(row.id)).length;
  if (found === undefined) return <Trans>All drafts of this room in review</Trans>;
  const all = i18n.number(found) + (data?.isCut ? '+' : '');
  return <Trans>All {all} drafts of this room in review</Trans>;
}

/** Fetches its content only once opened. */
function Disclosure({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="ring-inside px-4 py-1.5 text-muted hover:text-ink">{summary}</summary>
      {isOpen && children}
    </details>
  );
}

/** Parts of the page that load right after the first screen. In one chunk, because many small ones take longer. */
export const partsAfterStart = {
  Conversation,
  CopyLink,
  DecisionFailure,
  DraftsOfRoom,
  EditForm,
  EmptyQueue,
  FilterControl,
  QueueCount,
  QueueFollower,
  QueueNotices,
  ReasonForm,
  SelectionBar,
  Verdict,
  WhyNot,
  sayWhyNot,
};
