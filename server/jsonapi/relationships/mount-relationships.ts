import type { Api } from '../api.ts';
import { addQueryRoute } from '../request/query-route.ts';
import type { ResourceConfig } from '../resource-config.ts';
import { linkageResponse } from './linkage.ts';
import { relatedRecordResponse, relatedToManyResponse, relatedToOneResponse } from './related-records.ts';
import { mountToManyWrites } from './to-many-writes.ts';
import { mountToOneWrites } from './to-one-writes.ts';

/** Mounts the routes of each relationship and of its related records. */
export function mountRelationships(api: Api, config: ResourceConfig): void {
  const { resource } = config;
  const roles = config.permissions.read ?? [];
  for (const name of [...Object.keys(resource.one), ...Object.keys(resource.many)]) {
    const isOne = Object.hasOwn(resource.one, name);
    const read = isOne ? relatedToOneResponse : relatedToManyResponse;
    const path = `/v1/${resource.type}/:id/relationships/${name}`;
    const isQuick = () => isOne;
    addQueryRoute(api, { path, roles, isQuick, handler: (request) => linkageResponse(config, name, request) });
    addQueryRoute(api, {
      path: `${path}/:childId`,
      roles,
      handler: (request) => relatedRecordResponse(api, config, name, request),
    });
    addQueryRoute(api, {
      path: `/v1/${resource.type}/:id/${name}`,
      roles,
      handler: (request) => read(api, config, name, request),
    });
    if (isOne) mountToOneWrites(api, config, name, path);
    else mountToManyWrites(api, config, name, path);
  }
}
