import type { Json } from '#contract/attribute.ts';
import type { Identifier } from '#contract/document.ts';
import { PAGE_SIZE } from '#contract/list-query.ts';
import type { Action, ActionInput, ActionName, AttributeName, Input, Resource, Row } from '#contract/resource.ts';
import { mergeWritten, refreshLists } from './cache.ts';
import { type Connection, isCurrent } from './connection.ts';
import { ApiError } from './errors.ts';
import { isNotOffered } from './offers/probe.ts';
import { listQuery, oneQuery, queryKeys } from './queries.ts';
import { queryClient } from './query-client.ts';
import { findWritten, readRecord, readWritten } from './read-document.ts';
import { readRow } from './read-row.ts';
import { type ApiAnswer, type ApiRequest, request } from './request.ts';
import { toContractName, toWire, toWireName } from './wire-forms.ts';

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
 * Whatever the tenant answers, a status of success is one. The record is taken from the answer where it is whole there,
 * else read where it must lie; a new one that nobody tells of comes without its id.
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
  const answer = await change(resource, id, {
    method: id ? 'UPDATE' : 'POST',
    path: id ? `/${resource.type}/${encodeURIComponent(id)}` : `/${resource.type}`,
    body: {
      data: { type: resource.type, id, attributes, relationships },
      meta: version === undefined ? undefined : { version },
    },
    from,
  });
  const row = showAnswer(resource, answer, id, from);
  if (row) return row;
  const written = id ?? idOfLocation(answer) ?? readRecord(resource, answer)?.id;
  // Nothing is asked of a tenant that the person has left.
  if (!isCurrent(from)) return asSent(resource, attributes, written);
  if (!written) return (await findCreated(resource, attributes)) ?? asSent(resource, attributes);
  return (await queryClient.query({ ...oneQuery(resource, written), staleTime: 0 })).row;
}

/** Sends a change of a record, or an action on it; what the tenant does not offer is noted. */
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

/** Shows every record of an answer as it stands now, and gives the one that was written if it is among them. */
function showAnswer<R extends Resource>(
  resource: R,
  answer: ApiAnswer,
  id: string | undefined,
  from: Connection | undefined,
): Row<R> | undefined {
  // The tenant has taken the request and not carried it out yet.
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

/** The newest record with the attributes that were just sent, for tenants that do not tell what they made. */
async function findCreated<R extends Resource>(resource: R, sent: Json): Promise<Row<R> | undefined> {
  const newest = { sort: ['-id'], page: { size: PAGE_SIZE.most } };
  try {
    const { rows } = await queryClient.query({ ...listQuery(resource, newest), staleTime: 0 });
    const names = Object.keys(sent).map(toContractName);
    const text = (row: Row<R>) => JSON.stringify(names.map((name) => row[name as AttributeName<R>]));
    const wanted = text(asSent(resource, sent));
    return rows.find((row) => text(row) === wanted);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** A record as far as the request says what it is: a tenant may tell no more. */
function asSent<R extends Resource>(resource: R, attributes: Json, id = ''): Row<R> {
  const row = readRow(resource, { id, attributes });
  if (!row) throw new TypeError('attributes make a record');
  return row;
}

export interface ActInput<R extends Resource, A extends ActionName<R>> {
  /** Absent for an action on the whole collection. */
  id?: string;
  attributes?: ActionInput<R, A>;
  /** Top-level members beside `data`, such as the version that was seen. */
  meta?: Record<string, unknown>;
}

/** Performs an action, and shows every record that is answered. Gives the body of the answer; throws an ApiError. */
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
  // Some tenants answer without the record: what was acted on is read again.
  if (id && !isShown) await queryClient.invalidateQueries({ queryKey: queryKeys.one(resource, id, from) });
  return answer.body;
}
