import { parseListQuery } from '#contract/list-query.ts';
import type { Resource } from '#contract/resource.ts';
import { resources } from '#contract/resources.ts';
import { capabilities, filterCapability, type GLOBAL_CAPABILITIES, recordCapability } from '../capabilities.ts';
import { type Connection, isCurrent } from '../connection.ts';
import { ApiError } from '../errors.ts';

interface SentRequest {
  method?: string;
  path: string;
  search?: string;
}

const FILTER_NOT_ALLOWED = '102';

/** The endpoint as documented, such as `PUT /rooms/{id}/approve_…`; undefined for other paths. */
export function endpointOf(asked: string, path: string): string | undefined {
  const method = asked === 'UPDATE' ? 'PUT' : asked;
  const [type = '', second, third, ...rest] = path.split('/').slice(1);
  const resource = findResource(type);
  if (!resource || rest.length > 0) return undefined;
  if (second === undefined) return `${method} /${type}`;
  if (third === undefined) return `${method} /${type}/${resource.actions[second] ? second : '{id}'}`;
  return resource.actions[third] ? `${method} /${type}/{id}/${third}` : undefined;
}

const findResource = (type: string): Resource | undefined =>
  Object.values(resources).find((known) => known.type === type);

/** An error in one line. */
export function describeError({ status, errors }: ApiError): string {
  const [first] = errors;
  const words = [status, first?.code !== String(status) && first?.code, first?.title, first?.detail];
  return words.filter(Boolean).join(' ');
}

/** Records what a successful answer shows about the tenant, if it is the current one. */
export function recordSuccess(to: Connection, asked: SentRequest, status: number): void {
  const { method = 'GET', path, search } = asked;
  const endpoint = endpointOf(method, path);
  if (!endpoint || !isCurrent(to)) return;
  recordCapability(endpoint, 'works', String(status));
  if (method !== 'GET') return;
  for (const name of filterNames(search)) {
    const filter = filterCapability(path.slice(1), name);
    // An ignored filter is accepted as well, so success proves nothing.
    if (capabilities.get()[filter]?.state !== 'ignored') recordCapability(filter, 'works', String(status));
  }
}

/** Records what a failed request shows about the tenant, if it is the current one. */
export function recordRefusal(to: Connection, asked: SentRequest, error: unknown): void {
  const { method = 'GET', path, search } = asked;
  const endpoint = endpointOf(method, path);
  if (!endpoint || !isCurrent(to)) return;
  if (!(error instanceof ApiError) || error.kind !== 'refused' || error.isAddressRefused) return;
  const words = describeError(error);
  // On a path with an id, 404 may just mean that the record is gone; the caller checks that.
  const isMissing = error.isUnsupported || (error.status === 404 && !error.isAboutField && !endpoint.includes('{id}'));
  const isSecret = endpoint === 'GET /users' && error.status === 403;
  if (isMissing || (isSecret && !search)) recordCapability(endpoint, 'refused', words);
  for (const name of namedFilters(error, filterNames(search))) {
    recordCapability(filterCapability(path.slice(1), name), 'refused', words);
  }
}

/** Records a capability that belongs to no endpoint, if the tenant is the current one. */
export function recordGlobalCapability(
  habit: (typeof GLOBAL_CAPABILITIES)[number],
  isThere: boolean,
  from: Connection | undefined,
): void {
  if (isCurrent(from)) recordCapability(habit, isThere ? 'works' : 'refused', '200');
}

/** The given filters that a refusal names. */
function namedFilters(error: ApiError, names: readonly string[]): string[] {
  const errors = error.errors.filter((item) => item.code === FILTER_NOT_ALLOWED);
  return names.filter((name) => errors.some((item) => item.field === name || item.detail.startsWith(`${name} `)));
}

const filterNames = (search = ''): string[] =>
  search.includes('filter') ? Object.keys(parseListQuery(search).query.filter) : [];
