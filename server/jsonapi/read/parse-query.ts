import { findQueryProblems, type ListQuery, parseListQuery, type QueryProblem } from '#contract/list-query.ts';
import type { Resource, ResourceType, ToOne } from '#contract/resource.ts';
import type { Api } from '../api.ts';
import { errorObject, Problem } from '../document/problem.ts';
import type { ResourceConfig } from '../resource-config.ts';
import { filterValues } from './filter.ts';

/** Parses the query string of a list or record request. Throws 400 with all of its problems. */
export function parseQuery({ configs }: Api, { resource, summarize }: ResourceConfig, search: string): ListQuery {
  // All types are mounted before the first request.
  const resources = Object.fromEntries([...configs].map(([type, config]) => [type, config.resource])) as Record<
    ResourceType,
    Resource
  >;
  const { query, problems } = parseListQuery(search);
  const found = [...problems, ...findQueryProblems(resource, query, resources)];
  const isSummary = summarize !== undefined && parseRoomMeta(search, found);
  const filter = Object.fromEntries(Object.entries(query.filter).filter(([, raw]) => filterValues(raw).length > 0));
  if (found.length === 0) return { ...query, filter, ...(isSummary && { roomMeta: 'summary' }) };
  throw new Problem(
    400,
    found.map(({ code, detail, parameter }) => errorObject(400, code, detail, { source: { parameter } })),
  );
}

/**
 * Like `parseQuery`, for the response to a write. Refuses includes of to-many relationships, because other writes would
 * wait while they are read.
 */
export function parseWriteQuery(api: Api, config: ResourceConfig, search: string): ListQuery {
  const query = parseQuery(api, config, search);
  const many = query.include.filter((path) => leadsToMany(api, config.resource, path));
  if (many.length === 0) return query;
  throw new Problem(
    400,
    many.map((path) => {
      const detail = `The response to a write does not include ${path}, which may be many records. Request them separately.`;
      return errorObject(400, '112', detail, { source: { parameter: 'include' } });
    }),
  );
}

function leadsToMany({ configs }: Api, from: Resource, path: string): boolean {
  let resource: Resource | undefined = from;
  for (const name of path.split('.')) {
    if (!resource || Object.hasOwn(resource.many, name)) return true;
    const target: ToOne | undefined = resource.one[name];
    resource = target && configs.get(target.type)?.resource;
  }
  return false;
}

/** True if summaries are asked for. Elsewhere the parameter is unknown, and ignored as any other. */
function parseRoomMeta(search: string, problems: QueryProblem[]): boolean {
  const parameter = 'roomMeta';
  const given = new URLSearchParams(search).getAll(parameter);
  const report = (detail: string) => problems.push({ parameter, code: '400', detail });
  if (given.length > 1) report(`The parameter ${parameter} was given more than once.`);
  const [value = ''] = given;
  if (value.trim() !== '' && value !== 'summary') report(`${parameter} accepts summary.`);
  return value === 'summary';
}
