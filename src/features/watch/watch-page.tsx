import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Bell, BellRing } from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { connection } from '#src/api/connection.ts';
import { roomKind } from '#src/domain/rooms/room-name.ts';
import { LastUpdated, StaleDataNotice } from '#src/domain/waiting/stale-data-notice.tsx';
import { useWaitingPoll } from '#src/domain/waiting/use-waiting-poll.ts';
import { useLateCounts, useWaitingRooms, type WaitingRoom } from '#src/domain/waiting/use-waiting-rooms.ts';
import { waitingRoomsQuery } from '#src/domain/waiting/waiting-rooms-query.ts';
import { unlockChime } from '#src/lib/chime.ts';
import { serverNow } from '#src/lib/clock.ts';
import { retryWithBackoff } from '#src/lib/delay.ts';
import { navigate } from '#src/lib/router.ts';
import { settings, updateSettings } from '#src/lib/storage/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { useShortcuts } from '#src/lib/use-shortcuts.ts';
import { ColumnMenu } from '#src/list/table/column-menu.tsx';
import { RequestError } from '#src/page/request-error.tsx';
import { paths } from '#src/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { SkeletonRows } from '#src/ui/feedback/skeleton.tsx';
import { PageHeader, Toolbar } from '#src/ui/layout/page-header.tsx';
import { part } from '#src/ui/lazy-component.tsx';
import { type Status, StatusBadge } from '#src/ui/status-badge.tsx';
import { age, subscribeToSeconds } from '#src/ui/text/relative-time.tsx';
import { useWaitingTable, WaitingTable } from './waiting-table.tsx';

const NONE: readonly never[] = [];

const Pictures = part(async () => (await retryWithBackoff(() => import('./pictures.tsx'))).Pictures);

/** Live page of rooms awaiting support, longest first. */
export function Component() {
  const { waiting, isCut } = useWaitingRooms();
  const arranged = useWaitingTable(waiting ?? NONE);
  useWaitingPoll({ isOn: !useStore(settings).alertsArmed });
  return (
    <>
      <WatchTitle waiting={waiting ?? []} />
      <PageHeader
        title={<Trans>Watch</Trans>}
        aside={
          waiting && (
            <span>
              <Plural value={waiting.length} one="# room waits" other="# rooms wait" /> · <LastUpdated />
            </span>
          )
        }
      >
        <ColumnMenu arranged={arranged} />
        <ArmAlerts />
        <WallButton />
      </PageHeader>
      <StaleDataNotice />
      {isCut && <CutNotice />}
      {waiting && waiting.length > 0 && <WaitingCounts waiting={waiting} />}
      <div className="relative flex pane max-lg:scroll-pt-8 max-lg:flex-col max-lg:overflow-y-auto">
        <div className="table-pane relative min-w-0 flex-1 max-lg:flex-none lg:scroll-pt-8 lg:overflow-auto">
          {waiting ? <WaitingTable arranged={arranged} /> : <NothingYet />}
        </div>
        {waiting && <Pictures standIn={<div className="shrink-0 border-line lg:w-84 lg:border-s" />} />}
      </div>
    </>
  );
}

function CutNotice() {
  const { t } = useLingui();
  return (
    <Notice tone="warn" mark={t`Not all`}>
      <Trans>More rooms wait than can be watched here.</Trans>
    </Notice>
  );
}

function NothingYet() {
  const { error, refetch } = useQuery(waitingRoomsQuery());
  return error ? <RequestError error={error} onRetry={() => void refetch()} /> : <SkeletonRows />;
}

/** Opens the wall view, in full screen if the browser allows it. */
function WallButton() {
  const open = () => {
    void document.documentElement.requestFullscreen?.().catch(() => undefined);
    void navigate(paths.wall());
  };
  useShortcuts({ f: open });
  return (
    <Button shortcut="f" className="max-md:hidden" onClick={open}>
      <Trans>Wall</Trans>
    </Button>
  );
}

/** Counts of waiting rooms by lateness and kind. */
function WaitingCounts({ waiting }: { waiting: readonly WaitingRoom[] }) {
  const { t, i18n } = useLingui();
  const { veryLate, late, onTime } = useLateCounts(waiting);
  const kinds = Object.entries(Object.groupBy(waiting, ({ room }) => room.kind));
  return (
    <Toolbar label={t`Counts`} className="gap-x-5 max-md:hidden">
      <Count status="danger" count={veryLate}>
        <Trans>Very late</Trans>
      </Count>
      <Count status="warn" count={late}>
        <Trans>Late</Trans>
      </Count>
      <Count status="waiting" count={onTime}>
        <Trans>Waiting</Trans>
      </Count>
      <span className="flex gap-x-4 text-muted sm:ms-auto">
        {kinds.map(([kind, rooms]) => (
          <Link
            key={kind}
            to={paths.rooms({ filter: { awaiting_support: '1', kind } })}
            className="hover:text-ink hover:underline"
          >
            {roomKind(kind)} <span className="font-medium text-ink">{i18n.number(rooms?.length ?? 0)}</span>
          </Link>
        ))}
      </span>
    </Toolbar>
  );
}

function Count({ status, count, children }: { status: Status; count: number; children: ReactNode }) {
  const { i18n } = useLingui();
  return (
    <span className="inline-flex items-baseline gap-1.5">
      <StatusBadge status={count > 0 ? status : 'neutral'} className={count > 0 ? undefined : 'text-muted'}>
        {children}
      </StatusBadge>
      <span className="font-medium">{i18n.number(count)}</span>
    </span>
  );
}

/** Document title: count, connection, and the longest wait once it reaches a minute. */
function WatchTitle({ waiting }: { waiting: readonly WaitingRoom[] }) {
  const { t, i18n } = useLingui();
  const name = useStore(connection)?.name ?? '';
  const longest = waiting[0]?.since.unix;
  const wait = useSyncExternalStore(subscribeToSeconds, () => {
    const seconds = longest === undefined ? 0 : serverNow() - longest;
    return seconds < 60 ? '' : age(i18n.locale, seconds);
  });
  const page = [t`Watch`, name, wait].filter(Boolean).join(' · ');
  const count = i18n.number(waiting.length);
  return <title>{waiting.length > 0 ? `(${count}) ${page}` : page}</title>;
}

/** Toggles alerts. The click is the user gesture that browsers require for sound and the notification prompt. */
function ArmAlerts() {
  const { alertsArmed, alertNotification } = useStore(settings);
  const arm = () => {
    updateSettings({ alertsArmed: !alertsArmed });
    if (alertsArmed) return;
    unlockChime();
    if (alertNotification && typeof Notification !== 'undefined') {
      // If denied, sound and toast remain.
      void Notification.requestPermission().catch(() => undefined);
    }
  };
  return (
    <Button aria-pressed={alertsArmed} onClick={arm}>
      {alertsArmed ? <BellRing aria-hidden className="size-4" /> : <Bell aria-hidden className="size-4" />}
      <span className="max-md:sr-only">{alertsArmed ? <Trans>Alerts armed</Trans> : <Trans>Arm alerts</Trans>}</span>
    </Button>
  );
}
