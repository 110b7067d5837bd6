import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { roomName } from '#src/records/rooms/room-name.ts';
import { LiveAge } from '#src/records/waiting/live-age.tsx';
import { type LateCounts, latenessAt } from '#src/records/waiting/use-late-counts.ts';
import type { WaitingRoom } from '#src/records/waiting/use-waiting-rooms.ts';
import { StatusMark } from '#src/ui/status-mark.tsx';

/** What fits on a wide screen, below a notice and the counts, at a size readable from five metres. */
const MOST_SHOWN = 5;
const marks = { waiting: 'waiting', late: 'warn', very_late: 'danger' } as const;

/** The longest waiting rooms. */
export function WallRooms({ waiting, counts }: { waiting: readonly WaitingRoom[]; counts: LateCounts }) {
  const { t } = useLingui();
  const more = waiting.length - MOST_SHOWN;
  if (waiting.length === 0) {
    return (
      <p className="text-[6vmin] text-good">
        <Trans>No room waits for support.</Trans>
      </p>
    );
  }
  return (
    <>
      <ol aria-label={t`Longest waits`} className="flex-1">
        {waiting.slice(0, MOST_SHOWN).map(({ room, since }, index) => (
          <li key={room.id} className="flex items-center gap-[3vmin] border-line border-t py-[0.6vmin] text-[5.5vmin]">
            <StatusMark
              status={marks[latenessAt(index, counts)]}
              className="w-[34vmin] shrink-0 gap-[1.5vmin] font-semibold [&>svg]:size-[0.8em]"
            >
              <LiveAge {...since} />
            </StatusMark>
            <span dir="auto" className="min-w-0 truncate leading-[1.4]">
              {roomName(room)}
            </span>
          </li>
        ))}
      </ol>
      {more > 0 && (
        <p className="text-muted">
          <Plural value={more} one="and # more" other="and # more" />
        </p>
      )}
    </>
  );
}
