import { LRUCache } from 'lru-cache';
import { findQueryProblems, type ListQuery, parseListQuery } from '#contract/list-query.ts';
import type { Resource, ResourceType } from '#contract/resource.ts';
import type { Api } from '../api.ts';
import { errorObject, Problem } from '../document/problem.ts';
import type { ResourceConfig } from '../resource-config.ts';

const MAX_CACHED_QUERIES = 500;
const MAX_CACHED_SEARCH = 2_048;

/** Parses the query string of a list or record request. Throws 400 with all of its problems. */
export function parseQuery({ configs }: Api, config: ResourceConfig, search: string): ListQuery {
  const queries = queryCaches.get(config) ?? new LRUCache({ max: MAX_CACHED_QUERIES });
  queryCaches.set(config, queries);
  const known = queries.get(search);
  if (known) return known;
  const query = validateQuery(configs, config.resource, search);
  if (search.length <= MAX_CACHED_SEARCH) queries.set(search, query);
  return query;
}

/** LRU cache of parsed queries per resource, by query string. */
const queryCaches = new WeakMap<ResourceConfig, LRUCache<string, ListQuery>>();

function validateQuery(configs: Api['configs'], resource: Resource, search: string) {
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
