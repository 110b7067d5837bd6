import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Role } from '../../access/caller.ts';
import type { ShownList } from '../../audit/record-export.ts';
import type { Api } from '../api.ts';
import type { RequestDocument } from '../document/parse-document.ts';
import { problem } from '../document/problem.ts';
import type { Context } from './context.ts';
import { assertBodySize } from './guest-bodies.ts';
import { negotiate } from './negotiation.ts';

/** One request to one route. */
export interface RouteRequest {
  context: Context;
  /** `{id}` of the path, unparsed. */
  id: string;
  /** The second id of a path that has two. */
  childId: string;
  /** The path without the query string. */
  path: string;
  search: string;
  /** The body of a write, parsed; empty for a route that ignores it. */
  document: RequestDocument;
}

export interface RouteResponse {
  status?: number;
  document: object;
  /** What a list shows, for the audit trail. */
  shown?: ShownList;
  headers?: Readonly<Record<string, string>>;
  /** When the document becomes stale even if nothing is written, in Unix milliseconds; undefined for never. */
  freshUntilMs?: number | undefined;
}

/** A path with its methods, and who may use them. */
export interface Route {
  methods: readonly string[];
  /** Relative to the API prefix, in Fastify's parameter syntax. */
  path: string;
  /** Roles allowed to use the route. */
  roles: readonly Role[];
  /** Accepts any body without reading it. */
  ignoresBody?: boolean;
  /** A write whose handler commits several transactions of its own, so that others get their turn between them. */
  isInBatches?(call: RouteRequest): boolean;
  handler(call: RouteRequest): Promise<RouteResponse>;
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Adds a route. Its content type and the caller's role are checked before the body is read. */
export function addRoute(api: Api, { methods, path, roles, ignoresBody = false }: Route, handler: Handler) {
  addPath(api, methods, path);
  api.app.route({
    method: [...methods],
    url: path,
    // Runs before the body is read, so that a client need not upload a body that will be rejected.
    onRequest: async (request) => {
      negotiate(request.headers, ignoresBody);
      // Fastify rejects a malformed content type even if the body is ignored.
      if (ignoresBody) request.raw.headers['content-type'] = undefined;
      const { caller } = api.contextOf(request);
      if (!roles.includes(caller.role)) {
        throw problem(403, '403', `This requires one of these roles: ${roles.join(', ')}.`);
      }
      if (!ignoresBody) assertBodySize(caller, Number(request.headers['content-length'] ?? 0));
    },
    handler,
  });
}

/** Registers a path, so that its other methods can be answered with 405. */
export function addPath({ paths }: Api, methods: readonly string[], path: string) {
  paths.set(path, [...(paths.get(path) ?? []), ...methods]);
}

/** The parts of a request that a handler needs. */
export function toRouteRequest(api: Api, request: FastifyRequest): RouteRequest {
  const [path = '', ...search] = request.url.split('?');
  // Fastify sets the parameters in the route's path.
  const { id = '', childId = '' } = request.params as { id?: string; childId?: string };
  const document = { data: undefined, meta: {} };
  return { context: api.contextOf(request), id, childId, path, search: search.join('?'), document };
}

/** The same request with more in its context. */
export const withContext = (
  call: RouteRequest,
  known: Pick<Context, 'db' | 'inProcessDb' | 'statements' | 'budget' | 'signal' | 'progress'>,
): RouteRequest => ({
  ...call,
  context: { ...call.context, ...known },
});
