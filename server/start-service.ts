import { openTenants, UnregisteredDataError } from './access/tenants.ts';
import { findIdentity } from './access/tokens.ts';
import { buildApp } from './app.ts';
import { startRetention } from './audit/retention.ts';
import { DatabaseSetupError } from './db/postgres/postgres-setup.ts';
import { demoLinks } from './demo/demo-links.ts';
import { prepareDemo } from './demo/demo-sign-ins.ts';
import { STALLED_MS } from './http/http-app.ts';
import { maxConnections } from './lib/max-connections.ts';
import { logSlowQueries } from './monitoring/log-slow-queries.ts';
import type { ServerHandle } from './server-handle.ts';
import { loadSeal } from './session/load-seal.ts';
import { type Env, SettingError, toSettingError } from './settings/env.ts';

/** The response to a query beyond its deadline must be sent before the silent connection is closed. */
const DEADLINE_MARGIN_MS = 5_000;

/** Opens the databases and builds the service. Throws `SettingError` if they cannot be used. */
export async function startService(env: Env): Promise<ServerHandle> {
  const refuse = (error: Error) => {
    if (error instanceof DatabaseSetupError) throw new SettingError(`DATABASE_URL: ${error.message}`);
    if (error instanceof UnregisteredDataError) throw new SettingError(error.message);
    throw toSettingError(error, /^(E[A-Z]+|ERR_SQLITE_ERROR)$/, `DATA_DIR=${env.dataDir}`);
  };
  const tenants = await openTenants(env.databaseUrl ?? env.dataDir, env.deadlineMs).catch(refuse);
  const { seal, warning } = loadSeal(env);
  const app = buildApp({
    tenants,
    findIdentity,
    seal,
    isAllowedAddress: env.isAllowedAddress,
    trustProxy: env.isTrustedProxy,
    corsOrigins: env.corsOrigins,
    timeZone: env.timeZone,
    rateLimits: env.rateLimits,
    deadlineMs: env.deadlineMs,
    stalledMs: Math.max(STALLED_MS, env.deadlineMs + DEADLINE_MARGIN_MS),
    log: { level: env.logLevel },
  });
  if (warning) app.log.warn(warning);
  const warn = (text: string) => app.log.warn(text);
  const people = env.demo ? await prepareDemo(tenants, env.dataDir, warn).catch(refuse) : [];
  for (const { part, name, error } of await tenants.findFaults()) {
    if (part === 'tenant') app.log.error({ tenant: name, err: error }, 'tenant unavailable');
  }
  logSlowQueries(app, env.slowQueryMs);
  app.server.maxConnections = maxConnections(env.databaseUrl ? 0 : (await tenants.all()).length);
  const stopRetention = startRetention(tenants, env.eventsDays, (error, tenant) => {
    app.log.error({ tenant, err: error }, 'removing old events, waits or tokens failed');
  });
  const close = async () => {
    stopRetention();
    await tenants.close();
  };
  return { app, poolUse: () => tenants.poolUse(), demoLinks: (at) => demoLinks(tenants, people, at), close };
}
