import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { FastifyInstance } from 'fastify';
import { registerDashboard } from './dashboard.ts';
import { linkHost } from './demo/demo-links.ts';
import type { ServerHandle } from './server-handle.ts';
import { type Env, readEnv, SettingError, toSettingError } from './settings/env.ts';
import { readTracingSettings } from './settings/tracing-settings.ts';

/** How long a graceful shutdown waits for running requests. */
const SHUTDOWN_TIMEOUT_MS = 8_000;
/** The process exits by then, even if requests still run. Unacknowledged writes are rolled back. */
const EXIT_TIMEOUT_MS = 9_500;
const DIST = join(import.meta.dirname, '..', 'dist');

// Collects garbage once the heap is 2.5 times what is in use; V8 alone lets it grow to 3.5 times.
setFlagsFromString('--heap-growing-percent=150');
// New files are readable by this OS user only, even in a data folder that others may enter.
process.umask(0o077);

try {
  await start(readEnv(process.env));
} catch (error) {
  console.error(error instanceof SettingError ? error.message : error);
  process.exit(1);
}

async function start(env: Env) {
  const { isTracing, warning } = readTracingSettings(process.env);
  // Loads only the module of the mode that runs.
  const { app, poolUse, demoLinks, close } = env.upstream
    ? (await import('./start-gateway.ts')).startGateway(env, env.upstream)
    : await (await import('./start-service.ts')).startService(env);
  if (warning) app.log.warn(warning);
  if (env.metricsPort !== undefined) {
    const { startMetrics } = await import('./monitoring/metrics.ts');
    await startMetrics(app, env.metricsHost, env.metricsPort, poolUse).catch((error) => {
      throw toSettingError(error, /^E[A-Z]+$/, `METRICS_PORT=${env.metricsPort}`);
    });
  }
  if (isTracing) (await import('./monitoring/tracing.ts')).traceRequests(app);
  await registerDashboard(app, DIST, env.connectOrigins);
  await listen(app, env);
  shutDownOnSignal(app, close);
  await printReady(app, env, demoLinks);
}

async function listen(app: FastifyInstance, { host, port }: Env) {
  await app.listen({ host, port }).catch((error) => {
    const isHost = error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND';
    throw toSettingError(
      error,
      /^(EADDRINUSE|EACCES|EADDRNOTAVAIL|ENOTFOUND)$/,
      isHost ? `HOST=${host}` : `PORT=${port}`,
    );
  });
}

/** Graceful shutdown: stops listening, finishes the running requests, exits with code 0. */
function shutDownOnSignal(app: FastifyInstance, close: ServerHandle['close']) {
  let isShuttingDown = false;
  const shutDown = async () => {
    if (isShuttingDown) return;
    isShuttingDown = true;
    // A keep-alive connection whose last request finishes during shutdown would otherwise stay open.
    setInterval(() => app.server.closeIdleConnections(), 100);
    setTimeout(() => app.server.closeAllConnections(), SHUTDOWN_TIMEOUT_MS);
    setTimeout(() => process.exit(0), EXIT_TIMEOUT_MS);
    await app.close();
    await close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, shutDown);
}

async function printReady(app: FastifyInstance, { host, upstream }: Env, demoLinks: ServerHandle['demoLinks']) {
  const address = app.server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const ownHost = linkHost(host);
  const ready = [`Countersign is ready at http://${ownHost}:${port}`];
  if (upstream) ready.push(`Forwarding requests to ${upstream.origin}${upstream.path}`);
  // A full disk must not stop the start.
  const links = await demoLinks({ ownHost, port }).catch(() => []);
  if (links.length > 0) ready.push('Sign in as (each link works once, for ten minutes; npm run links prints new ones)');
  console.log([...ready, ...links].join('\n'));
}
