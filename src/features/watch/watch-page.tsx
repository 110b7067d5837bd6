import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { useLocation, useParams } from 'react-router';
import { type Room, roomName } from '#src/domain/rooms/room-name.ts';
import { useAwaitingChange, useEndingWaits } from '#src/domain/waiting/awaiting-change.ts';
import { StaleDataNotice } from '#src/domain/waiting/stale-data-notice.tsx';
import { useWaitingPoll } from '#src/domain/waiting/use-waiting-poll.ts';
import { useWaitingRooms, type WaitingRoom } from '#src/domain/waiting/use-waiting-rooms.ts';
import { waitingRoomsQuery } from '#src/domain/waiting/waiting-rooms-query.ts';
import { navigate } from '#src/lib/router.ts';
import { settings } from '#src/lib/storage/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { useShortcuts } from '#src/lib/use-shortcuts.ts';
import { useWindowWidth } from '#src/lib/use-window-width.ts';
import { IgnoredParts } from '#src/list/ignored-parts.tsx';
import { sayNoBack, useListKeys } from '#src/list/use-list-keys.ts';
import { can } from '#src/page/can.ts';
import { RequestError } from '#src/page/request-error.tsx';
import { paths } from '#src/paths.ts';
import { announce } from '#src/ui/feedback/announcer.tsx';
import { EmptyState, Notice } from '#src/ui/feedback/notice.tsx';
import { SkeletonRows } from '#src/ui/feedback/skeleton.tsx';
import { lazyComponent } from '#src/ui/lazy-component.tsx';
import { rowIdOf, useWaitingTable, WaitingTable } from './waiting-table.tsx';
import { isInTab, readWatchAddress, tabQuery, useAnswerStates, type WaitingTab, WaitingTabs } from './waiting-tabs.tsx';
import { WatchHeader, WatchTitle } from './watch-header.tsx';

const NONE: readonly never[] = [];

const Charts = lazyComponent(async () => (await import('./charts.tsx')).Charts);
const VisitorPanel = lazyComponent(async () => (await import('./visitor-panel.tsx')).VisitorPanel);

/** Live page of the visitors who wait, longest first. */
export function Component() {
  const { waiting, isCut } = useWaitingRooms();
  useWaitingPoll({ isOn: !useStore(settings).alertsArmed });
  const ending = useEndingWaits();
  const lasting = useMemo(() => (waiting ?? NONE).filter(({ room }) => !ending.has(room.id)), [waiting, ending]);
  return (
    <>
      <WatchTitle waiting={lasting} />
      <Desk waiting={waiting} lasting={lasting} ending={ending} isCut={isCut} />
    </>
  );
}

interface DeskProps {
  waiting: readonly WaitingRoom[] | undefined;
  /** Those whose wait is not about to end. */
  lasting: readonly WaitingRoom[];
  ending: ReadonlySet<string>;
  isCut: boolean;
}

