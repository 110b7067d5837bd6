import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { afterAll, onTestFinished } from 'vitest';
import { API_PREFIX, type ErrorObject, MEDIA_TYPE, type ResourceObject } from '#contract/document.ts';
import { ROLES, type Role } from '#server/access/caller.ts';
import type { Tenant, Tenants } from '#server/access/tenant.ts';
import { openTenants } from '#server/access/tenants.ts';
import { findIdentity } from '#server/access/tokens.ts';
import { type AppOptions, buildApp } from '#server/app.ts';
import type { Tables } from '#server/db/tables.ts';
import { aRoom, aToken, aUser } from './builders.ts';
import { newPlace } from './database-place.ts';
import { checkDocument } from './json-api-schema.ts';
import { LONG_TIMEOUT_MS } from './long-timeout.ts';

/** A tenant of the test service with a user per role. */
export interface TestTenant {
  name: string;
  /** Origin of the tenant's addresses, such as `http://harbor.test`. */
  origin: string;
  db: Kysely<Tables>;
  tokens: Record<Role, string>;
  /** Ids of the users who own the tokens. */
  userIds: Record<Role, number>;
  /** The only room the guest's token gives access to. */
  guestRoomId: number;
}

/** The real service in this process, on a database of its own. */
export interface TestService extends TestTenant {
  app: FastifyInstance;
  /** Like the global `fetch`, but answered in-process. Relative URLs go to the first tenant. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** Sends a JSON:API request with a role's token to a path below the prefix. */
  send(method: string, path: string, options?: SendOptions): Promise<Sent>;
  /** Creates a record, by default as admin. */
  create(type: string, attributes: object, options?: WriteOptions): Promise<Sent>;
  /** Updates a record by PUT, by default as admin. */
  update(type: string, id: number | string, attributes: object, options?: WriteOptions): Promise<Sent>;
  addTenant(name: string): Promise<TestTenant>;
  /** Also listens on the network; resolves with the origin, which belongs to the first tenant. */
  listen(): Promise<string>;
  close(): Promise<void>;
}

export interface SendOptions {
  /** Role whose token is sent; null for none. Default: admin. */
  as?: Role | null;
  /** Overrides the role's token. */
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
  tenant?: TestTenant;
}

export interface WriteOptions extends Omit<SendOptions, 'body'> {
  relationships?: object;
  /** `meta` of the request, such as the version an update is based on. */
  meta?: object;
}

/** A parsed response. Members missing in the body are empty. */
export interface Sent {
  status: number;
  headers: Headers;
  /** The whole body; undefined if empty. */
  document: unknown;
  /** `data` of a single-record response. */
  record: ResourceObject;
  /** `data` of a list response. */
  records: ResourceObject[];
  included: ResourceObject[];
  errors: ErrorObject[];
  meta: Record<string, unknown>;
  links: Record<string, string>;
}

const NO_BODY = new Set([204, 304]);

/** Starts the service with one tenant, `harbor`. Validates every JSON:API response against the official schema. */
export async function createService(options: Partial<AppOptions> = {}, place = newPlace()): Promise<TestService> {
  const tenants = await openTenants(place, options.deadlineMs ?? LONG_TIMEOUT_MS);
  const app = buildTestApp({ tenants, ...options });
  const close = async () => {
    await app.close();
    await tenants.close();
  };
  return withFirstTenant(app, tenants, close);
}

/**
 * Creates services one after another, each with its own databases. They share one app, because building it takes longer
 * than most tests: only the newest service can be used.
 */
export function serviceMaker(): () => Promise<TestService> {
  let newest: Tenants | undefined;
  const tenants = new Proxy<object>(
    {},
    {
      get: (_, name) => {
        const member: unknown = newest && Reflect.get(newest, name);
        return typeof member === 'function' ? member.bind(newest) : member;
      },
    },
  );
  // The proxy forwards to the newest tenants, and no request is sent before they exist.
  const app = buildTestApp({ tenants: tenants as Tenants });
  return async () => {
    const opened = await openTenants(newPlace(), LONG_TIMEOUT_MS);
    newest = opened;
    return withFirstTenant(app, opened, () => opened.close());
  };
}

function buildTestApp(options: Partial<AppOptions> & Pick<AppOptions, 'tenants'>): FastifyInstance {
  return buildApp({
    findIdentity,
    isAllowedAddress: () => true,
    log: false,
    timeZone: 'UTC',
    corsOrigins: [],
    trustProxy: false,
    deadlineMs: LONG_TIMEOUT_MS,
    ...options,
  });
}

