import type { Json } from '#contract/attribute.ts';
import { inputSchema } from '#contract/input.ts';
import type { Action, Resource, ResourceType, ToOne } from '#contract/resource.ts';
import { ID, identifier, orNull, TEXT } from './document-schemas.ts';
import { jsonSchema, objectSchema } from './json-schema.ts';

/** Returns the request schemas of a resource's create and update by name. */
export function inputSchemas(resource: Resource): Json {
  const { type, writes } = resource;
  return {
    ...(writes.includes('create') && { [`${type}_create`]: createSchema(resource) }),
    ...(writes.includes('update') && { [`${type}_update`]: updateSchema(resource) }),
  };
}

const last_message_id = { ...TEXT, description: 'The newest message in the room that the caller has seen.' };
const force = { type: 'boolean', description: 'Approves even if a visitor has written since.' };
/** What `meta` accepts besides the version, by resource type and action. */
const ACTION_META: Readonly<Record<string, Json>> = {
  'support_draft_messages approve': { last_message_id, force },
  'rooms approve_support_draft_messages': { last_message_id, force },
  'rooms mark_read': { last_message_id },
};

/** The request schema of an action; all members are optional. */
export function actionSchema(type: ResourceType, name: string, action: Action): Json {
  const { id, ...data } = {
    type: { const: type },
    id: ID,
    attributes: jsonSchema(inputSchema(action.input, 'create')),
  };
  return {
    type: 'object',
    properties: {
      data: { type: 'object', required: ['type'], properties: action.on === 'record' ? { id, ...data } : data },
      meta: {
        type: 'object',
        properties: {
          version: { ...TEXT, description: 'The `meta.version` of the record when the caller read it.' },
          ...ACTION_META[`${type} ${name}`],
        },
      },
    },
  };
}

/** The request schema of a relationship's own URL. */
export const linkageInput = (type: ResourceType, isMany: boolean) =>
  objectSchema({ data: isMany ? { type: 'array', items: identifier(type) } : orNull(identifier(type)) });

function createSchema({ type, attributes, one }: Resource): Json {
  const settable = Object.entries(one).filter(([, { write }]) => write !== 'never');
  const schema = jsonSchema(inputSchema(attributes, 'create'));
  const byAttribute = Object.fromEntries(
    settable.map(([name]) => [`${name}_id`, { ...TEXT, description: `Alternative to the relationship ${name}.` }]),
  );
  return requestSchema({
    type: { const: type },
    attributes: { ...schema, properties: { ...(schema.properties as Json), ...byAttribute } },
    ...relationshipsInput(settable),
  });
}

function updateSchema({ type, attributes, one }: Resource): Json {
  const settable = Object.entries(one).filter(([, { write }]) => write === 'always');
  const schema = requestSchema({
    type: { const: type },
    id: ID,
    attributes: jsonSchema(inputSchema(attributes, 'update')),
    ...relationshipsInput(settable),
  });
  const version = {
    ...TEXT,
    description:
      'The `meta.version` that was read. If the record has changed since, the update fails with `stale_version`.',
  };
  return { ...schema, properties: { ...schema.properties, meta: { type: 'object', properties: { version } } } };
}

const requestSchema = (data: Json) => ({
  type: 'object',
  required: ['data'],
  properties: {
    data: { type: 'object', required: ['type', ...('id' in data ? ['id'] : [])], properties: data },
  },
});

function relationshipsInput(settable: readonly [string, ToOne][]): Json {
  if (settable.length === 0) return {};
  const properties = Object.fromEntries(settable.map(([name, { type }]) => [name, linkageInput(type, false)]));
  return { relationships: { type: 'object', properties } };
}
