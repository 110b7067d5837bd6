import { hrefOf } from '#src/lib/place.ts';

/** An entry of the window's history. */
interface Entry {
  /** As the dashboard's own paths are written, with its query and its hash. */
  path: string;
  /** What comes back with it. */
  kept: { state: unknown; key: string };
}

/** By then what the entry leads to has been painted. */
const PAINTED_MS = 60;
let waiting: Entry | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Adds an entry behind the open one. */
export function pushEntry(entry: Entry): void {
  writeWaiting();
  write('pushState', entry);
}

/** Puts an entry in the place of the open one, in a moment: browsers take their time for it, and the page comes first. */
export function replaceEntry(entry: Entry): void {
  dropWaiting();
  waiting = entry;
  timer = setTimeout(writeWaiting, PAINTED_MS);
}

/** Writes what has still to be written; before one leaves the open entry. */
export function writeWaiting(): void {
  if (waiting) write('replaceState', waiting);
  dropWaiting();
}

/** What belonged to an entry that has been left is not written any more. */
export function dropWaiting(): void {
  clearTimeout(timer);
  waiting = undefined;
}

function write(how: 'pushState' | 'replaceState', { path, kept }: Entry): void {
  try {
    history[how](kept, '', hrefOf(path));
  } catch {
    // Safari takes a hundred in half a minute, and whoever holds down a key goes on all the same.
  }
}

window.addEventListener('pagehide', writeWaiting);
