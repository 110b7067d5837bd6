import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError } from '#src/api/errors.ts';
import { type RoomDrafts as Found, roomDraftsQuery } from '#src/api/room-drafts-query.ts';
import { type Draft, isDecidable, isInReview } from '#src/domain/drafts/draft.ts';
import { linkedPersonName } from '#src/domain/people/person-name.ts';
import { type Room, roomName } from '#src/domain/rooms/room-name.ts';
import { settings } from '#src/lib/storage/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { useShortcuts } from '#src/lib/use-shortcuts.ts';
import { sayWhyNot } from '#src/list/use-list-keys.ts';
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
import { EditForm } from './edit-form.tsx';
import { usePendingIds } from './outbox-store.ts';
import { ReasonForm } from './reason-form.tsx';
import { returnToForm } from './return-to-form.ts';
import { useDecisionSentence } from './use-decision-toasts.ts';
import { type DraftCommands, useDraftCommands } from './use-draft-commands.ts';

interface RoomDraftsProps {
  room: Room;
  /** The draft open beside the list, not shown twice. */
  openId?: string | undefined;
  /** Whether the page decides on no other draft: its keys act on these, and a draft is edited in its place. */
  hasKeys?: boolean;
}

/** The drafts of a room in review, each in full, to be decided one by one or all at once. */
export function RoomDrafts({ room, openId, hasKeys }: RoomDraftsProps) {
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
        <Decisions key={room.id} room={room} openId={openId} hasKeys={hasKeys} found={{ ...data, rows: waiting }} />
      ) : error ? (
        <RequestError error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={2} />
      )}
    </section>
  );
}

type Wish = 'approve' | 'edit' | 'reject';

function Decisions({ room, openId, hasKeys = false, found }: RoomDraftsProps & { found: Found }) {
  const { t, i18n } = useLingui();
  const name = roomName(room);
  /** All that were shown when asked to reject them. */
  const [rejecting, setRejecting] = useState<readonly Draft[]>();
  const [chosenId, setChosenId] = useState<string>();
  const mayAll = can(room, 'approve_support_draft_messages');
  const approvable = found.rows.filter((draft) => can(draft, 'approve'));
  const rejectable = found.rows.filter((draft) => can(draft, 'reject'));
  const approved = i18n.number(approvable.length);
  const rejected = i18n.number((rejecting ?? rejectable).length);
  // One draft at a time has the commands, their keys and an open form.
  const target = found.rows.find(({ id }) => id === chosenId) ?? found.rows.find(isDecidable) ?? found.rows[0];
  const whyNot = target ? t`Another reviewer has to decide.` : t`No drafts to review here`;
  const commands = useDraftCommands(target, {
    label: name,
    moveOn: () => {},
    sayWhyNot: (_, form) => sayWhyNot(form ? returnToForm(form) : whyNot),
  });
  const act = (wish: Wish, draft = target) => {
    flushSync(() => {
      setChosenId(draft?.id);
      setRejecting(undefined);
    });
    if (wish !== 'approve') commands.openForm(wish);
    else if (hasMovedOn(failedDecisions.get()[draft?.id ?? '']?.error)) commands.repeat({ force: true });
    else commands.approve();
  };
  const press = (wish: Wish) => () => (rejecting ? sayWhyNot(returnToForm('reject')) : act(wish));
  useShortcuts(hasKeys ? { a: press('approve'), e: press('edit'), r: press('reject') } : {});

  const decideAll = (kind: 'approve' | 'reject', drafts: readonly Draft[], comment = '') => {
    enqueueDecisions(
      drafts.map((draft) => createDecision(draft, kind, { comment })),
      name,
    );
    setRejecting(undefined);
  };
  return (
    <>
      {found.rows.length === 0 && (
        <EmptyState>
          <Trans>No drafts to review here</Trans>
        </EmptyState>
      )}
      {found.rows.length > 1 && mayAll && !rejecting && (
        <div className="flex gap-2 px-4 pb-3">
          {approvable.length > 1 && (
            <Button onClick={() => decideAll('approve', approvable)}>
              <Trans>Approve all {approved}</Trans>
            </Button>
          )}
          {rejectable.length > 1 && (
            <Button onClick={() => setRejecting(rejectable)}>
              <Trans>Reject all {rejected}</Trans>
            </Button>
          )}
        </div>
      )}
      {rejecting && (
        <div className="px-4 pb-3">
          <ReasonForm
            keptAs={rejectAllTextKey(room.id)}
            action={<Trans>Reject all {rejected}</Trans>}
            onSend={(comment) => decideAll('reject', rejecting, comment)}
            onCancel={() => setRejecting(undefined)}
          />
        </div>
      )}
      <ul className="flex flex-col">
        {found.rows.map((draft) => (
          <RoomDraft
            key={draft.id}
            draft={draft}
            isOpen={draft.id === openId}
            author={linkedPersonName(found.included, draft.one.created_user)}
            hasKeys={hasKeys}
            commands={draft === target && !rejecting ? commands : undefined}
            onFocus={() => commands.form || setChosenId(draft.id)}
            act={(wish) => act(wish, draft)}
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
  hasKeys: boolean;
  /** Undefined while another draft has them. */
  commands: DraftCommands | undefined;
  onFocus: () => void;
  act: (wish: Wish) => void;
}

/** One draft of a room in full, with its decision buttons. */
function RoomDraft(props: RoomDraftProps) {
  const { draft, author, isOpen, commands } = props;
  const { t } = useLingui();
  const sentence = useDecisionSentence();
  const failure = useStore(failedDecisions)[draft.id];
  return (
    <li
      aria-label={t`Draft by ${author}`}
      className="flex flex-col gap-2 border-line border-t px-4 py-3"
      onFocus={props.onFocus}
    >
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
      ) : commands?.form === 'edit' ? (
        <EditForm draft={draft} onApprove={commands.approve} onCancel={commands.closeForm} />
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
      {commands?.form === 'reject' && (
        <ReasonForm
          draft={draft}
          keptAs={rejectTextKey(draft.id)}
          action={<Trans>Send rejection</Trans>}
          onSend={commands.reject}
          onCancel={commands.closeForm}
        />
      )}
      {!isOpen && !commands?.form && <Choices {...props} isForced={hasMovedOn(failure?.error)} />}
    </li>
  );
}

function Choices({ draft, isForced, hasKeys, commands, act }: RoomDraftProps & { isForced: boolean }) {
  const doing = (wish: Wish, key: string) => ({
    size: 'small' as const,
    shortcut: hasKeys && commands ? key : undefined,
    autoFocus: commands?.closedForm === wish,
    onClick: ignoreDoubleClick(() => act(wish)),
  });
  const canApprove = can(draft, 'approve');
  if (!isDecidable(draft)) {
    return (
      <p className="text-muted text-sm">
        <Trans>Another reviewer has to decide.</Trans>
      </p>
    );
  }
  return (
    <div className="flex flex-wrap gap-2">
      {canApprove && (
        <Button {...doing('approve', 'a')}>{isForced ? <Trans>Approve anyway</Trans> : <Trans>Approve</Trans>}</Button>
      )}
      {canApprove && hasKeys && (
        <Button {...doing('edit', 'e')}>
          <Trans>Edit</Trans>
        </Button>
      )}
      {can(draft, 'reject') && (
        <Button {...doing('reject', 'r')}>
          <Trans>Reject</Trans>
        </Button>
      )}
    </div>
  );
}

const hasMovedOn = (error: unknown) => error instanceof ApiError && error.hasCode('room_moved_on');
