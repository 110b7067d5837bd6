import { asRecord } from '#src/lib/json.ts';
import { type Room, roomName } from '#src/records/rooms/room-name.ts';
import { subscribeToSeconds } from '#src/ui/ticker.ts';
import { type AlertBook, openAlertBook } from './alert-book.ts';
import { competeForLead } from './lead.ts';

/** What a tab shows to somebody right now. */
export interface Screen {
  /** The room that is open. */
  roomId: string | undefined;
  /** Whether all rooms that wait are listed, and the page has the focus. */
  isWatch: boolean;
}

/** A room that has begun to wait, and that nobody has seen. */
export interface UnseenRoom {
  id: string;
  name: string;
}

export interface AlertDesk {
  /** Takes in a reading of the rooms that wait. */
  note: (rooms: readonly Room[]) => void;
  /** Tells the tab in charge what is on this tab's screen now. */
  tellScreen: () => void;
  stop: () => void;
}

interface DeskOptions {
  connectionKey: string;
  screen: () => Screen;
  /** Sounds the alert, resolving with whether it was heard; `isListed` where somebody has the list before them. */
  ring: (rooms: readonly UnseenRoom[], isListed: boolean) => Promise<boolean>;
  /** The rooms that nobody has seen, in every tab, whenever they change. */
  onUnseen: (rooms: readonly UnseenRoom[]) => void;
  /** Whether this tab is the one that rings. */
  onLead: (isLead: boolean) => void;
}

const REPEAT_MS = 30_000;
const ANSWER_MS = 200;

/** Has one tab of many ring when a room begins to wait, and again until somebody has seen it in any of them. */
export function openAlertDesk({ connectionKey, screen, ring, onUnseen, onLead }: DeskOptions): AlertDesk {
  const name = `countersign.alerts ${connectionKey}`;
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name);
  let book: AlertBook | undefined;
  let latest: readonly Room[] | undefined;
  let nextRingMs = 0;
  let answers: Screen[] = [];
  let isOpen = true;
  const post = (message: unknown) => {
    if (isOpen) channel?.postMessage(message);
  };

  const lead = competeForLead(name, (isHeld) => {
    if (!isOpen) return;
    book = isHeld ? openAlertBook(connectionKey) : undefined;
    if (latest) note(latest);
    onLead(isHeld);
  });
  const unseenRooms = () => book?.unseen().map((room) => ({ id: room.id, name: roomName(room) })) ?? [];
  const publish = () => {
    if (!book) return;
    onUnseen(unseenRooms());
    post({ unseen: unseenRooms() });
  };
  const see = ({ roomId, isWatch }: Screen) => {
    book?.see(isWatch ? 'all' : roomId ? [roomId] : []);
    publish();
  };
  const alert = async (hasStarted: boolean) => {
    nextRingMs = Date.now() + REPEAT_MS;
    answers = [screen()];
    post('ask');
    if (channel) await new Promise((resolve) => setTimeout(resolve, ANSWER_MS));
    const isListed = answers.some(({ isWatch }) => isWatch);
    for (const { roomId } of answers) if (roomId) book?.see([roomId]);
    // Who has the list before them hears of a new room once.
    if (isListed && !hasStarted) book?.see('all');
    publish();
    if (!lead.isHeld() || unseenRooms().length === 0) return;
    const isHeard = await ring(unseenRooms(), isListed);
    if (isListed) book?.see('all');
    publish();
    if (!isHeard) lead.pass();
  };
  const note = (rooms: readonly Room[]) => {
    latest = rooms;
    if (!book || !lead.isHeld()) return;
    const hasStarted = book.note(rooms);
    publish();
    if (hasStarted) void alert(true);
  };
  const stopTicking = subscribeToSeconds(() => {
    if (!book || !latest || Date.now() < nextRingMs || !lead.isHeld() || book.unseen().length === 0) return;
    // Keeps what is written from growing old while nothing changes.
    book.note(latest);
    void alert(false);
  });
  const hear = ({ data }: MessageEvent) => {
    const message = asRecord(data);
    if (data === 'ask') post({ answer: screen() });
    // All of these were posted by this very code in another tab.
    else if (message?.answer) answers.push(message.answer as Screen);
    else if (message?.screen) see(message.screen as Screen);
    else if (message?.unseen && !book) onUnseen(message.unseen as UnseenRoom[]);
  };
  channel?.addEventListener('message', hear);
  return {
    note,
    tellScreen: () => {
      see(screen());
      post({ screen: screen() });
    },
    stop: () => {
      isOpen = false;
      book = undefined;
      stopTicking();
      lead.stop();
      channel?.close();
    },
  };
}
