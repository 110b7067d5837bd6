import type { Json } from '#contract/attribute.ts';
import type { Action, Resource } from '#contract/resource.ts';
import { resources } from '#contract/resources.ts';
import { ID, schemaRef, TEXT } from './document-schemas.ts';
import { actionSchema } from './input-schemas.ts';
import { objectSchema } from './json-schema.ts';
import { type Operation, operationObject, readOperation } from './operations.ts';
import { filterParameters, idParameter, listParameters, viewParameters } from './parameters.ts';
import { relationshipPaths } from './relationship-paths.ts';
import { waitingHistory } from './waiting-history.ts';

/** Returns the paths of one resource, relative to the API prefix. */
export function resourcePaths(resource: Resource): Json {
  const { type, writes } = resource;
  const read = (operation: Omit<Operation, 'permission'>) =>
    readOperation(resource, { permission: 'read', ...operation });
  const write = (operation: Operation) => operationObject(resource, operation);
  const one = { '200': schemaRef(`${type}_document`) };
  const view = viewParameters(resource);
  const update = (verb: string) =>
    write({
      id: `${verb}_${type}`,
      summary: `Update a record of ${type}`,
      permission: 'update',
      parameters: view,
      body: schemaRef(`${type}_update`),
      responses: one,
    });
  return {
    [`/${type}`]: {
      get: read({
        id: `list_${type}`,
        summary: `Search ${type}`,
        parameters: listParameters(resource),
        responses: { '200': schemaRef(`${type}_list`) },
      }),
      ...(writes.includes('create') && {
        post: write({
          id: `create_${type}`,
          summary: `Create a record of ${type}`,
          permission: 'create',
          parameters: view,
          body: schemaRef(`${type}_create`),
          responses: { '201': schemaRef(`${type}_document`) },
        }),
      }),
    },
    [`/${type}/{id}`]: {
      parameters: [idParameter],
      get: read({ id: `find_${type}`, summary: `Find a record of ${type}`, parameters: view, responses: one }),
      ...(writes.includes('update') && { put: update('update'), patch: update('patch') }),
      ...(writes.includes('delete') && {
        delete: write({
          id: `delete_${type}`,
          summary: `Delete a record of ${type}`,
          permission: 'delete',
          responses: { '200': { type: 'object', properties: { meta: { type: 'object' } } } },
        }),
      }),
    },
    ...relationshipPaths(resource),
    ...actionPaths(resource),
  };
}

function actionPaths(resource: Resource): Json {
  const { type, actions } = resource;
  const entries = Object.entries(actions).map(([name, action]) => {
    const path = action.on === 'record' ? `/${type}/{id}/${name}` : `/${type}/${name}`;
    const operation = {
      id: `${name}_${type}`,
      summary: `${name.replaceAll('_', ' ')} (${type})`,
      permission: name,
      responses: actionResponses(type, name, action),
    };
    const returned = resources[action.of ?? type];
    const others = action.returns === 'counts' ? filterParameters(resource) : [];
    const parameters = action.returns === 'list' ? listParameters(returned) : others;
    const item =
      action.method === 'GET'
        ? { get: readOperation(resource, { ...operation, parameters }) }
        : {
            [action.method.toLowerCase()]: operationObject(resource, {
              ...operation,
              body: actionSchema(type, name, action),
            }),
          };
    return [path, { ...(action.on === 'record' && { parameters: [idParameter] }), ...item }] as const;
  });
  return Object.fromEntries(entries);
}

/** `meta` of a bulk action: the records it refused, and how many are left for another call. */
const bulkMeta = {
  refused: {
    type: 'array',
    description: 'Records that were not changed, and why.',
    items: objectSchema({ id: ID, code: TEXT, detail: TEXT }),
  },
  remaining_count: {
    type: 'integer',
    minimum: 1,
    description: 'Records left for another call; missing if there are none, or if `ids` was sent.',
  },
};

/** A document that has only `meta`. */
const metaSchema = (name: string, schema: Json) => objectSchema({ meta: objectSchema({ [name]: schema }) });

function actionResponses(type: string, name: string, { on, input, returns, of }: Action): Operation['responses'] {
  if (returns === 'counts') {
    const counts = { type: 'object', additionalProperties: { type: 'integer' } };
    return { '200': metaSchema(name, counts) };
  }
  if (returns === 'history') return { '200': metaSchema(name, waitingHistory) };
  const schema = schemaRef(`${of ?? type}_${returns === 'list' ? 'list' : 'document'}`);
  if (on === 'record' && 'ids' in input) {
    const meta = { type: 'object', properties: bulkMeta };
    return { '200': { allOf: [schema, { type: 'object', properties: { meta } }] } };
  }
  return name.startsWith('create_or_find') ? { '200': schema, '201': schema } : { '200': schema };
}
