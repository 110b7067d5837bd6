import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useState } from 'react';
import { type Room, roomName } from '#src/domain/rooms/room-name.ts';
import { ClientName, useRoomClient } from '#src/domain/rooms/room-visitor.tsx';
import { TickingAge } from '#src/domain/waiting/ticking-age.tsx';
import {
  atLeast,
  type LateCounts,
  latenessAt,
  latenessStatus,
  type WaitingRoom,
} from '#src/domain/waiting/use-waiting-rooms.ts';
import { StatusBadge } from '#src/ui/status-badge.tsx';

/** Minimum row height as a share of the shorter window side, in sync with `min-h-[9vmin]`: rows stretch. */
const ROW_VMIN = 0.09;
/** Number of rows while the layout is not measured. */
const MAX_SHOWN = 5;

interface WallRoomsProps {
  waiting: readonly WaitingRoom[];
  counts: LateCounts;
  /** Number of waiting rooms that are not in `waiting`. */
  unlisted: number;
  /** There may be even more. */
  isMinimum: boolean;
}

export function WallRooms({ waiting, counts, unlisted, isMinimum }: WallRoomsProps) {
  const { t, i18n } = useLingui();
  const [area, fitting] = useFittingRows();
  const more = Math.max(0, waiting.length - fitting) + unlisted;
  const number = atLeast(i18n.number(more), isMinimum);
  if (waiting.length === 0) {
    return (
      <p className="text-[6vmin] text-good">
        <Trans>No visitors waiting</Trans>
      </p>
    );
  }
  return (
    <>
      <ol
        ref={area}
        aria-label={t`Longest waits`}
        className="flex min-h-0 flex-1 basis-[27vmin] flex-col overflow-hidden low:flex-none low:overflow-visible"
      >
        {waiting.slice(0, fitting).map(({ room, since }, index) => (
          <li
            key={room.id}
            className="flex max-h-[12vmin] min-h-[9vmin] flex-1 items-center gap-[3vmin] border-line border-t text-[5.5vmin] leading-[1.4]"
          >
            <StatusBadge
              status={latenessStatus[latenessAt(index, counts)]}
              className="min-w-[34vmin] shrink-0 gap-[1.5vmin] whitespace-nowrap font-semibold [&>svg]:size-[0.8em]"
            >
              <TickingAge {...since} />
            </StatusBadge>
            <span dir="auto" className="min-w-0 flex-1 truncate">
              {roomName(room)}
            </span>
            <span className="max-w-[50vmin] truncate text-[3.5vmin] max-lg:hidden [&>span>span]:me-[0.5em] [&>span>span]:size-[0.6em]">
              <Client room={room} />
            </span>
          </li>
        ))}
      </ol>
      {more > 0 && (
        <p className="text-muted">
          {isMinimum ? <Trans>and {number} more</Trans> : <Plural value={more} one="and # more" other="and # more" />}
        </p>
      )}
    </>
  );
}

function Client({ room }: { room: Room }) {
  const client = useRoomClient(room);
  return client && <ClientName {...client} />;
}

/** A ref for a list, and how many rows fit into its height, at least one. */
function useFittingRows(): [ref: (list: HTMLOListElement) => (() => void) | undefined, rows: number] {
  const [rows, setRows] = useState(MAX_SHOWN);
  const ref = useCallback((list: HTMLOListElement) => {
    if (typeof ResizeObserver === 'undefined') return undefined;
    const sizes = new ResizeObserver(() => {
      const least = ROW_VMIN * Math.min(window.innerWidth, window.innerHeight);
      setRows(Math.max(1, Math.floor(list.clientHeight / least)));
    });
    sizes.observe(list);
    return () => sizes.disconnect();
  }, []);
  return [ref, rows];
}
