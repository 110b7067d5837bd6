import { openTenants } from './access/tenants.ts';
import { findCaller, mintToken } from './access/tokens.ts';
import { buildApp } from './app.ts';
import { DatabaseFault } from './db/postgres-start.ts';
import { prepareDemo } from './demo-sign-ins.ts';
import { type Env, readFault, SettingError } from './env.ts';
import { mostConnections } from './lib/most-connections.ts';
import { openSeal } from './session/open-seal.ts';
import type { Started } from './started.ts';

/** Opens the databases and builds the service. Throws `SettingError` if they cannot be used. */
export async function startService(env: Env): Promise<Started> {
  const tenants = await openTenants(env.databaseUrl ?? env.dataDir).catch((error) => {
    if (error instanceof DatabaseFault) throw new SettingError(`DATABASE_URL: ${error.message}`);
    throw readFault(error, /^(E[A-Z]+|ERR_SQLITE_ERROR)$/, `DATA_DIR=${env.dataDir}`);
  });
  const people = env.demo ? await prepareDemo(tenants, env.dataDir) : [];
  const { seal, fault } = openSeal(env);
  const app = buildApp({
    tenants,
    findCaller,
    mintToken,
    seal,
    isAllowedAddress: env.isAllowedAddress,
    trustProxy: env.isTrustedProxy,
    corsOrigins: env.corsOrigins,
    timeZone: env.timeZone,
    log: { level: env.logLevel },
  });
  if (fault) app.log.warn(fault);
  app.server.maxConnections = mostConnections();
  return { app, people, close: () => tenants.close() };
}
