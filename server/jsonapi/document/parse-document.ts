import type { Json } from '#contract/attribute.ts';
import { parseJson } from './parse-json.ts';
import { problem } from './problem.ts';

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
export function parseDocument(body: unknown): RequestDocument {
  const document = Buffer.isBuffer(body) ? parseJson(body) : undefined;
  if (document === undefined) return { data: undefined, meta: {} };
  if (!isObject(document)) throw problem(400, '400', 'The body must be a JSON object.');
  const { data, meta = {} } = document;
  if (!isObject(meta)) throw problem(400, '400', 'The top-level meta must be an object.', at('/meta'));
  return { data, meta };
}

/** Validates `data` against the route's type and id; `id` is undefined for a new record. */
export function parseData(data: unknown, type: string, id: string | undefined): RequestData {
  if (data === undefined) throw problem(400, '106', 'The body has no data.');
  const parsed = parseTyped(data, type);
  if (id === undefined) {
    if (parsed.id !== undefined)
      throw problem(400, '105', 'The server assigns the id of a new record. Leave it out.', at('/data/id'));
  } else {
    if (parsed.id === undefined) throw problem(400, '109', 'data has no id.', at('/data'));
    checkId(parsed.id, id);
  }
  return parseMembers(parsed);
}

/** Validates the `data` of an action, all of whose members are optional. */
export function parseActionData(data: unknown, type: string, id: string | undefined): RequestData {
  if (data === undefined || data === null) return { attributes: {}, relationships: {} };
  const parsed = parseTyped(data, type);
  if (id !== undefined && parsed.id !== undefined) checkId(parsed.id, id);
  return parseMembers(parsed);
}

/** Reads the id of a resource identifier of the given type; null for null. Throws 400 if malformed. */
export function parseIdentifier(given: unknown, type: string, pointer: string): string | null {
  if (given === null) return null;
  if (!isObject(given))
    throw problem(400, '122', 'A resource identifier must be an object with type and id.', at(pointer));
  if (given.type === undefined || given.id === undefined) {
    throw problem(400, '106', 'A resource identifier must have a type and an id.', at(pointer));
  }
  if (given.type !== type) {
    throw problem(400, '116', `The linked record must be of type ${type}.`, at(`${pointer}/type`));
  }
  return readId(given.id, `${pointer}/id`);
}

/** Reads an id. Throws 400 for anything that `String` would coerce, such as a list of one id. */
export function readId(given: unknown, pointer: string): string {
  if (typeof given === 'string' || typeof given === 'number') return String(given);
  throw problem(400, '122', 'An id must be a string.', at(pointer));
}

/** True for a JSON object. */
export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseTyped(data: unknown, type: string): Json {
  if (!isObject(data)) throw problem(400, '122', 'data must be an object.', at('/data'));
  if (data.type === undefined) throw problem(400, '106', 'data has no type.', at('/data'));
  if (data.type !== type) throw problem(400, '101', `The type must be ${type}.`, at('/data/type'));
  return data;
}

function checkId(given: unknown, expected: string) {
  if (given !== expected) throw problem(400, '110', 'The id must match the URL.', at('/data/id'));
}

function parseMembers({ attributes = {}, relationships = {} }: Json): RequestData {
  if (!isObject(attributes)) throw problem(400, '122', 'attributes must be an object.', at('/data/attributes'));
  if (!isObject(relationships)) {
    throw problem(400, '122', 'relationships must be an object.', at('/data/relationships'));
  }
  return { attributes, relationships };
}

const at = (pointer: string) => ({ source: { pointer } });
