import { formatListQuery } from '#contract/list-query.ts';
import type { Filter, Resource, Row } from '#contract/resource.ts';
import { resources } from '#contract/resources.ts';
import { filterCapability, recordCapability } from './capabilities.ts';
import { ApiError } from './errors.ts';
import { recordPath, request } from './request.ts';
import { describeError } from './tenant/detect-capabilities.ts';
import { detectFromRows, findIgnoredFilters, IGNORED } from './tenant/detect-from-rows.ts';
import { parseItems, parseList } from './tenant/parse-document.ts';
import { listEndpoint } from './tenant/supported-query.ts';

/** A single read-only probe. */
export interface CapabilityProbe {
  name: string;
  perform: () => Promise<void>;
}

type Rows = readonly Row<Resource>[];

/**
 * Probes of the tenant's capabilities with GET requests only: every list, a record of each, its nested resources, every
 * filter. The results are recorded.
 */
export const capabilityProbes = (): CapabilityProbe[] => Object.values(resources).flatMap(trialsOf);

function trialsOf(resource: Resource): CapabilityProbe[] {
  const { type, actions, filters } = resource;
  const list = listEndpoint(resource);
  // Memoized: fetched once by the first probe that needs a record.
  let some: Promise<Rows> | undefined;
  const rows = () => {
    some ??= probeList(resource);
    return some;
  };
  /** Skipped if there is no record. */
  const probeRecord = async (...below: string[]) => {
    const [row] = await rows();
    if (row?.id) await request({ path: recordPath(resource, row.id, ...below) });
  };
  const readings = Object.entries(actions).filter(([, { method }]) => method === 'GET');
  return [
    { name: list, perform: async () => void (await rows()) },
    { name: `${list}/{id}`, perform: () => probeRecord() },
    ...readings.map(([name, { on }]) => ({
      name,
      perform: async () => (on === 'record' ? probeRecord(name) : void (await request({ path: `/${type}/${name}` }))),
    })),
    ...Object.entries(filters).map(([name, filter]) => ({
      name: filterCapability(type, name),
      perform: async () => probeFilter(resource, name, filter, await rows()),
    })),
  ];
}

/** Reads a list and records what its rows show. Throws an ApiError. */
async function probeList(resource: Resource): Promise<Rows> {
  const record = detectFromRows(resource);
  const answer = await request({ path: `/${resource.type}` });
  const page = parseList(resource, answer, {});
  record(page, answer);
  return page.rows;
}

/**
 * Records whether a filter works, or is ignored and returns records that cannot match. `rows` are sample records of the
 * resource. Throws an ApiError.
 */
async function probeFilter(resource: Resource, name: string, filter: Filter, rows: Rows): Promise<void> {
  const capability = filterCapability(resource.type, name);
  const value = trialValue(resource, name, filter, rows);
  try {
    const answer = await request({ path: `/${resource.type}`, search: formatListQuery({ filter: { [name]: value } }) });
    const page = parseList(resource, answer, {});
    const [ignored] = findIgnoredFilters(resource, { [name]: value }, page.rows, parseItems(answer.body)[0]);
    const isIgnored = ignored !== undefined || (value === NO_MATCH && page.rows.length > 0);
    if (isIgnored) recordCapability(capability, 'ignored', IGNORED);
    else recordCapability(capability, 'works', '200');
  } catch (error) {
    const isRefused = error instanceof ApiError && error.status < 500 && !error.isTransient;
    if (isRefused) recordCapability(capability, 'refused', describeError(error));
    throw error;
  }
}

const NO_MATCH = 'no record has this name';

/** A value that matches few records or none, so that the result shows whether the filter is applied. */
function trialValue(resource: Resource, name: string, { kind, attribute = '', of }: Filter, rows: Rows): string {
  const known = resource.attributes[attribute];
  const link = name.replace(/_id$/, '');
  const ids = of ? rows.map(({ one }) => one[link]?.id) : rows.map(({ id }) => id);
  switch (kind) {
    case 'id':
      return ids.find((id) => id !== undefined) ?? '1';
    case 'equals':
      return known?.choices?.[0] ?? (known?.kind === 'boolean' ? '1' : NO_MATCH);
    case 'contains':
      return NO_MATCH;
    case 'unix':
      return name.startsWith('from_') ? String(Math.floor(Date.now() / 1000)) : '86400';
    default:
      return '1';
  }
}
