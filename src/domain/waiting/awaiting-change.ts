import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { rooms } from '#contract/rooms.ts';
import { refreshLists } from '#src/api/cache.ts';
import { connection, isCurrent } from '#src/api/connection.ts';
import { ApiError } from '#src/api/errors.ts';
import { save } from '#src/api/mutations.ts';
import { queryClient, queryKeys } from '#src/api/query-client.ts';
import { delayAction, delayedActions, undoActionOn, useDelayedAction } from '#src/bulk/delayed-actions.ts';
import { showFailureToast } from '#src/bulk/failed-actions.ts';
import { findOtherTabAction, otherTabActions, undoOtherTabAction } from '#src/bulk/other-tab-actions.ts';
import { navigate } from '#src/lib/router.ts';
import { useStore } from '#src/lib/store.ts';
import { paths } from '#src/paths.ts';
import { announce } from '#src/ui/feedback/announcer.tsx';
import { type Room, roomName } from '../rooms/room-name.ts';
import { assertNothingNew, assertNothingNewShown, readMessageIds, shownMessageIds } from './seen-in-room.ts';

const ATTRIBUTE = 'awaiting_support';

/** Subject of the delayed actions that change whether a room awaits support. */
export const awaitingSubject = (roomId: string): string => `${rooms.type}|${roomId}|${ATTRIBUTE}`;

interface AwaitingChange {
  /** Label of the action. Default: that the room is waiting, or no longer is. */
  text?: string | undefined;
  onUndo?: (() => void) | undefined;
}

/**
 * Changes whether a room awaits support, after the undo period. Undo sends nothing, so that the wait keeps its start. A
 * wait does not end if the visitor has written again by then.
 */
export function useAwaitingChange(): (room: Room, awaitsSupport: boolean, change?: AwaitingChange) => void {
  const { t } = useLingui();
  const change = (room: Room, awaiting_support: boolean, { text, onUndo }: AwaitingChange = {}) => {
    const from = connection.get();
    if (!from) return;
    const name = roomName(room);
    const shown = awaiting_support ? undefined : shownMessageIds(room);
    const seen = awaiting_support ? undefined : (shown ?? readMessageIds(room.id, from));
    delayAction({
      from,
      subject: awaitingSubject(room.id),
      value: awaiting_support,
      text: text ?? (awaiting_support ? t`“${name}” is waiting` : t`“${name}” is no longer waiting`),
      path: paths.room(room.id),
      writes: [
        {
          type: rooms.type,
          id: room.id,
          label: name,
          attributes: { awaiting_support },
          version: room.meta.version,
          seenMessageIds: shown,
        },
      ],
      requests: 1,
      send: async (how) => {
        try {
          // An unloading page must send in this task, so it compares with cached data.
          if (how.keepalive) assertNothingNewShown(room, shown);
          else await assertNothingNew(room.id, await seen, from);
          await save(rooms, { id: room.id, attributes: { awaiting_support }, ...how }, from);
          await refreshLists(rooms);
          return undefined;
        } catch (error) {
          if (error instanceof ApiError && error.hasCode('room_moved_on')) {
            // Refetch, so that the user can see the new message before trying again.
            void queryClient.invalidateQueries({ queryKey: queryKeys.below(rooms, room.id, from) });
            void refreshLists(rooms);
            const open = { label: t`Open`, run: () => void navigate(paths.room(room.id)), tone: 'warn' } as const;
            return showFailureToast(from, t`“${name}” is still waiting`, error, open);
          }
          const run = () => change(room, awaiting_support, { text, onUndo });
          const retry = { label: t`Retry`, run, by: how.expectedUser };
          return showFailureToast(from, t`Couldn’t update “${name}”`, error, retry);
        }
      },
      onUndo: () => {
        announce(t`Undone: ${name}`);
        onUndo?.();
      },
    });
  };
  return change;
}

/** The pending value of whether a room awaits support, set in this or another tab; undefined if there is none. */
export function usePendingAwaiting(roomId: string): boolean | undefined {
  const subject = awaitingSubject(roomId);
  const own = useDelayedAction(subject);
  const other = useStore(otherTabActions).findLast((action) => action.subject === subject);
  const { value } = own ?? other ?? {};
  return typeof value === 'boolean' ? value : undefined;
}

/** Undoes the newest pending change of a room, of this or another tab. Returns whether there was one. */
export function undoAwaitingChange(roomId: string): boolean {
  const subject = awaitingSubject(roomId);
  const other = findOtherTabAction(subject);
  return undoActionOn(subject) || (other !== undefined && undoOtherTabAction(other));
}

/** Ids of the rooms with a pending end of their wait. */
export function useEndingWaits(): ReadonlySet<string> {
  const [own, elsewhere] = [useStore(delayedActions), useStore(otherTabActions)];
  return useMemo(() => {
    const ending = [...own.filter(({ from }) => isCurrent(from)), ...elsewhere].filter(({ value }) => value === false);
    const ids = ending
      .map(({ subject }) => subject.split('|'))
      .filter(([type, , name]) => type === rooms.type && name === ATTRIBUTE);
    return new Set(ids.map(([, id = '']) => id));
  }, [own, elsewhere]);
}
