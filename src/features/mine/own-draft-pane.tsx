import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, MessagesSquare, Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { drafts } from '#contract/drafts.ts';
import type { ListQuery } from '#contract/list-query.ts';
import { serviceDocumentQuery } from '#src/api/extensions/service-document.ts';
import type { Included } from '#src/api/list-page.ts';
import { oneQuery } from '#src/api/queries.ts';
import { Conversation } from '#src/domain/conversation/conversation.tsx';
import { type Draft, isInReview, isUnread, writtenAtUnix } from '#src/domain/drafts/draft.ts';
import type { MarkRead } from '#src/domain/drafts/use-mark-read.ts';
import { Verdict } from '#src/domain/drafts/verdict.tsx';
import { DraftPageError, WriteDraft } from '#src/domain/drafts/write-draft.tsx';
import { RoomLink } from '#src/domain/rooms/room-link.tsx';
import { linkedRoomName } from '#src/domain/rooms/room-name.ts';
import { navigate } from '#src/lib/router.ts';
import { onPlainClick } from '#src/lib/static-link.tsx';
import { useAfterChange } from '#src/lib/use-after-change.ts';
import { useShortcuts } from '#src/lib/use-shortcuts.ts';
import { explainBlockedKey } from '#src/list/use-list-keys.ts';
import { focusForm } from '#src/outbox/focus-open-form.ts';
import { usePageActions } from '#src/page/page-actions.ts';
import { paths } from '#src/paths.ts';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { SkeletonRows } from '#src/ui/feedback/placeholder.tsx';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import { RelativeTime } from '#src/ui/text/relative-time.tsx';
import { useThread, Versions } from './draft-thread.tsx';

const revisionKey = (id: string) => `revise.${id}`;
const ownDraftQuery = (id: string) => oneQuery(drafts, id, ['room', 'resolved_user']);

interface OwnDraftPaneProps {
  id: string;
  authorId: string;
  /** Query of the list, for its links. */
  query: ListQuery;
  /** Shown as a preview without being opened, so its verdict stays unread. */
  isPreview: boolean;
  /** Closes the draft: the back link of a narrow window was followed. */
  onBack: () => void;
  onRead: MarkRead;
}

/** Detail pane of an own draft: its earlier versions, the open one, later versions, and the conversation. */
export function OwnDraftPane({ id, authorId, query, isPreview, onBack, onRead }: OwnDraftPaneProps) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(ownDraftQuery(id));
  const draft = data?.row;
  // Opening a verdict marks it as read once. If that fails, the button “Mark read” remains.
  const openVerdict = draft && !isPreview && !isInReview(draft) ? draft : undefined;
  useAfterChange(openVerdict?.id, () => openVerdict && onRead(openVerdict, { isQuiet: true }));
  const [form, setForm] = useState<RevisionForm>('closed');
  const [sent, setSent] = useState<Draft>();
  const revise = () => {
    setForm('open');
    focusForm('draft');
  };
  useShortcuts({
    e: () => (draft && canRevise(draft) ? revise() : explainBlockedKey(whyNotRevised(draft))),
    m: () => (draft && isUnread(draft) ? onRead(draft) : explainBlockedKey(whyNotRead(draft))),
  });
  usePageActions(() => {
    const room = draft?.one.room?.id;
    if (!draft || room === undefined) return [];
    return [
      ...(canRevise(draft) ? [{ label: t`Revise this draft…`, Icon: Pencil, keys: 'e', act: revise }] : []),
      { label: t`Open room`, Icon: MessagesSquare, act: () => void navigate(paths.room(room)) },
    ];
  });
  if (!data) {
    return error ? (
      <DraftPageError draftKey={revisionKey(id)} error={error} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows />
    );
  }
  const { row, included } = data;
  const roomId = row.one.room?.id;
  const close = () => setForm('left');
  return (
    <>
      <Link
        to={paths.mine(query)}
        className={classNames(buttonClass({ kind: 'quiet' }), 'm-2 self-start md:hidden')}
        onClick={onPlainClick(onBack)}
      >
        <ArrowLeft aria-hidden="true" className="size-4 rtl:-scale-x-100" />
        <Trans>Back to my drafts</Trans>
      </Link>
      <OwnDraft draft={row} included={included} authorId={authorId} query={query} sent={sent}>
        <Actions draft={row} onRead={onRead} form={form} onRevise={revise} />
      </OwnDraft>
      {roomId !== undefined && (
        <Conversation
          key={roomId}
          roomId={roomId}
          draftedAtUnix={writtenAtUnix(row)}
          isDecided={!isInReview(row)}
          className="lg:min-h-48!"
        />
      )}
      {roomId !== undefined && form === 'open' && (
        <Revision
          draft={row}
          roomId={roomId}
          onCancel={close}
          onSent={(revision) => {
            setSent(revision);
            close();
          }}
        />
      )}
    </>
  );
}

