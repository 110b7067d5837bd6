import type { Env } from './env.ts';
import { buildGateway } from './gateway/gateway.ts';
import type { Upstream } from './gateway/upstream-url.ts';
import { mostConnections } from './lib/most-connections.ts';
import { openSeal } from './session/open-seal.ts';
import type { Started } from './started.ts';

/** Builds the gateway without connecting to the tenant. */
export function startGateway(env: Env, upstream: Upstream): Started {
  const { seal, fault } = openSeal(env);
  const app = buildGateway({
    upstream,
    seal,
    isAllowedAddress: env.isAllowedAddress,
    trustProxy: env.isTrustedProxy,
    corsOrigins: env.corsOrigins,
    log: { level: env.logLevel },
  });
  if (fault) app.log.warn(fault);
  // Each waiting request uses two connections: the client's and one to the tenant.
  app.server.maxConnections = Math.ceil(mostConnections() / 2);
  return { app, people: [], close: async () => {} };
}
