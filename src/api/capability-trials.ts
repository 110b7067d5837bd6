import type { Resource } from '#contract/resource.ts';
import { resources } from '#contract/resources.ts';
import { filterCapability } from './capabilities.ts';
import { type AnyRow, probeFilter, probeList, probePath } from './tenant/probes.ts';

/** A single read-only probe. */
export interface Trial {
  name: string;
  perform: () => Promise<void>;
}

/**
 * Probes of the tenant's capabilities with GET requests only: every list, a record of each, its nested resources, every
 * filter. The results are recorded.
 */
export const capabilityTrials = (): Trial[] =>
  Object.values(resources).flatMap((resource: Resource) => trialsOf(resource));

function trialsOf(resource: Resource): Trial[] {
  const { type, actions, filters } = resource;
  // Memoized: fetched once by the first probe that needs a record.
  let some: Promise<AnyRow[]> | undefined;
  const rows = () => {
    some ??= probeList(resource);
    return some;
  };
  const readings = Object.entries(actions).filter(([, { method }]) => method === 'GET');
  return [
    { name: `GET /${type}`, perform: async () => void (await rows()) },
    { name: `GET /${type}/{id}`, perform: async () => tryBelow(await rows(), `/${type}/`, '') },
    ...readings.map(([name, { on }]) => ({
      name,
      perform: async () => {
        if (on === 'record') return tryBelow(await rows(), `/${type}/`, `/${name}`);
        await probePath(`/${type}/${name}`);
      },
    })),
    ...Object.entries(filters).map(([name, filter]) => ({
      name: filterCapability(type, name),
      perform: async () => probeFilter(resource, name, filter, await rows()),
    })),
  ];
}

/** Skips the probe if there is no record. */
async function tryBelow([row]: readonly AnyRow[], before: string, after: string): Promise<void> {
  if (row?.id) await probePath(`${before}${encodeURIComponent(row.id)}${after}`);
}
