import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Fault, Tenants } from '../access/tenant.ts';

/** How long a result is shared, so that anyone may ask often. */
const READINESS_MS = 1_000;

/**
 * Mounts the probes, which need no token. `GET /healthz`: 200 if the database answers. `GET /readyz`: 200 if the service
 * should get requests, else 503 and which parts are not ready. A tenant that is not available is named, with 200:
 * without traffic, all other tenants would be gone as well.
 */
export function mountHealth(app: FastifyInstance, tenants: Pick<Tenants, 'ping' | 'findFaults'>): void {
  app.get('/healthz', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    try {
      await tenants.ping();
    } catch (error) {
      request.log.error(error, 'the database does not respond');
      return unavailable(reply);
    }
    return { status: 'ok' };
  });

  const findFaults = rememberFor(READINESS_MS, () => tenants.findFaults());
  app.get('/readyz', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const faults = await findFaults().catch((error) => request.log.error(error, 'readiness check failed'));
    if (!faults) return unavailable(reply);
    if (faults.length === 0) return { status: 'ok' };
    // Reasons name files, so they are for the log only.
    for (const { part, name, error } of faults) request.log.error({ part, name, err: error }, 'not ready');
    const parts = new Set(faults.map(({ part }) => part));
    if (parts.size > 1 || !parts.has('tenant')) return unavailable(reply, { not_ready: [...parts] });
    return { status: 'degraded', unavailable_tenants: faults.map(({ name }) => name) };
  });

  // Otherwise a collector at the wrong port would get the dashboard's page.
  app.get('/metrics', async (_, reply) =>
    reply.code(404).type('text/plain').send('Metrics are served on a separate port.'),
  );
}

const unavailable = (reply: FastifyReply, more: { not_ready?: Fault['part'][] } = {}) =>
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
