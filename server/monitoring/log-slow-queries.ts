import type { FastifyInstance } from 'fastify';
import { onQuery } from '../db/query-events.ts';

/** Logs statements that take longer than `thresholdMs`, with placeholders instead of values. */
export function logSlowQueries(app: FastifyInstance, thresholdMs: number): void {
  const stop = onQuery(({ sql, ms, isError, claim }) => {
    if (ms < thresholdMs) return;
    const log = claim?.log ?? app.log;
    log.warn({ sql, ms: Math.round(ms), isError }, 'slow query');
  });
  app.addHook('onClose', async () => stop());
}
