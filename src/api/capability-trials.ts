import { formatListQuery } from '#contract/list-query.ts';
import type { Filter, Resource, Row } from '#contract/resource.ts';
import { resources } from '#contract/resources.ts';
import { filterCapability, recordCapability } from './capabilities.ts';
import { ApiError } from './errors.ts';
import { request } from './request.ts';
import { describeError } from './tenant/detect-capabilities.ts';
import { detectFromRows, findIgnoredFilters } from './tenant/detect-from-rows.ts';
import { parseItems, parseList } from './tenant/parse-document.ts';

/** A single read-only probe. */
export interface Trial {
  name: string;
  perform: () => Promise<void>;
}

type AnyRow = Row<Resource>;

/**
 * Probes of the tenant's capabilities with GET requests only: every list, a record of each, its nested resources, every
 * filter. What they show is recorded.
 */
export const capabilityTrials = (): Trial[] =>
  Object.values(resources).flatMap((resource: Resource) => trialsOf(resource));

function trialsOf(resource: Resource): Trial[] {
  const { type, actions, filters } = resource;
  // Memoized: fetched once by the first probe that needs a record.
  let some: Promise<AnyRow[]> | undefined;
  const rows = () => {
    some ??= readRows(resource);
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
        await request({ path: `/${type}/${name}` });
      },
    })),
    ...Object.entries(filters).map(([name, filter]) => ({
      name: filterCapability(type, name),
      perform: async () => tryFilter(resource, name, filter, await rows()),
    })),
  ];
}

async function readRows(resource: Resource): Promise<AnyRow[]> {
  const record = detectFromRows(resource);
  const answer = await request({ path: `/${resource.type}` });
  const page = parseList(resource, answer, {});
  record(page, answer);
  return page.rows;
}

/** Skips the probe if there is no record. */
async function tryBelow([row]: readonly AnyRow[], before: string, after: string): Promise<void> {
  if (row?.id) await request({ path: `${before}${encodeURIComponent(row.id)}${after}` });
}

/** A filter works if records that cannot match are left out; it is ignored if they are returned. */
async function tryFilter(resource: Resource, name: string, filter: Filter, rows: readonly AnyRow[]): Promise<void> {
  const capability = filterCapability(resource.type, name);
  const value = trialValue(resource, name, filter, rows);
  try {
    const answer = await request({ path: `/${resource.type}`, search: formatListQuery({ filter: { [name]: value } }) });
    const page = parseList(resource, answer, {});
    const [ignored] = findIgnoredFilters(resource, { [name]: value }, page.rows, parseItems(answer.body)[0]);
    const isIgnored = ignored !== undefined || (value === NO_MATCH && page.rows.length > 0);
    recordCapability(
      capability,
      isIgnored ? 'ignored' : 'works',
      isIgnored ? '200 with records that do not match' : '200',
    );
  } catch (error) {
    const isAnswered = error instanceof ApiError && error.kind === 'refused' && error.status < 500;
    if (isAnswered && error.status !== 401) recordCapability(capability, 'refused', describeError(error));
    throw error;
  }
}

const NO_MATCH = 'no record has this name';

/** A value that matches few records or none, so that the result shows whether the filter is applied. */
function trialValue(resource: Resource, name: string, { kind, attribute = '', of }: Filter, rows: readonly AnyRow[]) {
  const known = resource.attributes[attribute];
  switch (kind) {
    case 'id':
      return (
        (of ? rows.find(({ one }) => one[name.replace(/_id$/, '')])?.one[name.replace(/_id$/, '')]?.id : rows[0]?.id) ??
        '1'
      );
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