/** `left`: was open and has been closed, so the focus returns to its button. */
type RevisionForm = 'closed' | 'open' | 'left';

/** Only a rejected draft is revised: one in review can still be decided on, and an approved one has been sent. */
const canRevise = (draft: Draft) => draft.status === 'rejected' && draft.one.room?.id !== undefined;

function whyNotRevised(draft: Draft | undefined): string {
  if (!draft) return t`Select a draft first.`;
  if (draft.status === 'rejected') return t`This draft has no room, so it can’t be revised here.`;
  return isInReview(draft)
    ? t`This draft is still in review. Only rejected drafts can be revised.`
    : t`This draft was approved and sent. Only rejected drafts can be revised.`;
}

function whyNotRead(draft: Draft | undefined): string {
  if (!draft) return t`Select a draft first.`;
  return isInReview(draft)
    ? t`This draft is still in review. Only verdicts can be marked as read.`
    : t`You’ve already read this verdict.`;
}

interface OwnDraftProps {
  draft: Draft;
  included: Included;
  authorId: string;
  query: ListQuery;
  sent: Draft | undefined;
  children: ReactNode;
}

function OwnDraft({ draft, included, authorId, query, sent, children }: OwnDraftProps) {
  const { t } = useLingui();
  const thread = useThread(draft, included, authorId, sent);
  const roomId = draft.one.room?.id;
  const place = <RoomLink id={roomId} name={linkedRoomName(included, draft.one.room)} />;
  return (
    // In a wide window a long thread scrolls by itself, so that the conversation and the field stay in sight.
    <div className="flex flex-col divide-y divide-line border-line border-b lg:min-h-24 lg:overflow-y-auto">
      <Versions label={t`Earlier versions`} entries={thread.earlier} included={thread.included} query={query} />
      <article aria-label={t`Draft`} className="flex flex-col bg-raised">
        <header className="px-4 pt-3 text-muted">
          <Trans>
            Written <RelativeTime unix={draft.created_at_unix} /> for {place}
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
        {children}
      </article>
      <Versions label={t`Later versions`} entries={thread.later} included={thread.included} query={query} />
    </div>
  );
}

interface ActionsProps {
  draft: Draft;
  onRead: MarkRead;
  form: RevisionForm;
  onRevise: () => void;
}

/** Actions of the author: revise, or mark the verdict as read if opening it has not done so. */
function Actions({ draft, onRead, form, onRevise }: ActionsProps) {
  const isRevisable = canRevise(draft) && form !== 'open';
  const canMark = isUnread(draft);
  if (!isRevisable && !canMark) return null;
  return (
    <div className="flex gap-2 px-4 pb-3">
      {isRevisable && (
        <Button shortcut="e" autoFocus={form === 'left'} onClick={onRevise}>
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

interface RevisionProps {
  draft: Draft;
  roomId: string;
  onSent: (revision: Draft) => void;
  onCancel: () => void;
}

/** The field for the next version, under the conversation. */
function Revision({ draft, roomId, onSent, onCancel }: RevisionProps) {
  const service = useQuery(serviceDocumentQuery()).data;
  return (
    // In a narrow window the whole pane scrolls, so the field sticks to its foot.
    <div className="outbox-foot z-10 shrink-0 border-line border-t bg-surface max-lg:sticky max-lg:bottom-0 low:static!">
      <WriteDraft
        roomId={roomId}
        label={<Trans>Revision</Trans>}
        draftKey={revisionKey(draft.id)}
        startsWith={draft.message_content}
        // Another service may refuse settings that it doesn't know.
        revises={service ? draft.id : undefined}
        autoFocus
        onSent={onSent}
        onCancel={onCancel}
      />
    </div>
  );
}
