import { findQueryProblems, type ListQuery, parseListQuery, type QueryProblem } from '#contract/list-query.ts';
import type { Resource, ResourceType } from '#contract/resource.ts';
import type { Api } from '../api.ts';
import { errorObject, Problem } from '../document/problem.ts';
import type { ResourceConfig } from '../resource-config.ts';

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
  if (found.length === 0) return isSummary ? { ...query, roomMeta: 'summary' } : query;
  throw new Problem(
    400,
    found.map(({ code, detail, parameter }) => errorObject(400, code, detail, { source: { parameter } })),
  );
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
