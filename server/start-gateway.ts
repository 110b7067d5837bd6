import { buildGateway } from './gateway/gateway.ts';
import type { Upstream } from './gateway/upstream-url.ts';
import { maxConnections } from './lib/max-connections.ts';
import type { ServerHandle } from './server-handle.ts';
import { loadSeal } from './session/load-seal.ts';
import type { Env } from './settings/env.ts';

/** Builds the gateway without connecting to the tenant. */
export function startGateway(env: Env, upstream: Upstream): ServerHandle {
  const { seal, warning } = loadSeal(env);
  const app = buildGateway({
    upstream,
    seal,
    isAllowedAddress: env.isAllowedAddress,
    trustProxy: env.isTrustedProxy,
    corsOrigins: env.corsOrigins,
    rateLimits: env.rateLimits,
    log: { level: env.logLevel },
  });
  if (warning) app.log.warn(warning);
  // Each waiting request uses two connections: the client's and one to the tenant.
  app.server.maxConnections = Math.ceil(maxConnections() / 2);
  return { app, demoLinks: async () => [], close: async () => {} };
}
