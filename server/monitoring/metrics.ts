import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { PoolUse } from '../db/pool-use.ts';
import { onQuery } from '../db/query-events.ts';

const SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Counts requests and, given `poolUse`, database statements and the use of the pool. Serves the figures to Prometheus
 * on a separate port.
 */
export async function startMetrics(
  app: FastifyInstance,
  host: string,
  port: number,
  poolUse?: () => PoolUse,
): Promise<Server> {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const requests = new Histogram({
    name: 'countersign_http_request_duration_seconds',
    help: 'Requests answered, by route pattern.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  });
  app.addHook('onResponse', async ({ method, routeOptions, is404 }, { statusCode, elapsedTime }) => {
    const route = is404 ? 'none' : (routeOptions.url ?? 'none');
    requests.observe({ method, route, status: statusCode }, elapsedTime / 1_000);
  });

  const stop = poolUse && countStatements(registers, poolUse);
  const server = serveMetrics(registry, (error) => app.log.error(error, 'reading metrics failed'));
  app.addHook('onClose', async () => {
    stop?.();
    server.close();
    server.closeAllConnections();
  });
  await once(server.listen(port, host), 'listening');
  return server;
}

/** Returns a function that stops counting. */
function countStatements(registers: Registry[], poolUse: () => PoolUse) {
  const statements = new Histogram({
    name: 'countersign_query_duration_seconds',
    help: 'Statements of the database.',
    buckets: SECONDS,
    registers,
  });
  const failures = new Counter({ name: 'countersign_query_errors_total', help: 'Failed statements.', registers });
  const stop = onQuery(({ ms, isError }) => {
    statements.observe(ms / 1_000);
    if (isError) failures.inc();
  });

  const gauge = (name: keyof PoolUse, help: string) =>
    new Gauge({
      name: `countersign_pool_${name}`,
      help,
      registers,
      collect() {
        this.set(poolUse()[name]);
      },
    });
  gauge('running', 'Requests using a connection to PostgreSQL, or slow queries in a process that reads SQLite.');
  gauge('waiting', 'Requests waiting for a connection to PostgreSQL, or slow queries for a process that reads SQLite.');
  return stop;
}

function serveMetrics(registry: Registry, onError: (error: unknown) => void): Server {
  return createServer(async ({ url }, response) => {
    if (url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    try {
      const text = await registry.metrics();
      response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' }).end(text);
    } catch (error) {
      onError(error);
      response.writeHead(500).end();
    }
  });
}
