import { readFileSync } from 'node:fs';

/** For files, databases and the program itself. */
const KEPT_BACK = 200;
const MOST = 20_000;
const WHERE_NOBODY_SAYS = 1_000;

/**
 * How many connections may be open at once: fewer than the system lets a process have descriptors, for without any
 * left, not even an answer to who is there already can be relied on.
 */
export function mostConnections(): number {
  const limit = readLimit() ?? WHERE_NOBODY_SAYS + KEPT_BACK;
  return Math.max(1, Math.min(MOST, limit - Math.min(KEPT_BACK, limit / 2)));
}

function readLimit() {
  try {
    const text = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return text === undefined ? undefined : Number(text);
  } catch {
    // Only Linux has the file.
    return undefined;
  }
}
