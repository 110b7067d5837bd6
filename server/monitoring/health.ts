import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Fault, Tenants } from '../access/tenant.ts';

/** How long a result is cached, because anyone may request it often. */
const READINESS_MS = 1_000;
/** Shorter, because a load balancer needs the current state. */
const HEALTH_MS = 200;

/** What the probes need of `Tenants`. */
interface Probed extends Pick<Tenants, 'ping' | 'findFaults'>, Partial<Pick<Tenants, 'names'>> {}

/**
 * Mounts the probes: `GET /healthz` asks whether the database responds, `GET /readyz` whether the service should get
 * requests. An unavailable tenant is named with 200 as long as another is available, which a 503 would cut off as well.
 */
export function mountHealth(app: FastifyInstance, tenants: Probed): void {
  const ping = rememberFor(HEALTH_MS, () => tenants.ping());
  app.get('/healthz', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    try {
      await ping();
    } catch (error) {
      request.log.error(error, 'the database does not respond');
      return unavailable(reply);
    }
    return { status: 'ok' };
  });

  const findFaults = rememberFor(READINESS_MS, async () => {
    const faults = await tenants.findFaults();
    // Read only if a tenant has a fault: a gateway has no names of tenants.
    const names = faults.some(({ part }) => part === 'tenant') ? await tenants.names?.() : undefined;
    return { faults, isAnyReady: names?.some((name) => !faults.some((fault) => fault.name === name)) ?? true };
  });
  app.get('/readyz', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const found = await findFaults().catch((error) => request.log.error(error, 'readiness check failed'));
    if (!found) return unavailable(reply);
    const { faults, isAnyReady } = found;
    if (faults.length === 0) return { status: 'ok' };
    // Reasons name files, so they are for the log only.
    for (const { part, name, error } of faults) request.log.error({ part, name, err: error }, 'not ready');
    const parts = new Set(faults.map(({ part }) => part));
    const unavailable_tenants = faults.filter(({ part }) => part === 'tenant').map(({ name }) => name);
    if (parts.size > 1 || !parts.has('tenant')) return unavailable(reply, { not_ready: [...parts] });
    if (!isAnyReady) return unavailable(reply, { not_ready: [...parts], unavailable_tenants });
    return { status: 'degraded', unavailable_tenants };
  });

  // Otherwise a collector at the wrong port would get the dashboard's page.
  app.get('/metrics', async (_, reply) =>
    reply.code(404).type('text/plain').send('Metrics are served on a separate port.'),
  );
}

const unavailable = (
  reply: FastifyReply,
  more: { not_ready?: Fault['part'][]; unavailable_tenants?: (string | undefined)[] } = {},
) =>
  reply
    .code(503)
    .header('retry-after', '1')
    .send({ status: 'unavailable', ...more });

/** Calls made while `find` runs, or within `ms` of its result, share the result. */
function rememberFor<Result>(ms: number, find: () => Promise<Result>) {
  let known: Promise<Result> | undefined;
  return () => {
    known ??= find().finally(() => {
      setTimeout(() => {
        known = undefined;
      }, ms).unref();
    });
    return known;
  };
}
