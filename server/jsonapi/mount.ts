import type { Resource } from '#contract/resource.ts';
import type { Tables } from '../db/tables.ts';
import { mountActions } from './actions.ts';
import type { Api } from './api.ts';
import { mountReading } from './reading.ts';
import { mountRelationships } from './relationships.ts';
import { type Hooks, serve } from './served.ts';
import { mountWriting } from './writing.ts';

/** Mounts all routes of a resource. Throws if a hook or rule is missing. */
export function mount<const R extends Resource, T extends keyof Tables>(
  api: Api,
  resource: R,
  hooks: Hooks<R, T>,
): void {
  const served = serve(resource, hooks);
  api.all.set(resource.type, served);
  mountReading(api, served);
  mountWriting(api, served);
  mountRelationships(api, served);
  mountActions(api, served);
}
