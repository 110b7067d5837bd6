import type { FastifyRequest } from 'fastify';
import { MEDIA_TYPE } from '#contract/document.ts';
import { recordExport } from '../../audit/record-export.ts';
import { isPostgres } from '../../db/engine.ts';
import type { Reading } from '../../db/reading.ts';
import { readSnapshot } from '../../db/transact.ts';
import type { Api } from '../api.ts';
import { encodeDocument } from '../document/encode-document.ts';
import type { Context } from './context.ts';
import { matchesEtag, weakEtag } from './etag.ts';
import { ResponseBudget } from './response-budget.ts';
import { addRoute, type Route, type RouteRequest, toRouteRequest, withContext } from './route.ts';
import { assertRoomForResponse, assertUnsentBelowLimit, ResponseInProgress, trackUnsent } from './unsent-responses.ts';

interface QueryRoute extends Omit<Route, 'methods'> {
  /** True if the request's queries are quick, whatever is stored. On SQLite, others queue for a reader process. */
  isQuick?(call: RouteRequest): boolean | Promise<boolean>;
}

/** Adds a read route, which runs in a snapshot. Responds with an ETag, or 304 if `If-None-Match` matches. */
export function addQueryRoute(api: Api, route: QueryRoute): void {
  addRoute(api, { ...route, methods: ['GET'] }, async (request, reply) => {
    const call = toRouteRequest(api, request);
    const ifNoneMatch = request.headers['if-none-match'];
    // An export is recorded, so it must not come from a cache.
    const isExport = isStaffExport(request, call.context);
    reply.header('cache-control', isExport ? 'no-store' : 'private, no-cache');
    const cached = api.etags.lookup(call.context, request.url);
    if (!isExport && cached.tag && matchesEtag(ifNoneMatch, cached.tag)) {
      return reply.header('etag', cached.tag).code(304).send();
    }
    // Checked before the work, so that a client that reads no responses cannot have any number of them made.
    assertRoomForResponse(call.context);
    const inProgress = new ResponseInProgress(call.context);
    const statements = cached.statements();
    const answer = (slow?: Reading) => {
      const { db: inProcessDb } = call.context;
      const budget = new ResponseBudget((bytes) => inProgress.add(bytes));
      const known = { statements, budget, ...(slow && !isPostgres(inProcessDb) && { inProcessDb }) };
      return readSnapshot(inProcessDb, (db) => route.handler(withContext(call, { db, ...known })), slow);
    };
    const admit = (body: Buffer) => {
      inProgress.end();
      assertUnsentBelowLimit(call.context, body.length);
      trackUnsent(call.context, body.length, reply.raw);
    };
    const make = async (reading: Reading) => {
      const isQuick = await route.isQuick?.(withContext(call, { db: call.context.db, statements }));
      const { document, shown, freshUntilMs } = await answer(isQuick ? undefined : reading);
      const encoded = encodeDocument(document);
      if (isExport) {
        // Before it is recorded: a refused response exports nothing.
        admit(encoded);
        if (shown) await recordExport(call.context, shown);
      }
      return { body: encoded, freshUntilMs };
    };
    try {
      const { body, freshUntilMs } = await api.withDeadline(request, call.context.caller, reply.raw, make);
      const tag = weakEtag(body);
      cached.store(tag, freshUntilMs);
      reply.header('etag', tag);
      if (!isExport && matchesEtag(ifNoneMatch, tag)) return reply.code(304).send();
      if (!isExport) admit(body);
      return reply.type(MEDIA_TYPE).send(body);
    } finally {
      inProgress.end();
    }
  });
}

/** A HEAD reads nothing, and guests have nothing to export. */
const isStaffExport = ({ method, headers }: FastifyRequest, { caller }: Context) =>
  method === 'GET' && caller.role !== 'guest' && headers['x-purpose'] === 'export';
