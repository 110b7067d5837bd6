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

/** The interface under construction: where its routes go, and what it serves. */
export interface Api {
  app: FastifyInstance;
  all: Map<ResourceType, Served>;
  /** Methods by path, to tell a wrong method from a wrong path. */
  paths: Map<string, string[]>;
  tags: TagMemory;
  /** What was found out about a request before its route began. */
  contextOf(request: FastifyRequest): Context;
}

/** One request to one route. */
export interface Call {
  context: Context;
  /** `{id}` of the path, as it came. */
  id: string;
  /** The second id of a path that has two. */
  childId: string;
  /** The path without the query. */
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
  /** Below the interface's prefix, with parameters as Fastify writes them. */
  path: string;
  /** Who may use it. */
  roles: readonly Role[];
  /** Whatever the body is, it is not looked at. */
  ignoresBody?: boolean;
  work(call: Call): Promise<Answer>;
}

/** Adds a route that only reads: it answers with an entity tag, and 304 to who holds the same answer already. */
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

/** Adds a route that writes: everything it does is one transaction. */
export function addWriting(api: Api, route: Route): void {
  addRoute(api, route, async (request, reply) => {
    const call = readCall(api, request);
    const { status, document, headers } = await transact(call.context.db, (db) => route.work(within(call, { db })));
    return sendDocument(reply.code(status ?? 200).headers(headers ?? {}), document);
  });
}

/** Adds a path that the interface names but does not offer. */
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

/** Answers 405 to every other method of the paths added so far. */
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

/** Sends a document as bytes: a text would get a charset parameter appended to its media type. */
export function sendDocument(reply: FastifyReply, document: object) {
  return reply.type(MEDIA_TYPE).send(encodeDocument(document));
}

/** Reads the query of a list or a record of the given resource. Throws 400 with every problem it has. */
export function readQuery({ all }: Api, served: Served, search: string): ListQuery {
  const queries = queriesOf.get(served) ?? new Latest(MOST_QUERIES);
  queriesOf.set(served, queries);
  const query = queries.get(search) ?? checkQuery(all, served.resource, search);
  queries.set(search, query);
  return query;
}

/** What each resource was asked for last, by the text that says so. */
const queriesOf = new WeakMap<Served, Latest<ListQuery>>();

function checkQuery(all: Api['all'], resource: Resource, search: string) {
  // Every type is mounted before the first request is served.
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
    // Before the body is read: nobody sends a megabyte to learn that it was not wanted.
    onRequest: async (request) => {
      negotiate(request.headers, ignoresBody);
      // Fastify refuses a malformed type even where nobody will read the body.
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
  // Fastify fills in the parameters that the route's own path names.
  const { id = '', childId = '' } = request.params as { id?: string; childId?: string };
  return { context: api.contextOf(request), id, childId, path, search: search.join('?'), body: request.body };
}
