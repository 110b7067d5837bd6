import { findQueryProblems, type ListQuery, parseListQuery } from '#contract/list-query.ts';
import type { Resource, ResourceType } from '#contract/resource.ts';
import type { Api } from '../api.ts';
import { errorObject, Problem } from '../document/problem.ts';
import type { ResourceConfig } from '../resource-config.ts';

/** Parses the query string of a list or record request. Throws 400 with all of its problems. */
export function parseQuery({ configs }: Api, { resource }: ResourceConfig, search: string): ListQuery {
  // All types are mounted before the first request.
  const resources = Object.fromEntries([...configs].map(([type, config]) => [type, config.resource])) as Record<
    ResourceType,
    Resource
  >;
  const { query, problems } = parseListQuery(search);
  const found = [...problems, ...findQueryProblems(resource, query, resources)];
  if (found.length === 0) return query;
  throw new Problem(
    400,
    found.map(({ code, detail, parameter }) => errorObject(400, code, detail, { source: { parameter } })),
  );
}
