import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#src/paths.ts';
import { roomKind } from '#src/records/rooms/room-name.ts';
import { useLateCounts } from '#src/records/waiting/use-late-counts.ts';
import type { WaitingRoom } from '#src/records/waiting/use-waiting-rooms.ts';
import { type Status, StatusMark } from '#src/ui/status-mark.tsx';
import { Toolbar } from '#src/ui/toolbar.tsx';

/** Counts of waiting rooms by lateness and kind. */
export function WaitingCounts({ waiting }: { waiting: readonly WaitingRoom[] }) {
  const { t, i18n } = useLingui();
  const { veryLate, late, onTime } = useLateCounts(waiting);
  const kinds = Object.entries(Object.groupBy(waiting, ({ room }) => room.kind));
  return (
    <Toolbar label={t`Counts`} className="gap-x-5">
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
      <StatusMark status={count > 0 ? status : 'neutral'} className={count > 0 ? undefined : 'text-muted'}>
        {children}
      </StatusMark>
      <span className="font-medium">{i18n.number(count)}</span>
    </span>
  );
}
