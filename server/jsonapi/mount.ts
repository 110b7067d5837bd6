import type { Resource } from '#contract/resource.ts';
import type { Tables } from '../db/tables.ts';
import { mountActions } from './actions.ts';
import type { Api } from './api.ts';
import type { Hooks } from './hooks.ts';
import { mountQueries } from './read/queries.ts';
import { mountRelationships } from './relationships/mount-relationships.ts';
import { configureResource } from './resource-config.ts';
import { mountMutations } from './write/mutations.ts';

/** Mounts all routes of a resource. Throws if a hook or rule is missing. */
export function mount<const R extends Resource, T extends keyof Tables>(
  api: Api,
  resource: R,
  hooks: Hooks<R, T>,
): void {
  const config = configureResource(resource, hooks);
  api.configs.set(resource.type, config);
  mountQueries(api, config);
  mountMutations(api, config);
  mountRelationships(api, config);
  mountActions(api, config);
}
