import { useLingui } from '@lingui/react/macro';
import { focusManager, useInfiniteQuery } from '@tanstack/react-query';
import { markRoomRead } from '#src/api/extensions/mark-room-read.ts';
import { useAfterChange } from '#src/lib/use-after-change.ts';
import { explainBlockedKey } from '#src/list/use-list-keys.ts';
import { errorMessage } from '#src/page/error-message.ts';
import { announce } from '#src/ui/feedback/announcer.tsx';
import { showToast } from '#src/ui/overlay/toasts.ts';
import { conversationQuery } from '../conversation/conversation-query.ts';
import { type Room, roomName } from './room-name.ts';

/** Marks a room as read on request, and tells the user the outcome. */
export function useMarkRoomRead(): (room: Room) => Promise<void> {
  const { t } = useLingui();
  return async (room) => {
    try {
      if (await markRoomRead(room.id)) announce(t`Marked as read: ${{ name: roomName(room) }}`);
      else explainBlockedKey(t`This server doesn’t let you mark rooms as read.`);
    } catch (error) {
      showToast({ tone: 'bad', text: t`Couldn’t mark as read`, detail: errorMessage(error) });
    }
  };
}

/** Marks a room as read once its conversation is in view, and again with each newer message. */
export function useReadRoom(roomId: string, isUnread = true): void {
  const { data } = useInfiniteQuery({ ...conversationQuery(roomId), notifyOnChangeProps: ['data'] });
  const newest = data?.entries.findLast(({ text }) => text !== undefined)?.id;
  useAfterChange(isUnread ? newest : undefined, () => {
    const mark = (isVisible: boolean) => {
      if (!isVisible) return;
      stop();
      // On failure the unread mark stays; the next message or the shortcut tries again.
      void markRoomRead(roomId, newest).catch(() => undefined);
    };
    const stop = focusManager.subscribe(mark);
    mark(focusManager.isFocused());
    return stop;
  });
}
