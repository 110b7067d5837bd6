import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { useLocation } from 'react-router';
import { type Room, roomName } from '#src/domain/rooms/room-name.ts';
import { useMarkRoomRead } from '#src/domain/rooms/use-mark-room-read.ts';
import { useAwaitingChange, useEndingWaits } from '#src/domain/waiting/awaiting-change.ts';
import { StaleDataNotice } from '#src/domain/waiting/stale-data-notice.tsx';
import { useWaitingPoll } from '#src/domain/waiting/use-waiting-poll.ts';
import { atLeast, useWaitingRooms } from '#src/domain/waiting/use-waiting-rooms.ts';
import { waitingRoomsQuery } from '#src/domain/waiting/waiting-rooms-query.ts';
import { settings } from '#src/lib/storage/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { useShortcuts } from '#src/lib/use-shortcuts.ts';
import { IgnoredParametersNotice } from '#src/list/query-notices.tsx';
import { explainBlockedKey, sayNoBack, useListKeys } from '#src/list/use-list-keys.ts';
import { can } from '#src/page/can.ts';
import { RequestError } from '#src/page/request-error.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { EmptyState, SkeletonRows } from '#src/ui/feedback/placeholder.tsx';
import { tabbedHeader } from '#src/ui/layout/tabbed-header.ts';
import { lazyComponent } from '#src/ui/lazy-component.tsx';
import { SidePanel, useOpenRoom } from './side-panel.tsx';
import { rowIdOf, useWaitingTable, WaitingTable } from './waiting-table.tsx';
import { isInTab, readWatchAddress, useAnswerStates, type WaitingTab, WaitingTabs } from './waiting-tabs.tsx';
import { WatchHeader, WatchTitle } from './watch-header.tsx';

const NONE: readonly never[] = [];

const Charts = lazyComponent(async () => (await import('./charts.tsx')).Charts);
const VisitorPanel = lazyComponent(async () => (await import('./visitor-panel.tsx')).VisitorPanel);

/** Live page of the visitors who wait, longest first. */
export function Component() {
  const { waiting, isCut, more, isMinimum } = useWaitingRooms();
  useWaitingPoll({ isOn: !useStore(settings).alertsArmed });
  const ending = useEndingWaits();
  const lasting = (waiting ?? NONE).filter(({ room }) => !ending.has(room.id));
  const { t, i18n } = useLingui();
  const { tab, leftOut } = readWatchAddress(useLocation().search);
  const states = useAnswerStates(waiting ?? NONE);
  const listed = useMemo(
    () => (waiting ?? NONE).filter(({ room }) => isInTab(tab, states[room.id])),
    [waiting, states, tab],
  );
  const countOf = (name: WaitingTab) =>
    atLeast(i18n.number(lasting.filter(({ room }) => isInTab(name, states[room.id])).length), isCut);
  const count = lasting.length + more;
  const open = useOpenRoom(waiting, tab);
  const table = useRef<HTMLTableElement>(null);
  const arranged = useWaitingTable(listed, ending, open.isBeside && open.room !== undefined);
  const change = useAwaitingChange();
  const mark = useMarkRoomRead();
  const find = (id: string | undefined) => waiting?.find(({ room }) => room.id === id)?.room;
  const markRead = (id: string) => {
    const room = find(id);
    if (room) void mark(room);
  };
  useListKeys(table, { rows: waiting && listed.map(({ room }) => room), markRead });

  const answer = (room: Room) => {
    const name = roomName(room);
    if (ending.has(room.id)) return explainBlockedKey(t`“${name}” is already marked as answered.`);
    if (!can(room, 'update')) return explainBlockedKey(t`You can’t change this room.`);
    const isAt = listed.findIndex((each) => each.room.id === room.id);
    const next = [...listed.slice(isAt + 1), ...listed.slice(0, isAt).reverse()].find(
      (each) => each.room.id !== room.id && !ending.has(each.room.id),
    );
    change(room, false, { text: t`“${name}” answered elsewhere`, onUndo: () => focusRow(table.current, room.id) });
    if (next) focusRow(table.current, next.room.id);
    else open.close();
  };
  const answerCurrent = () => {
    const room = find(rowIdOf(document.activeElement) ?? open.id);
    if (room) answer(room);
    else if (open.room) explainBlockedKey(t`This visitor is no longer waiting.`);
    else explainBlockedKey(t`Choose a row first (J/K).`);
  };
  const client = useQueryClient();
  const refresh = async () => {
    await client.refetchQueries({ queryKey: waitingRoomsQuery().queryKey });
    // A failure has its own notice.
    if (!client.getQueryState(waitingRoomsQuery().queryKey)?.error) explainBlockedKey(t`The list is up to date.`);
  };
  useShortcuts({
    e: answerCurrent,
    // The panel of an open visitor handles the key.
    w: open.room ? undefined : () => explainBlockedKey(t`Open a visitor first to write.`),
    '/': () => explainBlockedKey(t`There’s no search on this page.`),
    '.': () => void refresh(),
    'u|Escape': open.room || open.error ? open.close : sayNoBack,
  });
  return (
    <>
      <WatchTitle longest={lasting[0]?.since} count={count} isMinimum={isMinimum} />
      <div className={tabbedHeader.group}>
        <WatchHeader count={waiting && count} isMinimum={isMinimum} isCut={isCut} arranged={arranged} />
        <WaitingTabs
          tab={tab}
          counts={
            waiting && {
              all: atLeast(i18n.number(count), isMinimum),
              unanswered: countOf('unanswered'),
              in_review: countOf('in_review'),
            }
          }
        />
      </div>
      <StaleDataNotice />
      <IgnoredParametersNotice leftOut={leftOut} />
      {isCut && <CutNotice />}
      <div className="relative flex pane">
        <div
          className={classNames(
            'table-pane relative min-w-0 flex-1 scroll-pt-8 overflow-auto pb-16',
            // Caps the table's width, so that the panel is directly beside the columns.
            open.isBeside && open.id !== undefined && 'max-w-[75rem] xl:max-w-[96.5rem]',
          )}
        >
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
            isBeside={open.isBeside}
            onAnswered={() => open.room && answer(open.room)}
            onClose={open.close}
            fallback={open.isBeside && <div className="w-104 shrink-0 border-line border-x" />}
          />
        )}
        {open.error && (
          <SidePanel label={t`Room`} isBeside={open.isBeside}>
            <RequestError error={open.error} onRetry={open.retry} />
          </SidePanel>
        )}
      </div>
    </>
  );
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
      <Trans>Too many waiting visitors to show them all.</Trans>
    </Notice>
  );
}

function NothingYet() {
  const { error, refetch } = useQuery(waitingRoomsQuery());
  return error ? <RequestError error={error} onRetry={() => void refetch()} /> : <SkeletonRows />;
}
