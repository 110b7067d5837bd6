import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { serverNow } from '#src/api/clock.ts';
import { settings } from '#src/lib/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { paths } from '#src/paths.ts';
import { roomKind } from '#src/records/room-name.ts';
import { type Status, StatusMark } from '#src/ui/status-mark.tsx';
import { subscribeToSeconds } from '#src/ui/ticker.ts';
import { Toolbar } from '#src/ui/toolbar.tsx';
import type { WaitingRoom } from './use-waiting-rooms.ts';
import { lateness } from './waiting-since.ts';

/** How many wait, by lateness and by kind of room. */
export function WaitingCounts({ waiting }: { waiting: WaitingRoom[] }) {
  const { t } = useLingui();
  const late = useLateCounts(waiting);
  const kinds = Object.entries(Object.groupBy(waiting, ({ room }) => room.kind));
  return (
    <Toolbar label={t`Counts`} className="gap-x-5">
      <Count status="danger" count={late.veryLate}>
        <Trans>Very late</Trans>
      </Count>
      <Count status="warn" count={late.late}>
        <Trans>Late</Trans>
      </Count>
      <Count status="waiting" count={late.onTime}>
        <Trans>Waiting</Trans>
      </Count>
      <span className="flex gap-x-4 text-muted sm:ms-auto">
        {kinds.map(([kind, rooms]) => (
          <Link
            key={kind}
            to={paths.rooms({ filter: { awaiting_support: '1', kind } })}
            className="hover:text-ink hover:underline"
          >
            {roomKind(kind)} <span className="font-medium text-ink">{rooms?.length}</span>
          </Link>
        ))}
      </span>
    </Toolbar>
  );
}

function Count({ status, count, children }: { status: Status; count: number; children: ReactNode }) {
  return (
    <span className="inline-flex items-baseline gap-1.5">
      <StatusMark status={count > 0 ? status : 'neutral'} className={count > 0 ? undefined : 'text-muted'}>
        {children}
      </StatusMark>
      <span className="font-medium">{count}</span>
    </span>
  );
}

/** The numbers change with time alone, so that they are counted with each second; only a change renders. */
function useLateCounts(waiting: WaitingRoom[]) {
  const thresholds = useStore(settings);
  const text = useSyncExternalStore(subscribeToSeconds, () => {
    const now = serverNow();
    const counts = { waiting: 0, late: 0, very_late: 0 };
    for (const { since } of waiting) counts[lateness(now - since.unix, thresholds)]++;
    return `${counts.waiting} ${counts.late} ${counts.very_late}`;
  });
  const [onTime = 0, late = 0, veryLate = 0] = text.split(' ').map(Number);
  return { onTime, late, veryLate };
}
