import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import fortune from 'fortune';
import jsonApi from 'fortune-json-api';
import { API_PREFIX, MEDIA_TYPE } from '#contract/document.ts';
import { type LocalServer, listenLocally } from '#test/listen-locally.ts';

type Store = ReturnType<typeof fortune>;

export type FortuneServer = LocalServer & { store: Store };

/** The only token the foreign server accepts. */
export const fortuneToken = 'fortune-token';
const MADE_AT_UNIX = 1_741_780_800;

const recordTypes = {
  rooms: {
    name: String,
    description: String,
    kind: String,
    enabled: Boolean,
    isPrivate: Boolean,
    awaitingSupport: Boolean,
    settings: Object,
    createdAt: Date,
    createdAtUnix: Number,
  },
  support_draft_messages: {
    messageContent: String,
    kind: String,
    status: String,
    comment: String,
    resolvedTimeUnix: Number,
    createdAtUnix: Number,
    updatedAtUnix: Number,
    room: 'rooms',
  },
  clients: { title: String, code: String, settings: Object, defaultEmbeddedCss: String, defaultEmbeddedHtml: String },
  master_keywords: { keyName: String, keyTitle: String, suggestions: String },
  suggestions: { suggestionMessagesData: Object, room: 'rooms' },
};

const STATUS: Readonly<Record<string, number>> = {
  OK: 200,
  Created: 201,
  Empty: 204,
  BadRequestError: 400,
  UnauthorizedError: 401,
  NotFoundError: 404,
  MethodError: 405,
  NotAcceptableError: 406,
  ConflictError: 409,
};

/** A third-party JSON:API server with the five documented resources but none of their actions. Allows any origin. */
export async function startFortuneServer(): Promise<FortuneServer> {
  const store = fortune(recordTypes);
  await store.connect();
  await fill(store);
  const Serializer = jsonApi(
    class {
      constructor(given: Record<string, unknown>) {
        Object.assign(this, given);
      }
    },
  );
  const serializer = new Serializer({
    methods: fortune.methods,
    errors: fortune.errors,
    message: fortune.message,
    keys: store.common.keys,
    castValue: store.common.castValue,
    recordTypes: store.recordTypes,
    adapter: store.adapter,
    options: { inflectType: false, prefix: API_PREFIX },
  });

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    const made = await serializer.processRequest({ meta: { headers: request.headers } }, request, response);
    if (body) made.payload = serializer.parsePayload({ ...made, payload: Buffer.from(body) });
    return store.request(made);
  };

  const server = createServer(async (request, response) => {
    allowOrigin(request, response);
    // A long way, so that a page can be left while its request still waits for its preflight.
    if (request.headers['access-control-request-method'] === 'DELETE') await setTimeout(400);
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    response.setHeader('Content-Type', MEDIA_TYPE);
    if (request.headers['x-access-token'] !== fortuneToken) return void response.writeHead(401).end(UNAUTHORIZED);
    if (request.method === 'PUT') return void response.writeHead(405).end(NO_METHOD);
    const outcome: unknown = await answer(request, response).catch((error: unknown) => error);
    const shown = serializer.processResponse(outcome, request, response);
    for (const [name, value] of Object.entries(shown.meta?.headers ?? {})) {
      if (name === 'Location') response.setHeader(name, String(value));
    }
    const name = shown instanceof Error ? shown.name : String(outcome?.constructor.name);
    // An update with nothing to report has no payload: 204 No Content.
    response.statusCode = shown.payload === undefined ? 204 : (STATUS[name] ?? 500);
    response.end(shown.payload);
  });
  return { store, ...(await listenLocally(server)) };
}

const NO_METHOD = JSON.stringify({ errors: [{ title: 'MethodError', detail: 'The method "PUT" is unrecognized.' }] });
const UNAUTHORIZED = JSON.stringify({ errors: [{ status: '401', title: 'Unauthorized', detail: 'No such token.' }] });

function allowOrigin({ headers }: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Origin', headers.origin ?? '*');
  response.setHeader('Access-Control-Allow-Headers', 'X-Access-Token, Content-Type, Accept');
  response.setHeader('Access-Control-Allow-Methods', 'GET, POST, PUT, PATCH, DELETE');
  response.setHeader('Access-Control-Expose-Headers', 'Location');
}

/** Twenty records of each kind; some drafts are decided. */
async function fill(store: Store): Promise<void> {
  const each = <Made>(make: (number: number) => Made) => Array.from({ length: 20 }, (_, index) => make(index + 1));
  const at = (number: number) => MADE_AT_UNIX + number * 60;
  await store.create(
    'rooms',
    each((id) => ({
      id,
      name: `Visitor ${id}`,
      description: null,
      kind: 'support_room',
      enabled: true,
      isPrivate: false,
      awaitingSupport: id % 3 === 0,
      settings: {},
      createdAt: new Date(at(id) * 1000),
      createdAtUnix: at(id),
    })),
  );
  await store.create(
    'support_draft_messages',
    each((id) => ({
      id,
      messageContent: `The parcel of visitor ${id} is on its way.`,
      kind: 'text',
      status: id > 15 ? 'approved' : 'in_review',
      comment: null,
      resolvedTimeUnix: id > 15 ? at(id) : null,
      createdAtUnix: at(id),
      updatedAtUnix: at(id),
      room: id,
    })),
  );
  await store.create(
    'clients',
    each((id) => ({ id, title: `Shop ${id}`, code: `shop-${id}`, settings: { colour: 'teal' } })),
  );
  await store.create(
    'master_keywords',
    each((id) => ({ id, keyName: `word ${id}`, keyTitle: null, suggestions: null })),
  );
}
