import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Tenants } from './access/tenant.ts';
import { openTenants } from './access/tenants.ts';
import { findCaller, mintToken } from './access/tokens.ts';
import { buildApp } from './app.ts';
import { registerDashboard } from './dashboard.ts';
import { DatabaseFault } from './db/postgres-start.ts';
import { type DemoSignIn, prepareDemo } from './demo-sign-ins.ts';
import { type Env, readEnv, SettingError } from './env.ts';
import { mostConnections } from './lib/most-connections.ts';

/** How long the running requests may take once the service is asked to end. */
const LONGEST_END_MS = 10_000;
const DIST = join(import.meta.dirname, '..', 'dist');

try {
  await start(readEnv(process.env));
} catch (error) {
  console.error(error instanceof SettingError ? error.message : error);
  process.exit(1);
}

async function start(env: Env) {
  const tenants = await openTenants(env.databaseUrl ?? env.dataDir).catch((error) => {
    if (error instanceof DatabaseFault) throw new SettingError(`DATABASE_URL: ${error.message}`);
    throw readFault(error, /^(E[A-Z]+|ERR_SQLITE_ERROR)$/, `DATA_DIR=${env.dataDir}`);
  });
  const people = env.demo ? await prepareDemo(tenants, env.dataDir) : [];
  const app = buildApp({
    tenants,
    findCaller,
    mintToken,
    isAllowedAddress: env.isAllowedAddress,
    trustProxy: env.isTrustedProxy,
    corsOrigins: env.corsOrigins,
    timeZone: env.timeZone,
    log: { level: env.logLevel },
  });
  app.server.maxConnections = mostConnections();
  await registerDashboard(app, DIST, env.connectOrigins);
  await listen(app, env);
  endOnSignal(app, tenants);
  announce(app, env, people);
}

async function listen(app: FastifyInstance, { host, port }: Env) {
  await app.listen({ host, port }).catch((error) => {
    const isHost = error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND';
    throw readFault(error, /^(EADDRINUSE|EACCES|EADDRNOTAVAIL|ENOTFOUND)$/, isHost ? `HOST=${host}` : `PORT=${port}`);
  });
}

/** The fault as a setting's, where its code says so. */
function readFault(error: Error & { code?: string }, codes: RegExp, setting: string) {
  if (!codes.test(error.code ?? '')) return error;
  const reason =
    error.code === 'EADDRINUSE' ? 'is already in use; stop the other program or choose another' : undefined;
  return new SettingError(`${setting}: ${reason ?? `cannot be used (${error.message})`}`);
}

/** No new work, the running requests to their end, then exit code 0. */
function endOnSignal(app: FastifyInstance, tenants: Tenants) {
  let isEnding = false;
  const end = async () => {
    if (isEnding) return;
    isEnding = true;
    // A connection whose last request finishes only now would otherwise be kept for the next one.
    setInterval(() => app.server.closeIdleConnections(), 100);
    setTimeout(() => app.server.closeAllConnections(), LONGEST_END_MS);
    await app.close();
    await tenants.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
}

function announce(app: FastifyInstance, { host }: Env, people: readonly DemoSignIn[]) {
  const address = app.server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const ownHost = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;
  const lines = people.map((person) => {
    // The demo's first tenant answers to every name of the loopback, the others to their own alone.
    const personHost = person.host === '127.0.0.1' ? ownHost : person.host;
    const link = `http://${personHost}:${port}/connect#token=${person.token}`;
    return `  ${person.tenant.padEnd(8)}${person.role.padEnd(12)}${person.name.padEnd(20)}${link}`;
  });
  const ready = [`Countersign is ready at http://${ownHost}:${port}`];
  console.log([...ready, ...(lines.length > 0 ? ['Sign in as', ...lines] : [])].join('\n'));
}
