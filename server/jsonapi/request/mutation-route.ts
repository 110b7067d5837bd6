import type { FastifyRequest } from 'fastify';
import { MEDIA_TYPE } from '#contract/document.ts';
import { transact } from '../../db/transact.ts';
import type { Api } from '../api.ts';
import { encodeDocument } from '../document/encode-document.ts';
import { parseDocument } from '../document/parse-document.ts';
import { AnswerBudget } from './answer-budget.ts';
import { assertBodySize } from './guest-bodies.ts';
import { addRoute, type Route, type RouteRequest, toRouteRequest, withContext } from './route.ts';
import { refuseIfUnread, trackUnsent } from './unsent-answers.ts';

/** Adds a write route, which runs in one transaction. A response over the budget rolls it back. */
export function addMutationRoute(api: Api, route: Route): void {
  addRoute(api, route, async (request, reply) => {
    const call = toRouteRequest(api, request);
    // Before the write: once it is committed, its response is only counted.
    refuseIfUnread(call.context, 0);
    const parsed = route.ignoresBody ? call : withDocument(call, request);
    const { status, document, headers } = await api.withDeadline(request, call.context.caller, undefined, () =>
      transact(call.context.db, (db) => route.handler(withContext(parsed, { db, budget: new AnswerBudget() }))),
    );
    const body = encodeDocument(document);
    trackUnsent(call.context, body.length, reply.raw);
    // The answer to a login holds a token.
    reply.code(status ?? 200).headers({ 'cache-control': 'no-store', ...headers });
    return reply.type(MEDIA_TYPE).send(body);
  });
}

/** Parses the body before the transaction, which others wait for. */
function withDocument(call: RouteRequest, { body }: FastifyRequest): RouteRequest {
  // A body of unknown length passed the first check.
  if (Buffer.isBuffer(body)) assertBodySize(call.context.caller, body.length);
  return { ...call, document: parseDocument(body) };
}
