import { Trans, useLingui } from '@lingui/react/macro';
import { Check, CircleCheck, MessagesSquare, Pencil, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { type RoomSummary, roomSummary } from '#src/api/extensions/room-summary.ts';
import { Conversation } from '#src/domain/conversation/conversation.tsx';
import { WriteDraft } from '#src/domain/drafts/write-draft.tsx';
import { useCompletedSummary } from '#src/domain/rooms/complete-summary.ts';
import { StateWords } from '#src/domain/rooms/room-cells.tsx';
import { type Room, roomName } from '#src/domain/rooms/room-name.ts';
import { ClientName, roomLanguage, useRoomClient } from '#src/domain/rooms/room-visitor.tsx';
import { useReadRoom } from '#src/domain/rooms/use-mark-room-read.ts';
import { navigate } from '#src/lib/router.ts';
import { useShortcuts } from '#src/lib/use-shortcuts.ts';
import { focusForm } from '#src/outbox/focus-open-form.ts';
import { can } from '#src/page/can.ts';
import { openedFromWatch } from '#src/page/close-modal-route.ts';
import { usePageActions } from '#src/page/page-actions.ts';
import { paths } from '#src/paths.ts';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { SidePanel } from './side-panel.tsx';

interface VisitorPanelProps {
  room: Room;
  /** False once the wait is over. */
  isWaiting: boolean;
  /** The wait ends once the undo period is over. */
  isEnding: boolean;
  /** Beside the table rather than over it. */
  isBeside: boolean;
  onAnswered: () => void;
  onClose: () => void;
}

/** Panel of a waiting visitor: the conversation, and the actions on it. */
export function VisitorPanel({ room, isWaiting, isEnding, isBeside, onAnswered, onClose }: VisitorPanelProps) {
  const { t } = useLingui();
  const name = roomName(room);
  const known = roomSummary(room);
  const completed = useCompletedSummary(room.id, known === undefined);
  const summary = known ?? completed;
  useReadRoom(room.id, known?.isUnread === true);
  const [isWriting, setWriting] = useState(false);
  const write = () => {
    setWriting(true);
    focusForm('draft');
  };
  const writeButton = useRef<HTMLButtonElement>(null);
  const stopWriting = () => {
    setWriting(false);
    writeButton.current?.focus();
  };
  useShortcuts({ w: write });
  const { draft } = summary;
  const canEnd = isWaiting && !isEnding && can(room, 'update');
  usePageActions(() => [
    ...(draft
      ? [{ label: t`Review its draft`, Icon: CircleCheck, act: () => void navigate(paths.draft(draft.id)) }]
      : []),
    { label: t`Write a draft`, Icon: Pencil, keys: 'w', act: write },
    ...(canEnd ? [{ label: t`Answered elsewhere`, Icon: Check, keys: 'e', act: onAnswered }] : []),
    {
      label: t`Open room`,
      Icon: MessagesSquare,
      act: () => void navigate(paths.room(room.id), { state: openedFromWatch }),
    },
  ]);
  return (
    <SidePanel label={t`Conversation with ${name}`} isBeside={isBeside}>
      <header className="flex flex-col gap-2 border-line border-b px-4 py-2">
        <div className="flex items-center gap-2">
          <h2 dir="auto" data-tooltip-cut="" className="min-w-0 flex-1 truncate font-semibold text-md">
            {name}
          </h2>
          <Link
            to={paths.room(room.id)}
            state={openedFromWatch}
            className={buttonClass({ kind: 'quiet', size: 'small' })}
          >
            <Trans>Open room</Trans>
          </Link>
          <IconButton label={t`Close`} shortcut="Escape" size="small" onClick={onClose}>
            <X aria-hidden="true" />
          </IconButton>
        </div>
        <About room={room} summary={isWaiting ? summary : undefined} />
        <div className="flex flex-wrap gap-2">
          {summary.draft && (
            <Link to={paths.draft(summary.draft.id)} className={buttonClass({ kind: 'primary' })}>
              <Trans>Review its draft</Trans>
            </Link>
          )}
          <Button ref={writeButton} shortcut="w" aria-expanded={isWriting} onClick={write}>
            <Trans>Write</Trans>
          </Button>
          <Button shortcut="e" disabled={!canEnd} onClick={onAnswered}>
            <Trans>Answered elsewhere</Trans>
          </Button>
        </div>
      </header>
      <Conversation roomId={room.id} />
      {isWriting && (
        <div className="border-line border-t">
          <WriteDraft
            roomId={room.id}
            label={<Trans>Write a draft</Trans>}
            autoFocus
            onSent={stopWriting}
            onCancel={stopWriting}
          />
        </div>
      )}
    </SidePanel>
  );
}

/** "● Gannet Air & Ferries · English · No answer yet". */
function About({ room, summary }: { room: Room; summary: RoomSummary | undefined }) {
  const client = useRoomClient(room);
  const language = roomLanguage(room);
  return (
    <p className="text-muted text-sm">
      {client && (
        <>
          <ClientName {...client} />
          {' · '}
        </>
      )}
      {language !== undefined && (
        <>
          <bdi>{language}</bdi>
          {' · '}
        </>
      )}
      {summary ? <StateWords room={room} summary={summary} /> : <Trans>No longer waiting</Trans>}
    </p>
  );
}
