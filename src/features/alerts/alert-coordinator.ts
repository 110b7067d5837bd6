import { type Room, roomName } from '#src/domain/rooms/room-name.ts';
import { delay } from '#src/lib/delay.ts';
import { asRecord, isText } from '#src/lib/json.ts';
import { subscribeToSeconds } from '#src/ui/text/relative-time.tsx';
import { type AlertStore, openAlertStore } from './alert-store.ts';
import { electLeader } from './leader-election.ts';

export interface Screen {
  roomId: string | undefined;
  /** The list of waiting rooms is open and the page has focus. */
  isWatch: boolean;
}

function isScreen(value: unknown): value is Screen {
  const { roomId, isWatch } = asRecord(value) ?? {};
  return typeof isWatch === 'boolean' && (roomId === undefined || isText(roomId));
}

/** A room that started to wait and has not been seen. */
export interface UnseenRoom {
  id: string;
  name: string;
}

function isUnseenRoom(value: unknown): value is UnseenRoom {
  const { id, name } = asRecord(value) ?? {};
  return isText(id) && isText(name);
}

export interface AlertCoordinator {
  /** Records a poll result. `isCut`: more rooms are waiting than it contains. */
  note: (rooms: readonly Room[], isCut: boolean) => void;
  /** Tells the leader tab what is visible in this tab. */
  notifyScreen: () => void;
  stop: () => void;
}

interface CoordinatorOptions {
  connectionKey: string;
  screen: () => Screen;
  /** Raises the alert. Resolves to true if it was audible; `isListed` is true if a tab shows the waiting list. */
  ring: (rooms: readonly UnseenRoom[], isListed: boolean) => Promise<boolean>;
  /** Called with the rooms unseen in every tab, whenever they change. */
  onUnseen: (rooms: readonly UnseenRoom[]) => void;
  /** Called with true when this tab becomes the leader (the one that rings), with false when it no longer is. */
  onLead: (isLead: boolean) => void;
}

const REPEAT_MS = 30_000;
const ANSWER_MS = 200;

/** Has the leader tab ring when a room starts to wait, and repeat until the room is seen in any tab. */
export function openAlertCoordinator({
  connectionKey,
  screen,
  ring,
  onUnseen,
  onLead,
}: CoordinatorOptions): AlertCoordinator {
  const name = `countersign.alerts ${connectionKey}`;
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name);
  let store: AlertStore | undefined;
  let latest: { rooms: readonly Room[]; isCut: boolean } | undefined;
  let nextRingMs = 0;
  let answers: Screen[] = [];
  let isOpen = true;
  const post = (message: unknown) => {
    if (isOpen) channel?.postMessage(message);
  };

  const lead = electLeader(name, (isHeld) => {
    if (!isOpen) return;
    store = isHeld ? openAlertStore(connectionKey) : undefined;
    if (latest) note(latest.rooms, latest.isCut);
    onLead(isHeld);
  });
  const unseenRooms = () => store?.unseen().map((room) => ({ id: room.id, name: roomName(room) })) ?? [];
  const publish = () => {
    if (!store) return;
    onUnseen(unseenRooms());
    post({ unseen: unseenRooms() });
  };
  const see = ({ roomId, isWatch }: Screen) => {
    store?.see(isWatch ? 'all' : roomId ? [roomId] : []);
    publish();
  };
  const alert = async (hasStarted: boolean) => {
    nextRingMs = Date.now() + REPEAT_MS;
    answers = [screen()];
    post('ask');
    if (channel) await delay(ANSWER_MS);
    const isListed = answers.some(({ isWatch }) => isWatch);
    for (const { roomId } of answers) if (roomId) store?.see([roomId]);
    // With the waiting list in view, ring only once per new room.
    if (isListed && !hasStarted) store?.see('all');
    publish();
    if (!lead.isHeld() || unseenRooms().length === 0) return;
    const isHeard = await ring(unseenRooms(), isListed);
    if (isListed) store?.see('all');
    publish();
    if (!isHeard) lead.pass();
  };
  const note = (rooms: readonly Room[], isCut: boolean) => {
    latest = { rooms, isCut };
    if (!store || !lead.isHeld()) return;
    const hasStarted = store.note(rooms, isCut);
    publish();
    if (hasStarted) void alert(true);
  };
  const stopTicking = subscribeToSeconds(() => {
    if (!store || !latest || Date.now() < nextRingMs || !lead.isHeld() || store.unseen().length === 0) return;
    // Refresh the stored timestamp so the state does not expire while nothing changes.
    store.note(latest.rooms, latest.isCut);
    void alert(false);
  });
  const hear = ({ data }: MessageEvent) => {
    if (data === 'ask') return post({ answer: screen() });
    const { answer, screen: shown, unseen } = asRecord(data) ?? {};
    if (isScreen(answer)) answers.push(answer);
    else if (isScreen(shown)) see(shown);
    else if (Array.isArray(unseen) && !store) onUnseen(unseen.filter(isUnseenRoom));
  };
  if (channel) channel.onmessage = hear;
  return {
    note,
    notifyScreen: () => {
      see(screen());
      post({ screen: screen() });
    },
    stop: () => {
      isOpen = false;
      store = undefined;
      stopTicking();
      lead.stop();
      channel?.close();
    },
  };
}
