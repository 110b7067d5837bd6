import { formatListQuery } from '#contract/list-query.ts';
import type { Filter, Resource, Row } from '#contract/resource.ts';
import { resources } from '#contract/resources.ts';
import { ApiError } from '#src/api/errors.ts';
import { findIgnoredFilters } from '#src/api/offers/ignored-filters.ts';
import { wordsOf } from '#src/api/offers/learn.ts';
import { rowsNoter } from '#src/api/offers/note-rows.ts';
import { filterOffer, noteOffer } from '#src/api/offers/offers.ts';
import { readItems, readList } from '#src/api/read-document.ts';
import { request } from '#src/api/request.ts';
import { type Job, startJob } from '#src/crud/job.ts';

/** A single read-only probe. */
interface Trial {
  name: string;
  perform: () => Promise<void>;
}

type AnyRow = Row<Resource>;

/**
 * Probes the tenant's capabilities with GET requests only: every list, a record of each, its nested resources, every
 * filter.
 */
export function startTrials(): Job<Trial, void> {
  const trials = Object.values(resources).flatMap((resource: Resource) => trialsOf(resource));
  return startJob(trials, ({ perform }) => perform());
}

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
      name: filterOffer(type, name),
      perform: async () => tryFilter(resource, name, filter, await rows()),
    })),
  ];
}

async function readRows(resource: Resource): Promise<AnyRow[]> {
  const note = rowsNoter(resource);
  const answer = await request({ path: `/${resource.type}` });
  const page = readList(resource, answer, {});
  note(page, answer);
  return page.rows;
}

/** Skips the probe if there is no record. */
async function tryBelow([row]: readonly AnyRow[], before: string, after: string): Promise<void> {
  if (row?.id) await request({ path: `${before}${encodeURIComponent(row.id)}${after}` });
}

/** A filter works if records that cannot match are left out; it is ignored if they are returned. */
async function tryFilter(resource: Resource, name: string, filter: Filter, rows: readonly AnyRow[]): Promise<void> {
  const offer = filterOffer(resource.type, name);
  const value = trialValue(resource, name, filter, rows);
  try {
    const answer = await request({ path: `/${resource.type}`, search: formatListQuery({ filter: { [name]: value } }) });
    const page = readList(resource, answer, {});
    const [ignored] = findIgnoredFilters(resource, { [name]: value }, page.rows, readItems(answer.body)[0]);
    const isIgnored = ignored !== undefined || (value === NO_MATCH && page.rows.length > 0);
    noteOffer(offer, isIgnored ? 'ignored' : 'works', isIgnored ? '200 with records that do not match' : '200');
  } catch (error) {
    const isAnswered = error instanceof ApiError && error.kind === 'refused' && error.status < 500;
    if (isAnswered && error.status !== 401) noteOffer(offer, 'refused', wordsOf(error));
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
