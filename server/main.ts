import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { registerDashboard } from './dashboard.ts';
import type { DemoSignIn } from './demo-sign-ins.ts';
import { type Env, readEnv, readFault, SettingError } from './env.ts';
import type { Started } from './started.ts';

/** How long a graceful shutdown waits for running requests. */
const LONGEST_END_MS = 10_000;
const DIST = join(import.meta.dirname, '..', 'dist');

try {
  await start(readEnv(process.env));
} catch (error) {
  console.error(error instanceof SettingError ? error.message : error);
  process.exit(1);
}

async function start(env: Env) {
  // Loads only the module of the mode that runs.
  const { app, people, close } = env.upstream
    ? (await import('./start-gateway.ts')).startGateway(env, env.upstream)
    : await (await import('./start-service.ts')).startService(env);
  await registerDashboard(app, DIST, env.connectOrigins);
  await listen(app, env);
  endOnSignal(app, close);
  announce(app, env, people);
}

async function listen(app: FastifyInstance, { host, port }: Env) {
  await app.listen({ host, port }).catch((error) => {
    const isHost = error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND';
    throw readFault(error, /^(EADDRINUSE|EACCES|EADDRNOTAVAIL|ENOTFOUND)$/, isHost ? `HOST=${host}` : `PORT=${port}`);
  });
}

/** Graceful shutdown: stops listening, finishes the running requests, exits with code 0. */
function endOnSignal(app: FastifyInstance, close: Started['close']) {
  let isEnding = false;
  const end = async () => {
    if (isEnding) return;
    isEnding = true;
    // A keep-alive connection whose last request finishes during shutdown would otherwise stay open.
    setInterval(() => app.server.closeIdleConnections(), 100);
    setTimeout(() => app.server.closeAllConnections(), LONGEST_END_MS);
    await app.close();
    await close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
}

function announce(app: FastifyInstance, { host, upstream }: Env, people: readonly DemoSignIn[]) {
  const address = app.server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const ownHost = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;
  const lines = people.map((person) => {
    // The first demo tenant answers on every loopback name, the others only on their own host.
    const personHost = person.host === '127.0.0.1' ? ownHost : person.host;
    const link = `http://${personHost}:${port}/connect#token=${person.token}`;
    return `  ${person.tenant.padEnd(8)}${person.role.padEnd(12)}${person.name.padEnd(20)}${link}`;
  });
  const ready = [`Countersign is ready at http://${ownHost}:${port}`];
  if (upstream) ready.push(`Requests go to ${upstream.origin}${upstream.path}`);
  console.log([...ready, ...(lines.length > 0 ? ['Sign in as', ...lines] : [])].join('\n'));
}
