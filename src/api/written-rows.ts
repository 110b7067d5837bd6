import type { Resource, Row } from '#contract/resource.ts';
import { connection, type Tenant } from './connection.ts';

/** Longer than any read that started before the write can take, retries included. */
const REMEMBERED_MS = 60_000;

/** Records as returned by writes, oldest first. */
const written = new Map<string, { at: number; row: unknown }>();

const keyOf = (from: Tenant, resource: Resource, id: string) => `${from?.key ?? ''} ${resource.type} ${id}`;

/** Remembers a record as returned by a write at the tenant `from`. */
export function noteWritten<R extends Resource>(resource: R, row: Row<R>, from: Tenant): void {
  const at = performance.now();
  for (const [key, other] of written) {
    if (at - other.at < REMEMBERED_MS) break;
    written.delete(key);
  }
  const key = keyOf(from, resource, row.id);
  written.delete(key);
  written.set(key, { at, row });
}

/**
 * Read-your-writes overlay. Call before starting a read; the returned function overlays writes made while the read was
 * in flight, which its answer may miss.
 */
export function correctRows<R extends Resource>(resource: R): (row: Row<R>) => Row<R> {
  const askedAt = performance.now();
  const from = connection.get();
  return (row) => {
    const known = written.get(keyOf(from, resource, row.id));
    if (!known || known.at < askedAt) return row;
    const newer = known.row as Row<R>; // The key names the resource.
    return { ...newer, one: { ...row.one, ...newer.one } };
  };
}
