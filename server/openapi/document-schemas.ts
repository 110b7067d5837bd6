import type { Json } from '#contract/attribute.ts';
import { valueSchema } from '#contract/input.ts';
import type { Resource, ResourceType } from '#contract/resource.ts';
import { WORD_CODES } from '../jsonapi/document/problem.ts';
import { recordOperations } from '../jsonapi/resource-config.ts';
import { jsonSchema, objectSchema } from './json-schema.ts';

/** References a component schema by name. */
export const schemaRef = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** A record id on the wire. */
export const ID = { type: 'string', pattern: '^[1-9]\\d*$' };
export const TEXT = { type: 'string' };
const URL = { type: 'string', format: 'uri' };
const CODES = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(WORD_CODES.map((code) => `\`${code}\``));

/** Schemas shared by all resources: identifiers, pagination links, errors. */
export const commonSchemas: Json = {
  resource: {
    description: 'A record of any resource.',
    ...objectSchema({ type: TEXT, id: ID }),
  },
  list_links: {
    type: 'object',
    required: ['first'],
    properties: { first: URL, last: URL, prev: URL, next: URL },
  },
  errors: {
    type: 'object',
    required: ['errors'],
    properties: {
      errors: {
        type: 'array',
        minItems: 1,
        items: {
          type: 'object',
          required: ['status', 'code', 'title', 'detail'],
          properties: {
            status: { type: 'string', description: 'The HTTP status.' },
            code: {
              type: 'string',
              description: `The numeric code of jsonapi-resources if there is one; otherwise the status, ${CODES}.`,
            },
            title: TEXT,
            detail: TEXT,
            source: { type: 'object', properties: { pointer: TEXT, parameter: TEXT } },
            meta: {
              type: 'object',
              description:
                'On a conflict, `current` is the record as it is now. For an invalid value, `issue` is the reason: a `code` with its parameters. If the IP address is not allowed, `refused_address` is that address.',
            },
          },
        },
      },
    },
  },
};

/** Returns the schemas of a resource by name: the record, and documents with one and with several. */
export function resourceSchemas(resource: Resource): Json {
  const { type } = resource;
  return {
    [type]: recordSchema(resource),
    [`${type}_document`]: document({ anyOf: [schemaRef(type), { type: 'null' }] }),
    [`${type}_list`]: listSchema(type),
  };
}

/** The document at a relationship's own URL. */
export const linkageSchema = (type: ResourceType, isMany: boolean) =>
  objectSchema({
    links: relationLinks,
    data: isMany ? { type: 'array', items: identifier(type) } : orNull(identifier(type)),
  });

const relationLinks = { type: 'object', properties: { self: URL, related: URL } };
export const orNull = (schema: Json) => ({ anyOf: [schema, { type: 'null' }] });
/** The resource identifier of a linked record. */
export const identifier = (type: ResourceType) => objectSchema({ type: { const: type }, id: ID });

/** Present only if `roomMeta=summary` asks for it. */
const roomSummary: Json = {
  last_message: orNull({
    description: 'The newest message. Its text is the beginning, of at most 200 characters, on one line.',
    ...objectSchema({
      id: ID,
      text: { type: 'string', maxLength: 200 },
      created_at_unix: { type: 'integer' },
      by_staff: { type: 'boolean' },
      user_name: orNull(TEXT),
    }),
  }),
  drafts_in_review: orNull({
    description: 'How many drafts of the room are in review, and the newest of them.',
    ...objectSchema({
      count: { type: 'integer', minimum: 1 },
      id: ID,
      author_id: orNull(ID),
      author_name: orNull(TEXT),
    }),
  }),
  is_unread: { type: 'boolean', description: 'The caller is a member who has not read the newest message.' },
};

function recordSchema(resource: Resource): Json {
  const { type, attributes, one, many } = resource;
  const operations = recordOperations(resource);
  const relation = (data: Json) => ({ type: 'object', properties: { links: relationLinks, data } });
  return {
    type: 'object',
    required: ['type', 'id', 'links', 'meta'],
    properties: {
      type: { const: type },
      id: ID,
      links: { type: 'object', properties: { self: URL } },
      attributes: { type: 'object', properties: map(attributes, (attribute) => jsonSchema(valueSchema(attribute))) },
      relationships: {
        type: 'object',
        properties: {
          ...map(one, (target) => relation(orNull(identifier(target.type)))),
          ...map(many, (target) => relation({ type: 'array', items: identifier(target.type) })),
        },
      },
      meta: {
        type: 'object',
        required: ['version', 'can'],
        properties: {
          version: { ...TEXT, description: 'Changes with every write of the record.' },
          can: {
            type: 'array',
            description: 'Operations that the caller may currently perform on the record.',
            items: operations.length > 0 ? { enum: operations } : TEXT,
          },
          ...(type === 'clients' && {
            updated_at_unix: { type: ['integer', 'null'], description: 'Time of the last change.' },
          }),
          ...(type === 'rooms' && {
            awaiting_since_unix: {
              type: ['integer', 'null'],
              description: 'Time of the visitor’s oldest unanswered message.',
            },
            ...roomSummary,
          }),
        },
      },
    },
  };
}

function listSchema(type: ResourceType): Json {
  const list = document({ type: 'array', items: schemaRef(type) });
  const meta = {
    type: 'object',
    required: ['record_count'],
    properties: {
      record_count: { type: 'integer', minimum: 0 },
      record_count_is_minimum: { const: true, description: 'The actual count may be higher.' },
      page_count: { type: 'integer', minimum: 0 },
    },
  };
  return { ...list, properties: { ...list.properties, meta, links: schemaRef('list_links') } };
}

const document = (data: Json) => ({
  type: 'object',
  required: ['data'],
  properties: { data, included: { type: 'array', items: schemaRef('resource') }, meta: { type: 'object' } },
});

const map = <Value>(entries: Readonly<Record<string, Value>>, make: (value: Value) => Json): Json =>
  Object.fromEntries(Object.entries(entries).map(([name, value]) => [name, make(value)]));
