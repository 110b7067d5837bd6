import { formatListQuery } from '#contract/list-query.ts';
import type { Filter, Resource, Row } from '#contract/resource.ts';
import { filterCapability, recordCapability } from '../capabilities.ts';
import { ApiError } from '../errors.ts';
import { request } from '../request.ts';
import { describeError } from './detect-capabilities.ts';
import { detectFromRows, findIgnoredFilters } from './detect-from-rows.ts';
import { parseItems, parseList } from './parse-document.ts';

export type AnyRow = Row<Resource>;

/** Sends a GET request; its success or refusal is recorded. Throws an ApiError. */
export async function probePath(path: string): Promise<void> {
  await request({ path });
}

/** Reads a list and records what its rows show. Throws an ApiError. */
export async function probeList(resource: Resource): Promise<AnyRow[]> {
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
export async function probeFilter(
  resource: Resource,
  name: string,
  filter: Filter,
  rows: readonly AnyRow[],
): Promise<void> {
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
