import { readFileSync } from 'node:fs';

/** File descriptors reserved for files, databases and the runtime. */
const KEPT_BACK = 200;
const MOST = 20_000;
const WHERE_NOBODY_SAYS = 1_000;

/**
 * Maximum number of open connections. Stays below the process's limit of file descriptors: without free ones, even
 * connected clients may get no response.
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
    // `/proc` exists on Linux only.
    return undefined;
  }
}
