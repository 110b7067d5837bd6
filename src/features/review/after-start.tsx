import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { drafts } from '#contract/drafts.ts';
import { useUnsupportedFilters } from '#src/api/capabilities.ts';
import { Conversation } from '#src/domain/conversation/conversation.tsx';
import { type Draft, isInReview } from '#src/domain/drafts/draft.ts';
import { TextDifference } from '#src/domain/drafts/text-difference.tsx';
import { Verdict } from '#src/domain/drafts/verdict.tsx';
import type { Room } from '#src/domain/rooms/room-name.ts';
import { DraftConflictNotice, DraftNotSavedNotice } from '#src/form/draft/draft-conflict-notice.tsx';
import { useDraftText } from '#src/form/draft/use-draft-text.ts';
import { retryWithBackoff } from '#src/lib/delay.ts';
import { startCase } from '#src/lib/start-case.ts';
import { FilterControl } from '#src/list/filter-control.tsx';
import { editTextKey } from '#src/outbox/create-decision.ts';
import { ReasonForm, StaleDecisionNotice } from '#src/outbox/reason-form.tsx';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Textarea } from '#src/ui/form/textarea.tsx';
import { part } from '#src/ui/lazy-component.tsx';
import { formatList } from '#src/ui/text/format-list.ts';
import { SelectionBar } from './bulk/selection-bar.tsx';
import { DecisionFailure } from './draft/decision-failure.tsx';
import { draftQuery } from './queue/queue-query.ts';
import type { Queue } from './queue/use-queue.ts';
import { reviewFilters } from './review-filters.ts';
import type { ReviewAddress } from './review-query.ts';

const loadChecks = async () => (await retryWithBackoff(() => import('./checks/parts-of-checks.tsx'))).partsOfChecks;
const DraftChecks = part(async () => (await loadChecks()).DraftChecks);
const QueueChecks = part(async () => (await loadChecks()).QueueChecks);
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
  /** Number of drafts in the queue for the room. */
  waiting: number;
}

/** The room's other drafts: pending ones, which can be decided together, and earlier ones. */
function DraftsOfRoom({ room, draftId, waiting: count }: DraftsOfRoomProps) {
  const { i18n } = useLingui();
  const waiting = i18n.number(count);
  const standIn = <Skeleton className="m-4 w-1/2" />;
  return (
    <div className="flex flex-col border-line border-t py-1">
      <ChecksOfDraft room={room} draftId={draftId} />
      {count > 1 && (
        <Disclosure summary={<Trans>All {waiting} drafts of this room in review</Trans>}>
          <RoomDrafts room={room} openId={draftId} standIn={standIn} />
        </Disclosure>
      )}
      <Disclosure summary={<Trans>Earlier drafts of this room</Trans>}>
        <RoomDraftHistory room={room} openId={draftId} standIn={standIn} />
      </Disclosure>
    </div>
  );
}

/** What the checks found in the draft. */
function ChecksOfDraft({ room, draftId }: { room: Room; draftId: string }) {
  const draft = useQuery(draftQuery(draftId)).data?.row;
  return draft && <DraftChecks draft={draft} room={room} />;
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

/** What there is to say about the queue above its lines. Checks its drafts as well. */
function QueueNotices({ address, queue }: { address: ReviewAddress; queue: Queue }) {
  return (
    <>
      <ClientFilterNotice address={address} />
      <QueueChecks address={address} queue={queue} />
    </>
  );
}

/** Warns about filters that the service does not support: they apply client-side, to the loaded drafts only. */
function ClientFilterNotice({ address: { tab, query } }: { address: ReviewAddress }) {
  const { t, i18n } = useLingui();
  const lacking = useUnsupportedFilters(drafts);
  const asked = tab === 'all' ? query.filter : { ...query.filter, [tab]: '1' };
  const wordsOf = (name: string) => {
    const label = reviewFilters.find((spec) => spec.name === name)?.label;
    return label ? i18n._(label) : startCase(name);
  };
  const names = Object.keys(asked).filter((name) => lacking.includes(name));
  if (names.length === 0) return null;
  const words = formatList(i18n.locale, names.map(wordsOf));
  return (
    <Notice tone="warn" mark={t`Filtered here`}>
      <Trans>
        This tenant does not have these filters, so Countersign looks through what it has read itself: {words}
      </Trans>
    </Notice>
  );
}

/** Parts of the page that load right after the first screen. In one chunk, because many small ones take longer. */
export const partsAfterStart = {
  Conversation,
  DecisionFailure,
  DraftsOfRoom,
  EditForm,
  FilterControl,
  QueueNotices,
  ReasonForm,
  SelectionBar,
  Verdict,
};
