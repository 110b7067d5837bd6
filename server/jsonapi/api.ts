import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MEDIA_TYPE } from '#contract/document.ts';
import { findQueryProblems, type ListQuery, parseListQuery } from '#contract/list-query.ts';
import type { Resource, ResourceType } from '#contract/resource.ts';
import type { Role } from '../access/caller.ts';
import { readSnapshot, transact } from '../db/transact.ts';
import { Latest } from '../lib/latest.ts';
import type { Context } from './context.ts';
import { encodeDocument } from './encode.ts';
import { entityTag, isKnownTag, type TagMemory } from './etag.ts';
import { negotiate } from './negotiation.ts';
import { errorObject, Problem, problem } from './problem.ts';
import type { Served } from './served.ts';

const MOST_QUERIES = 500;

/** The API being built: its routes, resources and shared state. */
export interface Api {
  app: FastifyInstance;
  all: Map<ResourceType, Served>;
  /** Methods by path, to distinguish a 405 from a 404. */
  paths: Map<string, string[]>;
  tags: TagMemory;
  /** Returns the request's context, created by the `onRequest` hook. */
  contextOf(request: FastifyRequest): Context;
}

/** One request to one route. */
export interface Call {
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

export interface Answer {
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
  work(call: Call): Promise<Answer>;
}

/** Adds a read route, which runs in a snapshot. Responds with an ETag, or 304 if `If-None-Match` matches. */
export function addReading(api: Api, route: Route): void {
  addRoute(api, route, async (request, reply) => {
    const call = readCall(api, request);
    const held = request.headers['if-none-match'];
    reply.header('cache-control', 'private, no-cache');
    const remembered = api.tags.recall(call.context, request.url);
    if (remembered.tag && isKnownTag(held, remembered.tag))
      return reply.header('etag', remembered.tag).code(304).send();

    const statements = remembered.statements();
    const { document } = await readSnapshot(call.context.db, (db) => route.work(within(call, { db, statements })));
    const body = encodeDocument(document);
    const tag = entityTag(body);
    remembered.keep(tag);
    reply.header('etag', tag);
    if (isKnownTag(held, tag)) return reply.code(304).send();
    return reply.type(MEDIA_TYPE).send(body);
  });
}

/** Adds a write route, which runs in one transaction. */
export function addWriting(api: Api, route: Route): void {
  addRoute(api, route, async (request, reply) => {
    const call = readCall(api, request);
    const { status, document, headers } = await transact(call.context.db, (db) => route.work(within(call, { db })));
    return sendDocument(reply.code(status ?? 200).headers(headers ?? {}), document);
  });
}

/** Adds a documented path that this service does not support. */
export function addUnoffered(
  api: Api,
  methods: readonly string[],
  path: string,
  status: 403 | 501,
  detail: string,
): void {
  addPath(api, methods, path);
  const refuse = async () => {
    throw problem(status, String(status), detail);
  };
  api.app.route({ method: [...methods], url: path, onRequest: refuse, handler: refuse });
}

/** Adds 405 responses for all other methods of the paths added so far. */
export function closePaths({ app, paths }: Api): void {
  for (const [path, methods] of paths) {
    const offered = methods.includes('GET') ? [...methods, 'HEAD'] : methods;
    const others = app.supportedMethods.filter((method) => !offered.includes(method));
    const refuse = async () => {
      const detail = `This address takes ${offered.join(', ')}.`;
      throw new Problem(405, [errorObject(405, '405', detail)], { allow: offered.join(', ') });
    };
    app.route({ method: others, url: path, onRequest: refuse, handler: refuse });
  }
}

/** Sends a document as bytes: Fastify would append a charset parameter to the media type of a string. */
export function sendDocument(reply: FastifyReply, document: object) {
  return reply.type(MEDIA_TYPE).send(encodeDocument(document));
}

/** Parses the query string of a list or record request. Throws 400 with all of its problems. */
export function readQuery({ all }: Api, served: Served, search: string): ListQuery {
  const queries = queriesOf.get(served) ?? new Latest(MOST_QUERIES);
  queriesOf.set(served, queries);
  const query = queries.get(search) ?? checkQuery(all, served.resource, search);
  queries.set(search, query);
  return query;
}

/** LRU cache of parsed queries per resource, by query string. */
const queriesOf = new WeakMap<Served, Latest<ListQuery>>();

function checkQuery(all: Api['all'], resource: Resource, search: string) {
  // All types are mounted before the first request.
  const resources = Object.fromEntries([...all].map(([type, served]) => [type, served.resource])) as Record<
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
      throw problem(403, '403', `This is open to ${roles.join(', ')} only.`);
    },
    handler,
  });
}

const within = (call: Call, known: Pick<Context, 'db' | 'statements'>): Call => ({
  ...call,
  context: { ...call.context, ...known },
});

function addPath({ paths }: Api, methods: readonly string[], path: string) {
  paths.set(path, [...(paths.get(path) ?? []), ...methods]);
}

function readCall(api: Api, request: FastifyRequest): Call {
  const [path = '', ...search] = request.url.split('?');
  // Fastify sets the parameters in the route's path.
  const { id = '', childId = '' } = request.params as { id?: string; childId?: string };
  return { context: api.contextOf(request), id, childId, path, search: search.join('?'), body: request.body };
}
