import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Tenants } from './access/tenant.ts';

/** `GET /healthz`: 200 while every tenant's database answers, else 503. Needs no token. */
export function mountHealth(app: FastifyInstance, tenants: Tenants): void {
  app.get('/healthz', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    try {
      for (const { db } of tenants.all()) await sql`select 1`.execute(db);
    } catch (error) {
      request.log.error(error, 'a database does not answer');
      return reply.code(503).header('retry-after', '1').send({ status: 'unavailable' });
    }
    return { status: 'ok' };
  });
}
