import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Bell, BellRing } from 'lucide-react';
import { connection } from '#src/api/connection.ts';
import { LastUpdated } from '#src/domain/waiting/stale-data-notice.tsx';
import { atLeast, type WaitingSince } from '#src/domain/waiting/use-waiting-rooms.ts';
import { unlockChime } from '#src/lib/chime.ts';
import { serverUnix } from '#src/lib/clock.ts';
import { navigate } from '#src/lib/router.ts';
import { settings, updateSettings } from '#src/lib/storage/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { useShortcuts } from '#src/lib/use-shortcuts.ts';
import { ColumnMenu } from '#src/list/table/column-menu.tsx';
import type { ConfiguredTable } from '#src/list/table/use-record-table.ts';
import { paths } from '#src/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { PageHeader } from '#src/ui/layout/page-header.tsx';
import { tabbedHeader } from '#src/ui/layout/tabbed-header.ts';
import { age, useEachSecond } from '#src/ui/text/relative-time.tsx';
import type { WaitingRow } from './waiting-columns.tsx';
import { useWaitingExport } from './waiting-table.tsx';

interface WatchHeaderProps {
  count: number | undefined;
  /** There may be more. */
  isMinimum: boolean;
  /** There are more than were loaded. */
  isCut: boolean;
  arranged: ConfiguredTable<WaitingRow>;
}

/** Number of waiting visitors, the time of the last poll, and the page's actions. */
export function WatchHeader({ count, isMinimum, isCut, arranged }: WatchHeaderProps) {
  const { i18n } = useLingui();
  const number = count === undefined ? '' : atLeast(i18n.number(count), isMinimum);
  return (
    <PageHeader
      title={<Trans>Watch</Trans>}
      className={tabbedHeader.header}
      aside={
        count !== undefined && (
          <span>
            <span className="max-sm:sr-only">
              {isMinimum ? (
                <Trans>{number} visitors waiting</Trans>
              ) : (
                <Plural value={count} one="# visitor waiting" other="# visitors waiting" />
              )}
              {' · '}
            </span>
            <LastUpdated />
          </span>
        )
      }
    >
      <ColumnMenu arranged={arranged} exporting={useWaitingExport(arranged, isCut)} />
      <AlertsButton />
      <WallButton />
    </PageHeader>
  );
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
      <Trans>Wall display</Trans>
    </Button>
  );
}

interface WatchTitleProps {
  longest: WaitingSince | undefined;
  count: number;
  isMinimum: boolean;
}

/** Document title: count, connection, and the longest wait once it reaches a minute. */
export function WatchTitle({ longest, count, isMinimum }: WatchTitleProps) {
  const { t, i18n } = useLingui();
  const name = useStore(connection)?.name ?? '';
  const wait = useEachSecond((nowMs) => {
    const seconds = !longest || longest.certainty === 'unknown' ? 0 : serverUnix(nowMs) - longest.unix;
    return seconds < 60 ? '' : age(i18n.locale, seconds);
  });
  const page = [t`Watch`, name, wait].filter(Boolean).join(' · ');
  return <title>{count > 0 ? `(${atLeast(i18n.number(count), isMinimum)}) ${page}` : page}</title>;
}

/** Toggles alerts. The click is the user gesture that browsers require for sound and the notification prompt. */
function AlertsButton() {
  const { alertsArmed, alertNotification } = useStore(settings);
  const toggle = () => {
    updateSettings({ alertsArmed: !alertsArmed });
    if (alertsArmed) return;
    unlockChime();
    if (alertNotification && typeof Notification !== 'undefined') {
      // If denied, sound and toast remain.
      void Notification.requestPermission().catch(() => undefined);
    }
  };
  return (
    <Button aria-pressed={alertsArmed} onClick={toggle}>
      {alertsArmed ? <BellRing aria-hidden className="size-4" /> : <Bell aria-hidden className="size-4" />}
      <span className="max-md:sr-only">{alertsArmed ? <Trans>Alerts on</Trans> : <Trans>Turn on alerts</Trans>}</span>
    </Button>
  );
}
