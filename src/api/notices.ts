import { asRecord } from '#src/lib/json.ts';
import { createStore } from '#src/lib/store.ts';
import { connection } from './connection.ts';

/** Something a tenant says that the user should read: `meta.warnings` as received, or when it will be retried. */
export type ServerNotice = { key: string } & ({ warnings: unknown } | { busyUntilMs: number });

/** Notices not shown yet. `key` is that of the connection. */
export const serverNotices = createStore<readonly ServerNotice[]>([]);

/** Records the warnings of an answer. */
export function recordWarnings(key: string, body: unknown): void {
  const warnings = asRecord(asRecord(body)?.meta)?.warnings;
  if (warnings) add({ key, warnings });
}

/** Records that a read will be retried after the time that the current tenant asked for. */
export function recordBusy(seconds: number): void {
  const key = connection.get()?.key;
  if (key !== undefined) add({ key, busyUntilMs: Date.now() + seconds * 1000 });
}

const add = (notice: ServerNotice) => serverNotices.set([...serverNotices.get(), notice]);
