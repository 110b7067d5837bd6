import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useErrorSentence } from '#src/crud/use-error-sentence.ts';
import { settings } from '#src/lib/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { Freshness } from '#src/records/waiting/freshness.tsx';
import { useTenantName } from '#src/records/waiting/tenant-name.ts';
import { type LateCounts, useLateCounts } from '#src/records/waiting/use-late-counts.ts';
import { useWaitingPoll } from '#src/records/waiting/use-waiting-poll.ts';
import { useWaitingRooms, type WaitingRoom } from '#src/records/waiting/use-waiting-rooms.ts';
import { waitingRoomsQuery } from '#src/records/waiting/waiting-rooms-query.ts';
import { type Status, StatusMark } from '#src/ui/status-mark.tsx';
import { useWakeLock } from './use-wake-lock.ts';
import { WallHeader } from './wall-header.tsx';
import { WallRooms } from './wall-rooms.tsx';

/** Waiting rooms on a wall display, readable from across the room, without any interaction. */
export function Component() {
  const { t } = useLingui();
  const { waiting } = useWaitingRooms();
  const tenant = useTenantName();
  useWaitingPoll({ isOn: !useStore(settings).alertsArmed });
  useWakeLock();
  return (
    <section
      aria-label={t`Wall`}
      className="flex h-full flex-col gap-[2vmin] overflow-y-auto bg-canvas p-[3vmin] text-[4vmin] leading-[1.2]"
    >
      <title>{t`Wall · ${tenant}`}</title>
      <WallHeader tenant={tenant} />
      <Freshness className="rounded-box text-[3.5vmin] leading-[1.3] [&_svg]:size-[0.8em]" />
      {waiting ? <Waiting waiting={waiting} /> : <NotReadYet />}
    </section>
  );
}

function Waiting({ waiting }: { waiting: readonly WaitingRoom[] }) {
  const { i18n } = useLingui();
  const counts = useLateCounts(waiting);
  return (
    <>
      <div className="flex items-end gap-[5vmin] max-md:flex-col max-md:items-start">
        <p className="flex items-baseline gap-[2vmin]">
          <span className="font-semibold text-[24vmin] leading-[0.85] forced-colors:text-[CanvasText] forced-colors:forced-color-adjust-none">
            {i18n.number(waiting.length)}
          </span>
          <span className="whitespace-nowrap text-muted text-[5vmin]">
            <Plural value={waiting.length} one="room waits" other="rooms wait" />
          </span>
        </p>
        <LateWords counts={counts} />
      </div>
      <WallRooms waiting={waiting} counts={counts} />
    </>
  );
}

/** Shown before the first poll: an empty list would claim that no room waits. */
function NotReadYet() {
  const sentence = useErrorSentence();
  const { error } = useQuery({ ...waitingRoomsQuery(), notifyOnChangeProps: ['error'] });
  return (
    <p role="status" className="text-[6vmin] text-muted">
      {error ? (
        <StatusMark status="danger" className="whitespace-normal [&>svg]:size-[0.8em]">
          <Trans>Not read yet.</Trans> {sentence(error)}
        </StatusMark>
      ) : (
        <Trans>Reading…</Trans>
      )}
    </p>
  );
}

/** How many rooms are late, by word and shape; empty if no room waits. */
function LateWords({ counts: { veryLate, late, onTime } }: { counts: LateCounts }) {
  return (
    <ul className="flex flex-wrap gap-x-[4vmin] pb-[1vmin] text-[6vmin] leading-[1.4]">
      <LateWord status="danger" count={veryLate}>
        <Trans>Very late</Trans>
      </LateWord>
      <LateWord status="warn" count={late}>
        <Trans>Late</Trans>
      </LateWord>
      <LateWord status="waiting" count={onTime}>
        <Trans>Waiting</Trans>
      </LateWord>
    </ul>
  );
}

function LateWord({ status, count, children }: { status: Status; count: number; children: ReactNode }) {
  const { i18n } = useLingui();
  if (count === 0) return null;
  return (
    <li className="font-medium">
      <StatusMark status={status} className="gap-[1.5vmin] [&>svg]:size-[0.8em]">
        {i18n.number(count)} {children}
      </StatusMark>
    </li>
  );
}
