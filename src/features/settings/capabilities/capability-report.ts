import type { Resource, ResourceType } from '#contract/resource.ts';
import { resources } from '#contract/resources.ts';
import { type Capabilities, type Capability, filterCapability, GLOBAL_CAPABILITIES } from '#src/api/capabilities.ts';

/** Documented capabilities of a resource, by the names under which they are recorded. */
interface DocumentedResource {
  type: ResourceType;
  /** Endpoints and filters. */
  names: readonly string[];
}

/** All endpoints and filters in the contract. */
export function documentedResources(): DocumentedResource[] {
  return Object.values(resources).map((resource: Resource) => ({
    type: resource.type,
    names: [
      ...endpointsOf(resource),
      ...Object.keys(resource.filters).map((name) => filterCapability(resource.type, name)),
    ],
  }));
}

/** The names of all capabilities that are documented or detected. */
export const capabilityNames = (): string[] => [
  ...documentedResources().flatMap(({ names }) => names),
  ...GLOBAL_CAPABILITIES,
];

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

const STATES: Record<Capability['state'], string> = { works: 'working', refused: 'rejected', ignored: 'ignored' };

/** Capability report in Markdown, for the service's developers. */
export function capabilityReport(address: string, all: Capabilities): string {
  const rows = capabilityNames().map((name) => {
    const { state, at, answer = '' } = all[name] ?? {};
    const when = at === undefined ? '' : new Date(at).toISOString();
    return `| ${[`\`${name}\``, state ? STATES[state] : 'untested', when, answer].map(cell).join(' | ')} |`;
  });
  return [
    `# API compatibility of ${address}`,
    '',
    'Tested by Countersign from a browser, against the Chat Support Resources API.',
    '`ignored`: the response is the same as without the filter.',
    '`counts`: lists include a total count. `meta.can`: records include the caller’s permissions.',
    '`comment`: approving and rejecting keep the comment sent with them.',
    '',
    '| Feature | State | Last checked | Response |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
