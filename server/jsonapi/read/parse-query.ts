import type { ErrorObject } from '#contract/document.ts';
import { findQueryProblems, type ListQuery, parseListQuery, type QueryProblem } from '#contract/list-query.ts';
import type { Resource, ResourceType, ToOne } from '#contract/resource.ts';
import type { Api } from '../api.ts';
import { errorObject, Problem } from '../document/problem.ts';
import type { ResourceConfig } from '../resource-config.ts';
import { filterValues } from './filter.ts';
import { queryProblemSentence } from './query-problem-sentence.ts';

/** Parses the query string of a list or record request. Throws 400 with all of its problems. */
export function parseQuery({ configs }: Api, { resource, summarize }: ResourceConfig, search: string): ListQuery {
  // All types are mounted before the first request.
  const resources = Object.fromEntries([...configs].map(([type, config]) => [type, config.resource])) as Record<
    ResourceType,
    Resource
  >;
  const { query, problems } = parseListQuery(search);
  const errors = [...problems, ...findQueryProblems(resource, query, resources)].map(queryError);
  const isSummary = summarize !== undefined && parseRoomMeta(search, errors);
  const filter = Object.fromEntries(Object.entries(query.filter).filter(([, raw]) => filterValues(raw).length > 0));
  if (errors.length === 0) return { ...query, filter, ...(isSummary && { roomMeta: 'summary' }) };
  throw new Problem(400, errors);
}

function queryError(problem: QueryProblem): ErrorObject {
  const { code, parameter } = problem;
  return errorObject(400, code, queryProblemSentence(problem), { source: { parameter } });
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
function parseRoomMeta(search: string, errors: ErrorObject[]): boolean {
  const parameter = 'roomMeta';
  const given = new URLSearchParams(search).getAll(parameter);
  if (given.length > 1) errors.push(queryError({ parameter, code: '400' }));
  const [value = ''] = given;
  if (value.trim() !== '' && value !== 'summary') {
    errors.push(errorObject(400, '400', `${parameter} accepts summary.`, { source: { parameter } }));
  }
  return value === 'summary';
}
