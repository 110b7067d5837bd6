import type { Identifier } from '#contract/document.ts';
import type { Action, ActionInput, ActionName, Input, Resource, Row } from '#contract/resource.ts';
import { serverNow } from '#src/lib/clock.ts';
import { mergeWritten, refreshLists } from './cache.ts';
import { type Connection, isCurrent } from './connection.ts';
import { ApiError } from './errors.ts';
import { asSent, findSaved } from './find-saved.ts';
import { isNotOffered } from './offers/probe.ts';
import { oneQuery, queryKeys } from './queries.ts';
import { queryClient } from './query-client.ts';
import { findWritten, readRecord, readWritten } from './read-document.ts';
import { type ApiAnswer, type ApiRequest, request } from './request.ts';
import { seeThrough } from './see-through.ts';
import { toWire, toWireName } from './wire-forms.ts';

export interface SaveInput<R extends Resource> {
  /** Absent for a new record. */
  id?: string;
  attributes: Input<R>;
  /** To-one relationships of a new record. */
  one?: Record<string, Identifier>;
  /** The version that was edited, if the tenant has versions. */
  version?: string | undefined;
}

/**
 * Any 2xx is success. Uses the record in the body if complete, else re-reads it; if the tenant returns no id, looks the
 * new record up, else its `id` is empty. If the response is lost, the record is looked up. Throws an ApiError, with
 * `isOutcomeUnknown` if the outcome could not be determined.
 */
export async function save<R extends Resource>(
  resource: R,
  input: SaveInput<R>,
  from: Connection | undefined,
): Promise<Row<R>> {
  const { id, one, version } = input;
  const attributes = toWire(resource, input.attributes);
  const relationships =
    one && Object.fromEntries(Object.entries(one).map(([name, data]) => [toWireName(name), { data }]));
  const asked: ApiRequest = {
    method: id ? 'UPDATE' : 'POST',
    path: id ? `/${resource.type}/${encodeURIComponent(id)}` : `/${resource.type}`,
    body: {
      data: { type: resource.type, id, attributes, relationships },
      meta: version === undefined ? undefined : { version },
    },
    from,
  };
  const write = { id, attributes, one, sentAtUnix: serverNow() };
  const answer = await seeThrough(resource, write, from, () => change(resource, id, asked));
  if ('found' in answer) return answer.found;
  const row = showAnswer(resource, answer, id, from);
  if (row) return row;
  const written = id ?? idOfLocation(answer) ?? readRecord(resource, answer)?.id;
  // No follow-up requests to a tenant the user has left.
  if (!isCurrent(from)) return asSent(resource, attributes, written);
  if (!written) return (await findSaved(resource, write, from).catch(unlessFault)) ?? asSent(resource, attributes);
  const { row: now } = await queryClient.query({ ...oneQuery(resource, written), staleTime: 0 });
  // A 202 may not be applied yet: overlay the values sent.
  return answer.status === ACCEPTED ? { ...now, ...pick(asSent(resource, attributes), input.attributes) } : now;
}

/** The values of a record under the keys of another object. */
const pick = <R extends Resource>(row: Row<R>, names: object): Partial<Row<R>> =>
  // Each name is one of the record's.
  Object.fromEntries(Object.keys(names).map((name) => [name, row[name as keyof Row<R>]])) as Partial<Row<R>>;

/** Swallows failed requests; any other error is a bug. */
function unlessFault(error: unknown): undefined {
  if (!(error instanceof ApiError)) throw error;
}

/** Sends an update or an action; records what the tenant does not support. */
async function change(resource: Resource, id: string | undefined, asked: ApiRequest, action?: string) {
  try {
    return await request(asked);
  } catch (error) {
    const method = asked.method === 'UPDATE' ? 'PUT' : asked.method;
    const endpoint = `${method} /${resource.type}/{id}${action ? `/${action}` : ''}`;
    if (id) await isNotOffered(error, endpoint, { type: resource.type, id, from: asked.from });
    throw error;
  }
}

/** Merges all records of an answer into the cache; returns the one written, if included. */
function showAnswer<R extends Resource>(
  resource: R,
  answer: ApiAnswer,
  id: string | undefined,
  from: Connection | undefined,
): Row<R> | undefined {
  // Accepted but not applied yet: refresh the lists later.
  if (answer.status === ACCEPTED) {
    setTimeout(() => void refreshLists(resource), READ_LATER_MS);
    return undefined;
  }
  const found = readWritten(resource, answer);
  for (const { resource: of, row } of found) mergeWritten(of, row, from);
  return findWritten(resource, found, id);
}

const ACCEPTED = 202;
const READ_LATER_MS = 3000;

function idOfLocation({ location, url }: ApiAnswer): string | undefined {
  if (!location || !URL.canParse(location, url)) return undefined;
  const last = new URL(location, url).pathname.split('/').filter(Boolean).at(-1);
  return last && decodeURIComponent(last);
}

export interface ActInput<R extends Resource, A extends ActionName<R>> {
  /** Absent for an action on the whole collection. */
  id?: string;
  attributes?: ActionInput<R, A>;
  /** Top-level members beside `data`, such as the version seen. */
  meta?: Record<string, unknown>;
}

/** Performs an action and merges the records of the answer into the cache. Returns the body; throws an ApiError. */
export async function act<R extends Resource, A extends ActionName<R>>(
  resource: R,
  name: A,
  input: ActInput<R, A>,
  from: Connection | undefined,
) {
  const { id, attributes = {}, meta } = input;
  const action: Action | undefined = resource.actions[name];
  const method = action?.method ?? 'PUT';
  const path = id ? `/${resource.type}/${encodeURIComponent(id)}/${name}` : `/${resource.type}/${name}`;
  const data = { type: resource.type, id, attributes: toWire(resource, attributes, action?.input) };
  const answer = await change(resource, id, { method, path, body: { data, meta }, from }, name);
  const isShown = showAnswer(resource, answer, id, from) !== undefined;
  // Some tenants answer without the record: refetch it.
  if (id && !isShown) await queryClient.invalidateQueries({ queryKey: queryKeys.one(resource, id, from) });
  return answer.body;
}
