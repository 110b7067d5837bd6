import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { drafts } from '#contract/drafts.ts';
import { ApiError } from '#src/api/errors.ts';
import type { Included } from '#src/api/list-page.ts';
import { oneQuery } from '#src/api/queries.ts';
import { type RoomDrafts as Found, roomDraftsQuery } from '#src/api/room-drafts-query.ts';
import { type Draft, isDecidable, isInReview, writtenAtUnix } from '#src/domain/drafts/draft.ts';
import { Verdict } from '#src/domain/drafts/verdict.tsx';
import { linkedUserName } from '#src/domain/people/user-name.ts';
import { type Room, roomName } from '#src/domain/rooms/room-name.ts';
import { settings } from '#src/lib/storage/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { useShortcuts } from '#src/lib/use-shortcuts.ts';
import { explainBlockedKey } from '#src/list/use-list-keys.ts';
import { can } from '#src/page/can.ts';
import { RequestError } from '#src/page/request-error.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Button, ignoreDoubleClick } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { EmptyState, SkeletonRows } from '#src/ui/feedback/placeholder.tsx';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import { RelativeTime } from '#src/ui/text/relative-time.tsx';
import { createDecision, rejectAllTextKey, rejectTextKey } from './create-decision.ts';
import { enqueueDecisions } from './decision-outbox.ts';
import { failedDecisions, locallyDecidedIds } from './decision-outcomes.ts';
import { EditForm } from './edit-form.tsx';
import { focusOpenForm } from './focus-open-form.ts';
import { hasDecision, usePendingIds } from './outbox-store.ts';
import { ReasonForm } from './reason-form.tsx';
import { decisionErrorMessage } from './use-decision-toasts.ts';
import { type DraftCommands, type DraftForm, useDraftCommands } from './use-draft-commands.ts';

interface RoomDraftsProps {
  room: Room;
  /** The draft open beside the list, not shown twice. */
  openId?: string | undefined;
  /** Whether the page's shortcuts act on this list and drafts are edited in it: the page shows no other draft. */
  hasKeys?: boolean;
}

/** The drafts of a room in review, each in full, to decide one by one or all at once. Needs the room id as `key`. */
export function RoomDrafts({ room, openId, hasKeys }: RoomDraftsProps) {
  const { i18n } = useLingui();
  const refetchInterval = useStore(settings).pollSeconds * 1000;
  // The query key has the room's name: keep the data when it is renamed, so that no open form closes.
  const query = { ...roomDraftsQuery(room), refetchInterval, placeholderData: keepPreviousData };
  const { data, error, refetch } = useQuery(query);
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
        <Decisions room={room} openId={openId} hasKeys={hasKeys} found={{ ...data, rows: waiting }} />
      ) : error ? (
        <RequestError error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={2} />
      )}
    </section>
  );
}

type DraftAction = 'approve' | 'edit' | 'reject';

