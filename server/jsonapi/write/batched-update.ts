import { isPostgres } from '../../db/engine.ts';
import { isObject } from '../document/parse-document.ts';
import { findRow, selectRow } from '../read/select.ts';
import type { Context } from '../request/context.ts';
import type { RouteRequest, RouteResponse } from '../request/route.ts';
import type { ResourceConfig } from '../resource-config.ts';
import { runBatch } from './run-batch.ts';

/** True if an update sets the attribute that many other rows depend on. On PostgreSQL, others need not wait for it. */
export const isBatchedUpdate = (config: ResourceConfig, request: RouteRequest): boolean =>
  config.gradual !== undefined && !isPostgres(request.context.db) && givenValue(config, request) !== undefined;

function givenValue({ gradual }: ResourceConfig, { document: { data } }: RouteRequest): unknown {
  const attributes = isObject(data) && isObject(data.attributes) ? data.attributes : {};
  return gradual && attributes[gradual.attribute];
}

/** Runs an update in its transaction, with the batches that precede and follow it. */
export async function updateInBatches(
  config: ResourceConfig,
  request: RouteRequest,
  update: (inner: Context) => Promise<RouteResponse>,
): Promise<RouteResponse> {
  const { context, id } = request;
  const { gradual } = config;
  const value = givenValue(config, request);
  const inBatches = async (work: (inner: Context) => Promise<number | undefined>) => {
    const hasWritten = (count = 0) => count > 0;
    while (hasWritten(await runBatch(context, work, hasWritten))) context.signal?.throwIfAborted();
  };
  try {
    await inBatches(async (inner) => gradual?.before(await selectRow(config, id, inner), value, inner));
    return await runBatch(context, update);
  } finally {
    await inBatches(async (inner) => {
      // The update may have hidden the record from its caller: that must not turn its answer into a 404.
      const row = await findRow(config, id, inner);
      return row ? gradual?.after(row, inner) : 0;
    });
  }
}
