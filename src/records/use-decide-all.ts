import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { drafts } from '#contract/drafts.ts';
import { rooms } from '#contract/rooms.ts';
import { refreshLists } from '#src/api/cache.ts';
import { connection } from '#src/api/connection.ts';
import { useErrorSentence } from '#src/crud/request-error.tsx';
import { createTypedStore, type TypedStore } from '#src/crud/typed-store.ts';
import { useShortcuts } from '#src/lib/use-shortcuts.ts';
import { dismissToast, showToast } from '#src/ui/toasts.ts';
import { decisionOn } from './decision-on.ts';
import type { Room } from './room-name.ts';
import { decideRoom, undoRoomDecision } from './room-outbox.ts';
import type { Decision, Draft } from './send-decision.ts';
import { type RoomOutcome, sendRoomDecision } from './send-room-decision.ts';

/** Under what a typed reason for rejecting all drafts of a room is kept until it was taken. */
export const rejectAllTextKey = (roomId: string): string => `reject-room.${roomId}`;

/**
 * Decides about several drafts of a room, unless it is undone in time, and tells the outcome. `refused` says why the
 * drafts that were left out were.
 */
export function useDecideAll(room: Room) {
  const { t } = useLingui();
  const sentence = useErrorSentence();
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const [undoLast, setUndo] = useState<() => void>();
  useShortcuts({ z: undoLast });

  const tell = (kind: Decision['kind'], { changed, refused }: RoomOutcome) => {
    setRefused(Object.fromEntries(refused.map(({ id, error }) => [id, sentence(error)])));
    const done =
      kind === 'approve'
        ? t`${plural(changed, { one: '# draft approved', other: '# drafts approved' })}`
        : t`${plural(changed, { one: '# draft rejected', other: '# drafts rejected' })}`;
    const not = t`${plural(refused.length, { one: '# draft was refused', other: '# drafts were refused' })}`;
    if (refused.length === 0) showToast({ tone: 'good', text: done });
    else showToast({ tone: 'warn', text: changed > 0 ? `${done} · ${not}` : not });
  };

  const carryOut = async (kind: Decision['kind'], send: () => Promise<RoomOutcome>, typed: TypedStore) => {
    try {
      const outcome = await send();
      if (outcome.changed > 0) typed.forget();
      tell(kind, outcome);
    } catch (error) {
      const text = kind === 'approve' ? t`Nothing was approved` : t`Nothing was rejected`;
      showToast({ tone: 'bad', text, detail: sentence(error) });
    }
    await Promise.all([refreshLists(drafts), refreshLists(rooms)]);
  };

  const decideAll = (kind: Decision['kind'], chosen: readonly Draft[], comment = '') => {
    const from = connection.get();
    if (!from) return;
    // As they are on the screen now, not as they will be when the time for taking it back is over.
    const decisions = chosen.map((draft) => decisionOn(draft, kind, { comment }));
    const typed = createTypedStore(rejectAllTextKey(room.id));
    const ids = chosen.map((draft) => draft.id);
    const decision = decideRoom(ids, async (keepalive) => {
      dismissToast(toast);
      setUndo(undefined);
      await carryOut(kind, () => sendRoomDecision(room, decisions, from, keepalive), typed);
    });
    const count = ids.length;
    const undo = () => {
      dismissToast(toast);
      if (undoRoomDecision(decision)) setUndo(undefined);
    };
    setUndo(() => undo);
    const toast = showToast({
      text:
        kind === 'approve'
          ? t`Approving ${plural(count, { one: '# draft', other: '# drafts' })}…`
          : t`Rejecting ${plural(count, { one: '# draft', other: '# drafts' })}…`,
      until: decision.dueAt,
      lasts: Number.POSITIVE_INFINITY,
      action: { label: t`Undo`, shortcut: 'z', onAct: undo },
    });
  };
  return { decideAll, refused };
}
