import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { MEDIA_TYPE } from '#contract/document.ts';
import { findQueryProblems, type ListQuery, parseListQuery } from '#contract/list-query.ts';
import type { Resource, ResourceType } from '#contract/resource.ts';
import type { Role } from '../access/caller.ts';
import type { Reading } from '../db/reading.ts';
import { readSnapshot, transact } from '../db/transact.ts';
import { encodeDocument } from './document/encode-document.ts';
import { errorObject, Problem, problem } from './document/problem.ts';
import { AnswerBudget } from './request/answer-budget.ts';
import type { Context } from './request/context.ts';
import type { WithDeadline } from './request/deadline.ts';
import { type EtagCache, matchesEtag, weakEtag } from './request/etag.ts';
import { negotiate } from './request/negotiation.ts';
import { refuseIfUnread, trackUnsent } from './request/unsent-answers.ts';
import type { ResourceConfig } from './resource-config.ts';

const MAX_CACHED_QUERIES = 500;
const MAX_CACHED_SEARCH = 2_048;

/** The API being built: its routes, resources and shared state. */
export interface Api {
  app: FastifyInstance;
  configs: Map<ResourceType, ResourceConfig>;
  /** Methods by path, to distinguish a 405 from a 404. */
  paths: Map<string, string[]>;
  etags: EtagCache;
  withDeadline: WithDeadline;
  /** Returns the request's context, created by the `onRequest` hook. */
  contextOf(request: FastifyRequest): Context;
}

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
  body: unknown;
}

export interface RouteResponse {
  status?: number;
  document: object;
  headers?: Readonly<Record<string, string>>;
}

interface Route {
  methods: readonly string[];
  /** Relative to the API prefix, in Fastify's parameter syntax. */
  path: string;
  /** Roles allowed to use the route. */
  roles: readonly Role[];
  /** Accepts any body without reading it. */
  ignoresBody?: boolean;
  handler(call: RouteRequest): Promise<RouteResponse>;
}

interface QueryRoute extends Route {
  /** True if the request's queries are quick, whatever is stored. Others get a deadline, and may have to wait. */
  isQuick?(call: RouteRequest): boolean | Promise<boolean>;
}

/** Adds a read route, which runs in a snapshot. Responds with an ETag, or 304 if `If-None-Match` matches. */
export function addQueryRoute(api: Api, route: QueryRoute): void {
  addRoute(api, route, async (request, reply) => {
    const call = toRouteRequest(api, request);
    const ifNoneMatch = request.headers['if-none-match'];
    reply.header('cache-control', 'private, no-cache');
    const cached = api.etags.lookup(call.context, request.url);
    if (cached.tag && matchesEtag(ifNoneMatch, cached.tag)) return reply.header('etag', cached.tag).code(304).send();
    const statements = cached.statements();
    const answer = (slow?: Reading) =>
      readSnapshot(
        call.context.db,
        (db) => route.handler(withContext(call, { db, statements, budget: new AnswerBudget() })),
        slow,
      );
    const { document } = await api.withDeadline(request, call.context.caller, reply.raw, async (reading) => {
      const isQuick = await route.isQuick?.(withContext(call, { db: call.context.db, statements }));
      return answer(isQuick ? undefined : reading);
    });
    const body = encodeDocument(document);
    const tag = weakEtag(body);
    cached.store(tag);
    reply.header('etag', tag);
    if (matchesEtag(ifNoneMatch, tag)) return reply.code(304).send();
    refuseIfUnread(call.context, body.length);
    trackUnsent(call.context, body.length, reply.raw);
    return reply.type(MEDIA_TYPE).send(body);
  });
}

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

/** Adds a documented path that this service does not support. */
export function addUnsupportedRoute(
  api: Api,
  methods: readonly string[],
  path: string,
  status: 403 | 501,
  detail: string,
): void {
  addPath(api, methods, path);
  const reject = async () => {
    throw problem(status, String(status), detail);
  };
  api.app.route({ method: [...methods], url: path, onRequest: reject, handler: reject });
}

/** Adds 405 responses for all other methods of the paths added so far. */
export function addMethodNotAllowedRoutes({ app, paths }: Api): void {
  for (const [path, methods] of paths) {
    const offered = methods.includes('GET') ? [...methods, 'HEAD'] : methods;
    const others = app.supportedMethods.filter((method) => !offered.includes(method));
    const reject = async () => {
      const detail = `This URL allows only ${offered.join(', ')}.`;
      throw new Problem(405, [errorObject(405, '405', detail)], { allow: offered.join(', ') });
    };
    app.route({ method: others, url: path, onRequest: reject, handler: reject });
  }
}

/** Sends a document as bytes: Fastify would append a charset parameter to the media type of a string. */
export function sendDocument(reply: FastifyReply, document: object) {
  return reply.type(MEDIA_TYPE).send(encodeDocument(document));
}

/** Parses the query string of a list or record request. Throws 400 with all of its problems. */
export function parseQuery({ configs }: Api, config: ResourceConfig, search: string): ListQuery {
  const queries = queryCaches.get(config) ?? new LRUCache({ max: MAX_CACHED_QUERIES });
  queryCaches.set(config, queries);
  const known = queries.get(search);
  if (known) return known;
  const query = validateQuery(configs, config.resource, search);
  if (search.length <= MAX_CACHED_SEARCH) queries.set(search, query);
  return query;
}

/** LRU cache of parsed queries per resource, by query string. */
const queryCaches = new WeakMap<ResourceConfig, LRUCache<string, ListQuery>>();

function validateQuery(configs: Api['configs'], resource: Resource, search: string) {
  // All types are mounted before the first request.
  const resources = Object.fromEntries([...configs].map(([type, config]) => [type, config.resource])) as Record<
    ResourceType,
    Resource
  >;
  const { query, problems } = parseListQuery(search);
  const found = [...problems, ...findQueryProblems(resource, query, resources)];
  if (found.length === 0) return query;
  throw new Problem(
    400,
    found.map(({ code, detail, parameter }) => errorObject(400, code, detail, { source: { parameter } })),
  );
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

function addRoute(api: Api, { methods, path, roles, ignoresBody = false }: Route, handler: Handler) {
  addPath(api, methods, path);
  api.app.route({
    method: [...methods],
    url: path,
    // Runs before the body is read, so that a client need not upload a body that will be rejected.
    onRequest: async (request) => {
      negotiate(request.headers, ignoresBody);
      // Fastify rejects a malformed content type even if the body is ignored.
      if (ignoresBody) request.raw.headers['content-type'] = undefined;
      if (roles.includes(api.contextOf(request).caller.role)) return;
      throw problem(403, '403', `This requires one of these roles: ${roles.join(', ')}.`);
    },
    handler,
  });
}

const withContext = (call: RouteRequest, known: Pick<Context, 'db' | 'statements' | 'budget'>): RouteRequest => ({
  ...call,
  context: { ...call.context, ...known },
});

function addPath({ paths }: Api, methods: readonly string[], path: string) {
  paths.set(path, [...(paths.get(path) ?? []), ...methods]);
}

function toRouteRequest(api: Api, request: FastifyRequest): RouteRequest {
  const [path = '', ...search] = request.url.split('?');
  // Fastify sets the parameters in the route's path.
  const { id = '', childId = '' } = request.params as { id?: string; childId?: string };
  return { context: api.contextOf(request), id, childId, path, search: search.join('?'), body: request.body };
}
