/** Types for the parts of fortune and its JSON:API serializer used here; neither ships any. */
declare module 'fortune' {
  type Kind = StringConstructor | NumberConstructor | BooleanConstructor | DateConstructor | ObjectConstructor;
  /** A scalar type, or the name of a linked record type. */
  type Field = Kind | string;
  type FortuneRecord = Record<string, unknown>;

  interface FortuneRequest {
    payload?: unknown;
    meta?: Record<string, unknown>;
  }

  interface Fortune {
    recordTypes: unknown;
    adapter: unknown;
    common: { keys: unknown; castValue: unknown };
    connect: () => Promise<void>;
    request: (request: FortuneRequest) => Promise<object>;
    create: (type: string, records: readonly FortuneRecord[]) => Promise<unknown>;
    find: (type: string, ids?: readonly unknown[]) => Promise<{ payload: { records: FortuneRecord[] } }>;
  }

  interface FortuneStatic {
    (types: Record<string, Record<string, Field>>): Fortune;
    methods: unknown;
    errors: unknown;
    message: unknown;
  }

  const fortune: FortuneStatic;
  export = fortune;
}

declare module 'fortune-json-api' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Made {
    payload?: unknown;
    meta?: Record<string, unknown>;
  }

  interface Answered {
    payload?: string;
    meta?: { headers?: Record<string, string | string[]> };
  }

  interface Serializer {
    processRequest: (made: Made, request: IncomingMessage, response: ServerResponse) => Promise<Made>;
    parsePayload: (made: Made) => unknown;
    processResponse: (made: unknown, request: IncomingMessage, response: ServerResponse) => Answered;
  }

  type SerializerClass = new (given: Record<string, unknown>) => Serializer;
  const jsonApi: (base: new (given: Record<string, unknown>) => object) => SerializerClass;
  export = jsonApi;
}
