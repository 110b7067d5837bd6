import type { Resource, ResourceType } from '#contract/resource.ts';
import { resources } from '#contract/resources.ts';
import { type Capabilities, filterCapability, HABITS } from '#src/api/capabilities.ts';

/** Documented capabilities of a resource, by the names under which they are recorded. */
interface DocumentedResource {
  type: ResourceType;
  endpoints: readonly string[];
  filters: readonly string[];
}

/** All endpoints and filters in the contract. */
export function documentedResources(): DocumentedResource[] {
  return Object.values(resources).map((resource: Resource) => ({
    type: resource.type,
    endpoints: endpointsOf(resource),
    filters: Object.keys(resource.filters).map((name) => filterCapability(resource.type, name)),
  }));
}

function endpointsOf({ type, writes, actions }: Resource): string[] {
  const paths = { create: `POST /${type}`, update: `PUT /${type}/{id}`, delete: `DELETE /${type}/{id}` };
  return [
    `GET /${type}`,
    `GET /${type}/{id}`,
    ...writes.map((write) => paths[write]),
    ...Object.entries(actions)
      .filter(([, { isExtension }]) => !isExtension)
      .map(([name, { method, on }]) => `${method} /${type}${on === 'record' ? '/{id}' : ''}/${name}`),
  ];
}

/** Capability report in Markdown, for the service's developers. */
export function capabilityReport(address: string, all: Capabilities): string {
  const names = documentedResources().flatMap(({ endpoints, filters }) => [...endpoints, ...filters]);
  const rows = [...names, ...HABITS].map((name) => {
    const { state = 'not tried', at, answer = '' } = all[name] ?? {};
    const when = at === undefined ? '' : new Date(at).toISOString();
    return `| ${[`\`${name}\``, state, when, answer].map(cell).join(' | ')} |`;
  });
  return [
    `# What ${address} offers of the Chat Support Resources API`,
    '',
    'Seen by Countersign from a browser. `ignored`: answered as if the filter were not there.',
    '`counts`: lists say how many records match. `meta.can`: records say what the caller may do.',
    '`comment`: approve and reject keep the comment that they are given.',
    '',
    '| What | State | When | Answer |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
