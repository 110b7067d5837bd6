import { MEDIA_TYPE } from '#contract/document.ts';
import { transact } from '../../db/transact.ts';
import type { Api } from '../api.ts';
import { encodeDocument } from '../document/encode-document.ts';
import { AnswerBudget } from './answer-budget.ts';
import { addRoute, type Route, toRouteRequest, withContext } from './route.ts';
import { refuseIfUnread, trackUnsent } from './unsent-answers.ts';

/** Adds a write route, which runs in one transaction. A response over the budget rolls it back. */
export function addMutationRoute(api: Api, route: Route): void {
  addRoute(api, route, async (request, reply) => {
    const call = toRouteRequest(api, request);
    // Before the write: once it is committed, its response is only counted.
    refuseIfUnread(call.context, 0);
    const { status, document, headers } = await api.withDeadline(request, call.context.caller, undefined, () =>
      transact(call.context.db, (db) => route.handler(withContext(call, { db, budget: new AnswerBudget() }))),
    );
    const body = encodeDocument(document);
    trackUnsent(call.context, body.length, reply.raw);
    // The answer to a login holds a token.
    reply.code(status ?? 200).headers({ 'cache-control': 'no-store', ...headers });
    return reply.type(MEDIA_TYPE).send(body);
  });
}
