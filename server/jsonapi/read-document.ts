import type { Json } from '#contract/attribute.ts';
import { problem } from './problem.ts';
import { readJson } from './read-json.ts';

/** A parsed request body. `data` is undefined if the body has none. */
export interface RequestDocument {
  data: unknown;
  meta: Json;
}

/** The validated `data` of a create, update or action. */
export interface RequestData {
  attributes: Json;
  relationships: Json;
}

/** Parses a request body; an empty one counts as `{}`. */
export function readDocument(body: unknown): RequestDocument {
  const document = Buffer.isBuffer(body) ? readJson(body) : undefined;
  if (document === undefined) return { data: undefined, meta: {} };
  if (!isObject(document)) throw problem(400, '400', 'The body must be a JSON object.');
  const { data, meta = {} } = document;
  if (!isObject(meta)) throw problem(400, '400', 'The top-level meta must be an object.', at('/meta'));
  return { data, meta };
}

/** Validates `data` against the route's type and id; `id` is undefined for a new record. */
export function readData(data: unknown, type: string, id: string | undefined): RequestData {
  if (data === undefined) throw problem(400, '106', 'The body has no data.');
  const read = readTyped(data, type);
  if (id === undefined) {
    if (read.id !== undefined) throw problem(400, '105', 'A new record gets its id from the service.', at('/data/id'));
  } else {
    if (read.id === undefined) throw problem(400, '109', 'data has no id.', at('/data'));
    checkId(read.id, id);
  }
  return readMembers(read);
}

/** Validates the `data` of an action, all of whose members are optional. */
export function readActionData(data: unknown, type: string, id: string | undefined): RequestData {
  if (data === undefined || data === null) return { attributes: {}, relationships: {} };
  const read = readTyped(data, type);
  if (id !== undefined && read.id !== undefined) checkId(read.id, id);
  return readMembers(read);
}

/** Reads the id of a resource identifier of the given type; null for null. Throws 400 if malformed. */
export function readIdentifier(given: unknown, type: string, pointer: string): string | null {
  if (given === null) return null;
  if (!isObject(given)) throw problem(400, '122', 'A linked record is an object with type and id.', at(pointer));
  if (given.type === undefined || given.id === undefined) {
    throw problem(400, '106', 'A linked record needs a type and an id.', at(pointer));
  }
  if (given.type !== type) {
    throw problem(400, '116', `The linked record must be of type ${type}.`, at(`${pointer}/type`));
  }
  return String(given.id);
}

/** True for a JSON object. */
export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readTyped(data: unknown, type: string): Json {
  if (!isObject(data)) throw problem(400, '122', 'data must be an object.', at('/data'));
  if (data.type === undefined) throw problem(400, '106', 'data has no type.', at('/data'));
  if (data.type !== type) throw problem(400, '101', `The type here is ${type}.`, at('/data/type'));
  return data;
}

function checkId(given: unknown, expected: string) {
  if (given !== expected) throw problem(400, '110', 'The id is not the one of the address.', at('/data/id'));
}

function readMembers({ attributes = {}, relationships = {} }: Json): RequestData {
  if (!isObject(attributes)) throw problem(400, '122', 'attributes must be an object.', at('/data/attributes'));
  if (!isObject(relationships)) {
    throw problem(400, '122', 'relationships must be an object.', at('/data/relationships'));
  }
  return { attributes, relationships };
}

const at = (pointer: string) => ({ source: { pointer } });
