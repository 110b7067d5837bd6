import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useParams } from 'react-router';
import { rooms } from '#contract/rooms.ts';
import { oneQuery } from '#src/api/queries.ts';
import type { Room } from '#src/domain/rooms/room-name.ts';
import type { WaitingRoom } from '#src/domain/waiting/use-waiting-rooms.ts';
import { navigate } from '#src/lib/router.ts';
import { useBreakpoint } from '#src/lib/use-window-width.ts';
import { paths } from '#src/paths.ts';
import { classNames } from '#src/ui/class-names.ts';
import { tabQuery, type WaitingTab } from './waiting-tabs.tsx';

/** The room of the URL, which is open beside or over the table. A narrow window has no panel. */
export function useOpenRoom(waiting: readonly WaitingRoom[] | undefined, tab: WaitingTab) {
  const hasWidth = useBreakpoint();
  const hasPlace = hasWidth('md');
  const { id } = useParams();
  const [last, setLast] = useState<Room>();
  const found = waiting?.find(({ room }) => room.id === id)?.room;
  if (found && found !== last) setLast(found);
  // Keep showing a room whose wait ends while it is open.
  const kept = found ?? (last?.id === id ? last : undefined);
  const isElsewhere = hasPlace && id !== undefined && waiting !== undefined && !kept;
  const { data, error, refetch } = useQuery({ ...oneQuery(rooms, id ?? ''), enabled: isElsewhere });
  const room = kept ?? (isElsewhere ? data?.row : undefined);
  const go = (path: string) => void navigate(path, { replace: true });
  return {
    id: hasPlace ? id : undefined,
    room: hasPlace ? room : undefined,
    /** Why the room of the URL could not be fetched. */
    error: isElsewhere && !room ? error : null,
    retry: () => void refetch(),
    isWaiting: found !== undefined,
    isBeside: hasWidth('lg'),
    choose: hasPlace ? (next: string) => next !== id && go(paths.watchedRoom(next, tabQuery(tab))) : undefined,
    close: () => go(paths.watch(tabQuery(tab))),
  };
}

interface SidePanelProps {
  label: string;
  /** Beside the table; otherwise over its inline end, in windows too narrow for both. */
  isBeside: boolean;
  children: ReactNode;
}

export function SidePanel({ label, isBeside, children }: SidePanelProps) {
  return (
    <aside
      aria-label={label}
      className={classNames(
        'flex w-104 min-w-0 shrink-0 flex-col border-line border-x',
        !isBeside && 'floating absolute inset-y-0 end-0 z-20 max-w-full rounded-none!',
      )}
    >
      {children}
    </aside>
  );
}