function Desk({ waiting, lasting, ending, isCut }: DeskProps) {
  const { t } = useLingui();
  const { tab, leftOut } = readWatchAddress(useLocation().search);
  const states = useAnswerStates(waiting ?? NONE);
  const listed = useMemo(
    () => (waiting ?? NONE).filter(({ room }) => isInTab(tab, states[room.id])),
    [waiting, states, tab],
  );
  const countOf = (name: WaitingTab) => lasting.filter(({ room }) => isInTab(name, states[room.id])).length;
  const open = useOpenRoom(waiting, tab);
  const table = useRef<HTMLTableElement>(null);
  const arranged = useWaitingTable(listed, ending, open.room !== undefined);
  const change = useAwaitingChange();
  useListKeys(table);

  const answer = (room: Room | undefined) => {
    if (!room || ending.has(room.id)) return;
    const name = roomName(room);
    if (!can(room, 'update')) return announce(t`You can’t change this room.`);
    const isAt = listed.findIndex((each) => each.room.id === room.id);
    const next = [...listed.slice(isAt + 1), ...listed.slice(0, isAt).reverse()].find(
      (each) => each.room.id !== room.id && !ending.has(each.room.id),
    );
    change(room, false, { text: t`“${name}” answered elsewhere`, onUndo: () => focusRow(table.current, room.id) });
    if (next) focusRow(table.current, next.room.id);
    else open.close();
  };
  const answerCurrent = () => {
    const id = rowIdOf(document.activeElement) ?? open.id;
    answer(waiting?.find(({ room }) => room.id === id)?.room);
  };
  useShortcuts({
    e: answerCurrent,
    'u|Escape': open.room ? open.close : sayNoBack,
  });
  return (
    <>
      <WatchHeader count={waiting && lasting.length} arranged={arranged} />
      <WaitingTabs
        tab={tab}
        counts={waiting && { all: lasting.length, unanswered: countOf('unanswered'), in_review: countOf('in_review') }}
      />
      <StaleDataNotice />
      <IgnoredParts leftOut={leftOut} />
      {isCut && <CutNotice />}
      <div className="relative flex pane">
        <div className="table-pane relative min-w-0 flex-1 scroll-pt-8 overflow-auto pb-16">
          {!waiting ? (
            <NothingYet />
          ) : listed.length === 0 ? (
            <NoneListed tab={tab} />
          ) : (
            <WaitingTable ref={table} arranged={arranged} currentId={open.id} onChoose={open.choose} />
          )}
          {waiting && <Charts />}
        </div>
        {open.room && (
          <VisitorPanel
            key={open.room.id}
            room={open.room}
            isWaiting={open.isWaiting}
            isEnding={ending.has(open.room.id)}
            onAnswered={() => answer(open.room)}
            onClose={open.close}
            fallback={<div className="w-104 shrink-0 border-line border-s" />}
          />
        )}
      </div>
    </>
  );
}

/** The room that is open beside the table, by the address. A narrower window has no place for one. */
function useOpenRoom(waiting: readonly WaitingRoom[] | undefined, tab: WaitingTab) {
  const isWide = useWindowWidth()('lg');
  const { id } = useParams();
  const last = useRef<Room>(undefined);
  const found = waiting?.find(({ room }) => room.id === id)?.room;
  if (found) last.current = found;
  // Its wait may end while it is being read.
  const room = found ?? (last.current?.id === id ? last.current : undefined);
  const go = (path: string) => void navigate(path, { replace: true });
  return {
    id: isWide ? id : undefined,
    room: isWide ? room : undefined,
    isWaiting: found !== undefined,
    choose: isWide ? (next: string) => next !== id && go(paths.watchedRoom(next, tabQuery(tab))) : undefined,
    close: () => go(paths.watch(tabQuery(tab))),
  };
}

/** Moves the focus to a room's row, which opens it. */
function focusRow(table: HTMLElement | null, id: string): void {
  const row = table?.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(id)}"]`);
  row?.querySelector('a')?.focus();
  row?.scrollIntoView({ block: 'nearest' });
}

function NoneListed({ tab }: { tab: WaitingTab }) {
  return (
    <EmptyState>
      {tab === 'all' ? (
        <Trans>No visitors waiting</Trans>
      ) : tab === 'unanswered' ? (
        <Trans>All waiting visitors have an answer or a draft in review</Trans>
      ) : (
        <Trans>No drafts in review for waiting visitors</Trans>
      )}
    </EmptyState>
  );
}

function CutNotice() {
  const { t } = useLingui();
  return (
    <Notice tone="warn" mark={t`Incomplete`}>
      <Trans>Too many visitors are waiting to show them all.</Trans>
    </Notice>
  );
}

function NothingYet() {
  const { error, refetch } = useQuery(waitingRoomsQuery());
  return error ? <RequestError error={error} onRetry={() => void refetch()} /> : <SkeletonRows />;
}
