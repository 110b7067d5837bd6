import type { Resource, Row } from '#contract/resource.ts';
import { connection, type Tenant } from './connection.ts';

/** Longer than any read takes that may have been asked for before the write, its repetitions included. */
const REMEMBERED_MS = 60_000;

/** Records as the tenant answered a write of them, oldest first. */
const written = new Map<string, { at: number; row: unknown }>();

const keyOf = (from: Tenant, resource: Resource, id: string) => `${from?.key ?? ''} ${resource.type} ${id}`;

/** Notes a record as a write of it was just answered by the tenant `from`. */
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
 * To be called before a read is asked for; what it gives corrects the rows of the answer. An answer that was asked for
 * before a record was written may show it as it was, however late it comes.
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