async function withFirstTenant(
  app: FastifyInstance,
  tenants: Tenants,
  close: TestService['close'],
): Promise<TestService> {
  const addTenant = async (name: string) => peopled(await tenants.add(name, [`${name}.test`]));
  const first = await addTenant('harbor');

  const fetch = fetchFrom(app, first.origin);
  const send = sendBy(fetch, first);
  const listen = async () => {
    await tenants.add(first.name, ['127.0.0.1']);
    return app.listen({ port: 0, host: '127.0.0.1' });
  };
  const create: TestService['create'] = (type, attributes, { relationships, meta, ...options } = {}) =>
    send('POST', `/${type}`, { ...options, body: { data: { type, attributes, relationships }, meta } });
  const update: TestService['update'] = (type, id, attributes, { relationships, meta, ...options } = {}) => {
    const data = { type, id: String(id), attributes, relationships };
    return send('PUT', `/${type}/${id}`, { ...options, body: { data, meta } });
  };
  return { ...first, app, fetch, send, create, update, addTenant, listen, close };
}

/** A service for a whole test file, closed after its tests. */
export async function serviceForFile(options: Partial<AppOptions> = {}): Promise<TestService> {
  const service = await createService(options);
  afterAll(() => service.close());
  return service;
}

/** A service for the running test, closed after it. */
export async function serviceForTest(options: Partial<AppOptions> = {}, place = newPlace()): Promise<TestService> {
  const service = await createService(options, place);
  onTestFinished(() => service.close());
  return service;
}

/** Like the global `fetch`, but answered in-process by the given service. */
function fetchFrom(app: FastifyInstance, origin: string): TestService['fetch'] {
  return async (input, init) => {
    const request = new Request(input instanceof Request ? input : new URL(input, origin), init);
    const { pathname, search, host } = new URL(request.url);
    const body = Buffer.from(await request.arrayBuffer());
    request.signal.throwIfAborted();
    const answer = await app.inject({
      // Only methods known to Fastify are sent.
      method: request.method as 'GET',
      url: pathname + search,
      headers: {
        ...Object.fromEntries(request.headers),
        host,
        ...(body.length > 0 && { 'content-length': String(body.length) }),
      },
      payload: body.length > 0 ? body : undefined,
    });
    request.signal.throwIfAborted();
    const headers = new Headers();
    for (const [name, value] of Object.entries(answer.headers)) headers.append(name, String(value));
    if (headers.get('content-type') === MEDIA_TYPE && answer.body !== '') checkDocument(answer.json());
    return new Response(NO_BODY.has(answer.statusCode) ? null : new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers,
    });
  };
}

function sendBy(fetch: TestService['fetch'], first: TestTenant): TestService['send'] {
  return async (method, path, { as = 'admin', token, body, headers, tenant = first } = {}) => {
    const sent = token ?? (as === null ? undefined : tenant.tokens[as]);
    const response = await fetch(`${tenant.origin}${API_PREFIX}${path}`, {
      method,
      headers: {
        ...(sent !== undefined && { 'x-access-token': sent }),
        ...(body !== undefined && { 'content-type': MEDIA_TYPE }),
        ...headers,
      },
      body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    });
    return readAnswer(response);
  };
}

async function readAnswer(response: Response): Promise<Sent> {
  const text = await response.text();
  const document = text === '' ? undefined : JSON.parse(text);
  const { data, included = [], errors = [], meta = {}, links = {} } = document ?? {};
  return {
    status: response.status,
    headers: response.headers,
    document,
    record: Array.isArray(data) ? undefined : data,
    records: Array.isArray(data) ? data : [],
    included,
    errors,
    meta,
    links,
  };
}

async function peopled({ name, db }: Tenant): Promise<TestTenant> {
  const guest = await aUser(db, { name: 'Gale Guest', kind: 'visitor' });
  const room = await aRoom(db, { name: "Gale's room" }, [guest.id]);
  const people: [Role, number, string][] = [];
  for (const role of ROLES) {
    const userId = role === 'guest' ? guest.id : (await aUser(db, { name: `Sam ${role}` })).id;
    const roomId = role === 'guest' ? room.id : null;
    people.push([role, userId, await aToken(db, userId, role, roomId)]);
  }
  // The loop above covers every role.
  const byRole = <Value>(entries: [Role, Value][]) => Object.fromEntries(entries) as Record<Role, Value>;
  return {
    name,
    origin: `http://${name}.test`,
    db,
    tokens: byRole(people.map(([role, , token]) => [role, token])),
    userIds: byRole(people.map(([role, userId]) => [role, userId])),
    guestRoomId: room.id,
  };
}
