import { asRecord } from '#src/lib/json.ts';
import { createStore } from '#src/lib/store.ts';
import { connection } from './connection.ts';

/** A tenant's notice for the user: `meta.warnings` as received, or until when it is busy, in ms since 1970. */
export type ServerNotice = { key: string } & ({ warnings: unknown } | { busyUntilMs: number });

/** Notices not shown yet. `key` is that of the connection. */
export const serverNotices = createStore<readonly ServerNotice[]>([]);

/** Records the warnings of an answer. */
export function recordWarnings(key: string, body: unknown): void {
  const warnings = asRecord(asRecord(body)?.meta)?.warnings;
  if (warnings) add({ key, warnings });
}

/** Records that the current tenant is busy and a read will be retried after `seconds`. */
export function recordBusy(seconds: number): void {
  const key = connection.get()?.key;
  if (key !== undefined) add({ key, busyUntilMs: Date.now() + seconds * 1000 });
}

const add = (notice: ServerNotice) => serverNotices.set([...serverNotices.get(), notice]);
