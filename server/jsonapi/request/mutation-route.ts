import type { FastifyRequest } from 'fastify';
import { MEDIA_TYPE } from '#contract/document.ts';
import { ReadRefusedError } from '../../db/reading.ts';
import { PartlyDoneError, transact } from '../../db/transact.ts';
import { isUnavailable } from '../../db/unavailable.ts';
import { OverloadedError } from '../../lib/fair-queue.ts';
import type { Api } from '../api.ts';
import { encodeDocument } from '../document/encode-document.ts';
import { parseDocument } from '../document/parse-document.ts';
import type { Context } from './context.ts';
import { assertBodySize } from './guest-bodies.ts';
import { ResponseBudget } from './response-budget.ts';
import { addRoute, type Route, type RouteRequest, toRouteRequest, withContext } from './route.ts';
import { assertUnsentBelowLimit, trackUnsent } from './unsent-responses.ts';

/**
 * Adds a write route, which runs in one transaction, unless it is in batches. A response over the budget rolls the
 * transaction back.
 */
export function addMutationRoute(api: Api, route: Route): void {
  addRoute(api, route, async (request, reply) => {
    const call = toRouteRequest(api, request);
    // Checked before the write: the response to a committed write must not be refused.
    assertUnsentBelowLimit(call.context, 0);
    const parsed = route.ignoresBody ? call : withDocument(call, request);
    const isInBatches = route.isInBatches?.(parsed) ?? false;
    const progress = { isPartlyDone: false };
    const run = (known: Pick<Context, 'db' | 'signal' | 'progress'>) =>
      route.handler(withContext(parsed, { ...known, budget: new ResponseBudget() }));
    const { status, document, headers } = await api
      .withDeadline(request, call.context.caller, undefined, ({ signal }) =>
        isInBatches ? run({ db: call.context.db, signal, progress }) : transact(call.context.db, (db) => run({ db })),
      )
      .catch((cause: unknown) => {
        throw progress.isPartlyDone && isRefusal(cause) ? new PartlyDoneError('Partly done.', { cause }) : cause;
      });
    const body = encodeDocument(document);
    trackUnsent(call.context, body.length, reply.raw);
    // The answer to a login holds a token.
    reply.code(status ?? 200).headers({ 'cache-control': 'no-store', ...headers });
    return reply.type(MEDIA_TYPE).send(body);
  });
}

const isRefusal = (error: unknown) =>
  error instanceof ReadRefusedError || error instanceof OverloadedError || isUnavailable(error);

/** Parses the body before the transaction, which others wait for. */
function withDocument(call: RouteRequest, { body }: FastifyRequest): RouteRequest {
  // A body of unknown length passed the first check.
  if (Buffer.isBuffer(body)) assertBodySize(call.context.caller, body.length);
  return { ...call, document: parseDocument(body) };
}
