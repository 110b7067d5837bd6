import type { Json } from '#contract/attribute.ts';
import type { StoredRow } from '../column.ts';
import { problem } from '../document/problem.ts';
import { recordSerializer, versionOf } from '../document/serialize-record.ts';
import { loadBlocked } from '../read/view.ts';
import type { Context } from '../request/context.ts';
import type { ResourceConfig } from '../resource-config.ts';

/** A write that conflicts with the record's state. Becomes a 422 that includes the current record. */
export class Conflict extends Error {
  readonly row: StoredRow;
  readonly code: string;
  readonly detail: string;

  constructor(row: StoredRow, code: string, detail: string) {
    super(code);
    this.row = row;
    this.code = code;
    this.detail = detail;
  }
}

/** Optimistic concurrency check: throws if `meta.version` is given and differs from the current version. */
export function assertVersion(row: StoredRow, meta: Json): void {
  if (meta.version === undefined || meta.version === versionOf(row)) return;
  throw new Conflict(row, 'stale_version', 'The record has changed since it was read.');
}

/** Runs `work` and converts a `Conflict` to a 422 with the current record. */
export async function withConflictBody<Result>(
  config: ResourceConfig,
  context: Context,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    const blocked = await loadBlocked(config, [error.row], context);
    const current = recordSerializer(config, { context, fields: {}, blocked })(error.row);
    throw problem(422, error.code, error.detail, { meta: { current } });
  }
}
