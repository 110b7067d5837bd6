import type { Resource, ResourceType } from '#contract/resource.ts';
import { resources } from '#contract/resources.ts';
import { filterOffer } from '#src/api/offers/offers.ts';

/** Documented capabilities of a resource, by the names under which they are recorded. */
export interface DocumentedResource {
  type: ResourceType;
  endpoints: readonly string[];
  filters: readonly string[];
}

/** All endpoints and filters in the contract. */
export function documentedResources(): DocumentedResource[] {
  return Object.values(resources).map((resource: Resource) => ({
    type: resource.type,
    endpoints: endpointsOf(resource),
    filters: Object.keys(resource.filters).map((name) => filterOffer(resource.type, name)),
  }));
}

function endpointsOf({ type, writes, actions }: Resource): string[] {
  const paths = { create: `POST /${type}`, update: `PUT /${type}/{id}`, delete: `DELETE /${type}/{id}` };
  return [
    `GET /${type}`,
    `GET /${type}/{id}`,
    ...writes.map((write) => paths[write]),
    ...Object.entries(actions).map(
      ([name, { method, on }]) => `${method} /${type}${on === 'record' ? '/{id}' : ''}/${name}`,
    ),
  ];
}
