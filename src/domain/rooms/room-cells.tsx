import { Trans } from '@lingui/react/macro';
import { type ReactNode, useCallback, useState } from 'react';
import { type RoomSummary, roomSummary } from '#src/api/extensions/room-summary.ts';
import { after } from '#src/lib/delay.ts';
import { Truncated } from '#src/ui/text/truncated.tsx';
import { useCompletedSummary } from './complete-summary.ts';
import type { Room } from './room-name.ts';
import { ClientName, roomLanguage, useRoomClient } from './room-visitor.tsx';

/** Placeholder for a missing value. */
export const EMPTY_VALUE = <span className="text-faint">–</span>;

/** Renders a room's summary. If the service does not send it with the room, it is read once the row is in sight. */
export function WithSummary({ room, children }: { room: Room; children: (summary: RoomSummary) => ReactNode }) {
  const known = roomSummary(room);
  return known ? children(known) : <WithCompleted roomId={room.id}>{children}</WithCompleted>;
}

function WithCompleted({ roomId, children }: { roomId: string; children: (summary: RoomSummary) => ReactNode }) {
  const [ref, isInSight] = useInSight();
  const summary = useCompletedSummary(roomId, isInSight);
  return (
    <span ref={ref} className="block min-h-4">
      {children(summary)}
    </span>
  );
}

/** Delay until a row counts as in sight, so that rows scrolled past are not read. */
const SETTLED_MS = 200;

const listeners = new WeakMap<Element, (isInSight: boolean) => void>();
let observer: IntersectionObserver | undefined;

/** A ref, and whether its element is in sight and stays there. Without IntersectionObserver, it always is. */
function useInSight(): [ref: (element: HTMLElement) => () => void, isInSight: boolean] {
  const [isInSight, setInSight] = useState(false);
  const ref = useCallback((element: HTMLElement) => {
    if (typeof IntersectionObserver === 'undefined') {
      setInSight(true);
      return () => {};
    }
    let cancel: (() => void) | undefined;
    observer ??= new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting);
    });
    listeners.set(element, (isIntersecting) => {
      cancel?.();
      cancel = undefined;
      if (isIntersecting) cancel = after(SETTLED_MS, () => setInSight(true));
      else setInSight(false);
    });
    observer.observe(element);
    return () => {
      cancel?.();
      listeners.delete(element);
      observer?.unobserve(element);
    };
  }, []);
  return [ref, isInSight];
}

/** The last message of a room in one line. */
export function LastMessage({ room }: { room: Room }) {
  return (
    <WithSummary room={room}>
      {({ lastMessage }) => lastMessage && <Truncated text={lastMessage.text} className="text-muted" />}
    </WithSummary>
  );
}

/** The client of a room, with its colour. */
export function ClientCell({ room }: { room: Room }) {
  const client = useRoomClient(room);
  if (!client) return EMPTY_VALUE;
  return (
    <span className="block truncate">
      <ClientName {...client} />
    </span>
  );
}

/** The language of a room's visitor, by name. */
export function LanguageCell({ room }: { room: Room }) {
  const language = roomLanguage(room);
  return language === undefined ? EMPTY_VALUE : <Truncated text={language} />;
}

/** Whether staff has answered a visitor who is waiting, or is about to. */
export type AnswerState = 'unanswered' | 'in_review' | 'answered';

/** The state of a room; undefined if it is not known, or nothing is to be done. */
export function answerState(room: Room, { draft, lastMessage }: RoomSummary): AnswerState | undefined {
  if (draft) return 'in_review';
  if (lastMessage?.byStaff) return 'answered';
  if (!room.awaiting_support || draft === undefined || lastMessage === undefined) return undefined;
  return lastMessage === null || lastMessage.byStaff === false ? 'unanswered' : undefined;
}

/** "No answer yet", "Draft in review · Mina" or "Answered". */
export function StateCell({ room }: { room: Room }) {
  return <WithSummary room={room}>{(summary) => <StateWords room={room} summary={summary} />}</WithSummary>;
}

interface StateWordsProps {
  room: Room;
  summary: RoomSummary;
}

/** The state of a room in words. */
export function StateWords({ room, summary }: StateWordsProps) {
  switch (answerState(room, summary)) {
    case 'unanswered':
      return (
        <span className="whitespace-nowrap text-bad">
          <Trans>No answer yet</Trans>
        </span>
      );
    case 'in_review':
      return (
        // The name is cut by itself: a line of both directions would lose its beginning.
        <span className="inline-flex min-w-0 max-w-full align-bottom">
          <span className="whitespace-pre">
            <Trans>Draft in review</Trans>
            {summary.draft?.authorName && ' · '}
          </span>
          <Truncated text={summary.draft?.authorName ?? ''} />
        </span>
      );
    case 'answered':
      return <Trans>Answered</Trans>;
    default:
      return EMPTY_VALUE;
  }
}
