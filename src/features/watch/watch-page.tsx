import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { RequestError } from '#src/crud/request-error.tsx';
import { ColumnMenu } from '#src/crud/table/column-menu.tsx';
import { patiently } from '#src/lib/patiently.ts';
import { navigate } from '#src/lib/router.ts';
import { settings } from '#src/lib/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { useShortcuts } from '#src/lib/use-shortcuts.ts';
import { paths } from '#src/paths.ts';
import { AsOf } from '#src/records/waiting/as-of.tsx';
import { Freshness } from '#src/records/waiting/freshness.tsx';
import { useWaitingPoll } from '#src/records/waiting/use-waiting-poll.ts';
import { useWaitingRooms } from '#src/records/waiting/use-waiting-rooms.ts';
import { waitingRoomsQuery } from '#src/records/waiting/waiting-rooms-query.ts';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeader } from '#src/ui/page-header.tsx';
import { part } from '#src/ui/part.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';
import { ArmAlerts } from './arm-alerts.tsx';
import { WaitingCounts } from './waiting-counts.tsx';
import { useWaitingTable, WaitingTable } from './waiting-table.tsx';
import { WatchTitle } from './watch-title.tsx';

const NONE: readonly never[] = [];

const Pictures = part(async () => (await patiently(() => import('./pictures/pictures.tsx'))).Pictures);

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
              <Plural value={waiting.length} one="# room waits" other="# rooms wait" /> · <AsOf />
            </span>
          )
        }
      >
        <ColumnMenu arranged={arranged} />
        <ArmAlerts />
        <WallButton />
      </PageHeader>
      <Freshness />
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
    <Button shortcut="f" onClick={open}>
      <Trans>Wall</Trans>
    </Button>
  );
}
