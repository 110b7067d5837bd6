import type { Room } from '#src/domain/rooms/room-name.ts';
import { asRecord } from '#src/lib/json.ts';
import { readStored, writeStored } from '#src/lib/storage/local-storage.ts';

/** The waiting rooms of a connection as known to the leader tab. */
export interface AlertStore {
  /**
   * Records a poll result. Returns true if a room has started to wait. If the result is cut off, only waits newer than
   * all previous ones count, because the end of a wait moves another room up into the result.
   */
  note: (rooms: readonly Room[], isCut?: boolean) => boolean;
  /** Marks these rooms, or all of them, as seen. */
  see: (roomIds: readonly string[] | 'all') => void;
  /** Rooms that started to wait and have not been seen, oldest unseen first. */
  unseen: () => Room[];
}

/** Stored state older than this is stale: it is dropped, and the first poll sets the baseline without alerting. */
const FORGOTTEN_AFTER_MS = 10 * 60_000;
const MAX_KNOWN = 2000;

/** Resumes from the state stored by a previous leader tab, or by this tab before a reload. */
export function openAlertStore(connectionKey: string): AlertStore {
  const storageKey = `countersign.alerts.${connectionKey}`;
  const kept = parseStored(readStored('local', storageKey));
  let known = kept && new Set(kept.known);
  let unseen = new Set(kept?.unseen);
  let waiting = new Map<string, Room>();
  const write = () =>
    writeStored('local', storageKey, {
      atMs: Date.now(),
      known: [...(known ?? [])].slice(-MAX_KNOWN),
      unseen: [...unseen],
    });
  return {
    note: (rooms, isCut = false) => {
      const newest = waiting.size > 0 ? Math.max(...[...waiting.values()].map(sinceOf)) : Number.POSITIVE_INFINITY;
      waiting = new Map(rooms.map((room) => [waitOf(room), room]));
      const before = known ?? new Set(waiting.keys());
      const added = [...waiting].filter(([wait]) => !before.has(wait));
      const started = added.filter(([, room]) => !isCut || sinceOf(room) > newest).map(([wait]) => wait);
      // Keep waits with a start time: rows that shift during paging can drop a room from a single poll.
      const lasting = [...before].filter((wait) => waiting.has(wait) || !wait.endsWith(NO_START));
      known = new Set([...lasting, ...added.map(([wait]) => wait)].slice(-MAX_KNOWN));
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

const sinceOf = ({ meta }: Room) => meta.awaiting_since_unix ?? 0;

const NO_START = ' untold';

/** Keys a wait by its start time, if known, so a room that waits a second time alerts again. */
const waitOf = ({ id, meta }: Room) => (meta.awaiting_since_unix ? `${id} ${meta.awaiting_since_unix}` : id + NO_START);

function parseStored(raw: unknown): { known: string[]; unseen: string[] } | undefined {
  const { atMs, known, unseen } = asRecord(raw) ?? {};
  if (typeof atMs !== 'number' || Math.abs(Date.now() - atMs) > FORGOTTEN_AFTER_MS) return undefined;
  return { known: texts(known), unseen: texts(unseen) };
}

const texts = (value: unknown) => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []);
