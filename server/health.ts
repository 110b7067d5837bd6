import type { FastifyInstance } from 'fastify';
import type { Tenants } from './access/tenant.ts';

/** `GET /healthz`: 200 if the database answers, else 503. Needs no token. */
export function mountHealth(app: FastifyInstance, tenants: Pick<Tenants, 'ping'>): void {
  app.get('/healthz', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    try {
      await tenants.ping();
    } catch (error) {
      request.log.error(error, 'the database does not answer');
      return reply.code(503).header('retry-after', '1').send({ status: 'unavailable' });
    }
    return { status: 'ok' };
  });
}
