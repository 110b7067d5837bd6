import { asRecord } from '#src/lib/json.ts';
import { readStored, writeStored } from '#src/lib/stored.ts';
import type { Room } from '#src/records/rooms/room-name.ts';

/** What is known of the rooms that wait at a tenant, for the one tab that tells of them. */
export interface AlertBook {
  /** Takes in a reading; says whether a room has begun to wait. */
  note: (rooms: readonly Room[]) => boolean;
  /** Somebody saw these rooms, or all of them. */
  see: (roomIds: readonly string[] | 'all') => void;
  /** Rooms that have begun to wait and that nobody has seen, longest unseen first. */
  unseen: () => Room[];
}

/** A book that was last written longer ago tells of nothing: the rooms are then known from the first reading on. */
const FORGOTTEN_AFTER_MS = 10 * 60_000;
const MOST_KNOWN = 2000;

/** Goes on where another tab, or this one before it was loaded anew, has left off. */
export function openAlertBook(connectionKey: string, nowMs = Date.now): AlertBook {
  const storedAs = `countersign.alerts.${connectionKey}`;
  const kept = readBook(readStored('local', storedAs), nowMs());
  let known = kept && new Set(kept.known);
  let unseen = new Set(kept?.unseen);
  let waiting = new Map<string, Room>();
  const write = () =>
    writeStored('local', storedAs, {
      atMs: nowMs(),
      known: [...(known ?? [])].slice(-MOST_KNOWN),
      unseen: [...unseen],
    });
  return {
    note: (rooms) => {
      waiting = new Map(rooms.map((room) => [waitOf(room), room]));
      const before = known ?? new Set(waiting.keys());
      const started = [...waiting.keys()].filter((wait) => !before.has(wait));
      // A wait that has a beginning stays known: a list that moves while it is read can miss a room for once.
      const lasting = [...before].filter((wait) => waiting.has(wait) || !wait.endsWith(UNTOLD));
      known = new Set([...lasting, ...started].slice(-MOST_KNOWN));
      unseen = new Set([...unseen, ...started].filter((wait) => waiting.has(wait)));
      write();
      return started.length > 0;
    },
    see: (roomIds) => {
      const before = unseen.size;
      unseen = new Set([...unseen].filter((wait) => roomIds !== 'all' && !roomIds.includes(wait.split(' ')[0] ?? '')));
      if (unseen.size !== before) write();
    },
    unseen: () => [...unseen].map((wait) => waiting.get(wait)).filter((room) => room !== undefined),
  };
}

const UNTOLD = ' untold';

/** A room that waits again waits anew, where the tenant tells since when. */
const waitOf = ({ id, meta }: Room) => (meta.awaiting_since_unix ? `${id} ${meta.awaiting_since_unix}` : id + UNTOLD);

function readBook(raw: unknown, nowMs: number): { known: string[]; unseen: string[] } | undefined {
  const { atMs, known, unseen } = asRecord(raw) ?? {};
  if (typeof atMs !== 'number' || Math.abs(nowMs - atMs) > FORGOTTEN_AFTER_MS) return undefined;
  return { known: texts(known), unseen: texts(unseen) };
}

const texts = (value: unknown) => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []);