function Decisions({ room, openId, hasKeys = false, found }: RoomDraftsProps & { found: Found }) {
  const { i18n } = useLingui();
  /** Snapshot of the drafts that were shown when “Reject all” was pressed. */
  const [rejecting, setRejecting] = useState<readonly Draft[]>();
  const approvable = found.rows.filter((draft) => can(draft, 'approve'));
  const rejectable = found.rows.filter((draft) => can(draft, 'reject'));
  const rejected = i18n.number((rejecting ?? rejectable).length);
  const { rows, included, target, commands, choose } = useTarget(found, roomName(room));
  const act = (action: DraftAction, draft = target) => {
    flushSync(() => {
      choose(draft);
      setRejecting(undefined);
    });
    if (action !== 'approve') commands.openForm(action);
    else if (hasMovedOn(failedDecisions.get()[draft?.id ?? '']?.error)) commands.repeat({ force: true });
    else commands.approve();
  };
  const press = (action: DraftAction) => () => (rejecting ? explainBlockedKey(focusOpenForm('reject')) : act(action));
  useShortcuts(hasKeys ? { a: press('approve'), e: press('edit'), r: press('reject') } : {});

  const decideAll = (kind: 'approve' | 'reject', drafts: readonly Draft[], comment = '') => {
    const decisions = drafts.map((draft) => createDecision(draft, kind, { comment }));
    enqueueDecisions(decisions, roomName(room));
    setRejecting(undefined);
  };
  return (
    <>
      {rows.length === 0 && (
        <EmptyState>
          <Trans>No drafts to review here</Trans>
        </EmptyState>
      )}
      {found.rows.length > 1 && can(room, 'approve_support_draft_messages') && !rejecting && (
        <div className="flex gap-2 px-4 pb-3">
          {approvable.length > 1 && (
            <Button onClick={() => decideAll('approve', approvable)}>
              <Trans>Approve all {{ approved: i18n.number(approvable.length) }}</Trans>
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
            draftKey={rejectAllTextKey(room.id)}
            action={<Trans>Reject all {rejected}</Trans>}
            onSend={(comment) => decideAll('reject', rejecting, comment)}
            onCancel={() => setRejecting(undefined)}
          />
        </div>
      )}
      <ul className="flex flex-col">
        {rows.map((draft) => (
          <RoomDraft
            key={draft.id}
            draft={draft}
            isOpen={draft.id === openId}
            included={included}
            hasKeys={hasKeys}
            commands={draft === target && !rejecting ? commands : undefined}
            onFocus={() => commands.form || choose(draft)}
            act={(action) => act(action, draft)}
          />
        ))}
      </ul>
      <Incomplete found={found} />
    </>
  );
}

interface Held {
  draft?: Draft | undefined;
  form?: DraftForm | undefined;
  included?: Included;
  pendingIds?: readonly string[];
}

/**
 * The drafts to show, and the target: the draft with the shortcuts and the open form. If another reviewer decides on
 * it, it stays the target, with its row, until the user chooses another. An own decision moves on, undo moves back.
 */
function useTarget(found: Found, label: string) {
  const { t } = useLingui();
  const pendingIds = usePendingIds();
  const [held, hold] = useState<Held>({});
  // A draft decided in another tab stays the target while its form is open here.
  const last = !held.form && pendingIds.includes(held.draft?.id ?? '') ? undefined : held.draft;
  const isGone = last !== undefined && !found.rows.some(({ id }) => id === last.id);
  const query = oneQuery(drafts, last?.id ?? '', ['room', 'created_user', 'resolved_user']);
  const { data: read } = useQuery({ ...query, staleTime: 0, enabled: isGone });
  const rows = isGone ? [...found.rows, read?.row ?? last].sort(oldestFirst) : found.rows;
  const included = { ...held.included, ...found.included, ...read?.included };
  // Its decision has left the outbox without being applied or refused.
  const isUndone = ({ id }: Draft) =>
    !held.form && held.pendingIds?.includes(id) && !locallyDecidedIds.get().has(id) && !(id in failedDecisions.get());
  const target = rows.find(isUndone) ?? rows.find(({ id }) => id === last?.id) ?? rows.find(isDecidable) ?? rows[0];
  const whyNot = () => {
    if (!target) return t`No drafts to review here`;
    if (!isInReview(target)) return t`Already decided.`;
    if (hasDecision(target.id)) return t`You’ve already decided on this draft. Undo that to decide again.`;
    return t`Another reviewer has to decide.`;
  };
  const commands = useDraftCommands(target, {
    label,
    explainBlockedAction: (_, form) => explainBlockedKey(form ? focusOpenForm(form) : whyNot()),
  });
  if (target !== held.draft || commands.form !== held.form || pendingIds !== held.pendingIds)
    hold({ draft: target, form: commands.form, included, pendingIds });
  return { rows, included, target, commands, choose: (draft?: Draft) => hold({ ...held, draft, included }) };
}

const oldestFirst = (a: Draft, b: Draft) => writtenAtUnix(a) - writtenAtUnix(b) || Number(a.id) - Number(b.id);

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
  included: Included;
  /** Whether it is shown in full beside the list. */
  isOpen: boolean;
  hasKeys: boolean;
  /** Undefined unless this draft is the target. */
  commands: DraftCommands | undefined;
  onFocus: () => void;
  act: (action: DraftAction) => void;
}

/** One draft of a room in full, with its decision buttons. */
function RoomDraft(props: RoomDraftProps) {
  const { draft, included, isOpen, commands } = props;
  const { t } = useLingui();
  const author = linkedUserName(included, draft.one.created_user);
  const isDecided = !isInReview(draft);
  const failure = useStore(failedDecisions, (failed) => failed[draft.id]);
  return (
    <li
      aria-label={t`Draft by ${author}`}
      className="flex flex-col gap-2 border-line border-t px-4 py-3"
      onFocus={props.onFocus}
    >
      <div className={classNames('flex items-baseline gap-2 text-sm', isDecided && 'text-faint')}>
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
        <p dir="auto" className={classNames('wrap-anywhere whitespace-pre-wrap', isDecided && 'text-faint')}>
          {draft.message_content}
        </p>
      )}
      {failure && (
        <StatusBadge status="danger" className="whitespace-normal text-sm">
          {decisionErrorMessage(failure.error)}
        </StatusBadge>
      )}
      {commands?.form === 'reject' && (
        <ReasonForm
          draft={draft}
          draftKey={rejectTextKey(draft.id)}
          action={<Trans>Send rejection</Trans>}
          isLate={isDecided}
          onSend={commands.reject}
          onCancel={commands.closeForm}
        />
      )}
      {isDecided && (
        <div className="-mx-4 -my-3">
          <Verdict draft={draft} included={included} />
        </div>
      )}
      {!isOpen && !isDecided && !commands?.form && <Choices {...props} isForced={hasMovedOn(failure?.error)} />}
    </li>
  );
}

function Choices({ draft, isForced, hasKeys, commands, act }: RoomDraftProps & { isForced: boolean }) {
  const choice = (action: DraftAction, key: string, label: ReactNode) => (
    <Button
      size="small"
      shortcut={hasKeys && commands ? key : undefined}
      autoFocus={commands?.closedForm === action}
      onClick={ignoreDoubleClick(() => act(action))}
    >
      {label}
    </Button>
  );
  const canApprove = can(draft, 'approve');
  return isDecidable(draft) ? (
    <div className="flex flex-wrap gap-2">
      {canApprove && choice('approve', 'a', isForced ? <Trans>Approve anyway</Trans> : <Trans>Approve</Trans>)}
      {canApprove && hasKeys && choice('edit', 'e', <Trans>Edit</Trans>)}
      {can(draft, 'reject') && choice('reject', 'r', <Trans>Reject</Trans>)}
    </div>
  ) : (
    <p className="text-muted text-sm">
      <Trans>Another reviewer has to decide.</Trans>
    </p>
  );
}

const hasMovedOn = (error: unknown) => error instanceof ApiError && error.hasCode('room_moved_on');
