import type { Json } from '#contract/attribute.ts';
import type { Resource } from '#contract/resource.ts';
import { resources } from '#contract/resources.ts';
import { linkageSchema, schemaRef } from './document-schemas.ts';
import { linkageInput } from './input-schemas.ts';
import { operationObject, readOperation } from './operations.ts';
import { childIdParameter, idParameter, listParameters, viewParameters } from './parameters.ts';

/** Returns the paths of a resource's relationships and of their related records. */
export function relationshipPaths(resource: Resource): Json {
  const { type, one, many, writes } = resource;
  const paths: Json = {};
  for (const [name, target] of Object.entries({ ...one, ...many })) {
    const isMany = Object.hasOwn(many, name);
    const linked = resources[target.type];
    const linkage = { '200': linkageSchema(target.type, isMany) };
    const change = (verb: string, rule: string, summary: string) =>
      operationObject(resource, {
        id: `${verb}_${type}_${name}`,
        summary,
        permission: rule,
        body: linkageInput(target.type, isMany),
        responses: linkage,
      });
    const setsOne = !isMany && target.write === 'always' && writes.includes('update');
    paths[`/${type}/{id}/relationships/${name}`] = {
      parameters: [idParameter],
      get: readOperation(resource, {
        id: `linkage_${type}_${name}`,
        summary: `Get the linkage of ${name} of a record of ${type}`,
        permission: 'read',
        responses: linkage,
      }),
      ...(setsOne && {
        put: change('set', 'update', `Set ${name} of a record of ${type}`),
        patch: change('patch', 'update', `Set ${name} of a record of ${type}`),
      }),
      ...(target.write === 'members' && {
        post: change('add', 'members', `Add to ${name} of a record of ${type}`),
        delete: change('remove', 'members', `Remove from ${name} of a record of ${type}`),
      }),
    };
    paths[`/${type}/{id}/relationships/${name}/{childId}`] = {
      parameters: [idParameter, childIdParameter],
      get: readOperation(resource, {
        id: `linked_${type}_${name}`,
        summary: `Get one record of ${name} of a record of ${type}`,
        permission: 'read',
        parameters: viewParameters(linked),
        responses: { '200': schemaRef(`${target.type}_document`) },
      }),
    };
    paths[`/${type}/{id}/${name}`] = {
      parameters: [idParameter],
      get: readOperation(resource, {
        id: `related_${type}_${name}`,
        summary: `Get ${name} of a record of ${type}`,
        permission: 'read',
        parameters: isMany ? listParameters(linked) : viewParameters(linked),
        responses: { '200': schemaRef(`${target.type}_${isMany ? 'list' : 'document'}`) },
      }),
    };
  }
  return paths;
}
