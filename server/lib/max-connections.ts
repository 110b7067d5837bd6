import { readFileSync } from 'node:fs';

/** File descriptors reserved for files, databases and the runtime. */
const RESERVED_DESCRIPTORS = 200;
/** A tenant's SQLite database, its log and the log's index. */
const DESCRIPTORS_PER_TENANT = 3;
const UPPER_LIMIT = 20_000;
const FALLBACK_CONNECTIONS = 1_000;

/**
 * Maximum number of open connections: without free file descriptors, even connected clients may get no response.
 * `tenants` counts those with a file of their own.
 */
export function maxConnections(tenants = 0, limit = readLimit()): number {
  const all = limit ?? FALLBACK_CONNECTIONS + RESERVED_DESCRIPTORS;
  const reserved = Math.min(RESERVED_DESCRIPTORS, all / 2) + tenants * DESCRIPTORS_PER_TENANT;
  return Math.max(1, Math.min(UPPER_LIMIT, all - reserved));
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
