import type { Action, ActionName, Resource, Row } from '#contract/resource.ts';
import { serverNow } from '#src/lib/clock.ts';
import { asRecord } from '#src/lib/json.ts';
import { mergeWritten, refreshListsLater, snapshotCached } from '../cache.ts';
import { type Connection, connection, isCurrent } from '../connection.ts';
import { ApiError } from '../errors.ts';
import { oneQuery } from '../queries.ts';
import { queryClient, queryKeys } from '../query-client.ts';
import { ACCEPTED, type ApiAnswer, type ApiRequest, recordPath, request } from '../request.ts';
import type { ActInput, ActResult, LinkInput, SaveInput } from '../write-inputs.ts';
import { endpointOf } from './detect-capabilities.ts';
import { forgetFollowed } from './linked-records.ts';
import { isOperationMissing } from './outcome.ts';
import { parseList, parseOne, parseRecord } from './parse-document.ts';
import { type FoundRecord, findResource, findWrittenRecord, parseWriteResponse } from './parse-write-response.ts';
import { asSent, findExistingWrite, reconcileWrite } from './reconcile-write.ts';
import { toWire, toWireName } from './to-wire.ts';

/**
 * Creates or updates a record, and returns its current state as far as it can be read. Any 2xx is success. Uses the
 * record in the body if complete, else re-reads it; if the tenant returns no id, looks the new record up, else its `id`
 * is empty. If the response is lost, the record is looked up. Throws an ApiError, with `isOutcomeUnknown` if the
 * outcome could not be determined.
 */
export async function save<R extends Resource>(
  resource: R,
  input: SaveInput<R>,
  from: Connection | undefined,
): Promise<Row<R>> {
  const { id, one, sentAtUnix, version, keepalive = false, expectedUser } = input;
  const attributes = toWire(resource, input.attributes, from);
  const relationships =
    one && Object.fromEntries(Object.entries(one).map(([name, data]) => [toWireName(name, from), { data }]));
  const asked: ApiRequest = {
    method: id ? 'UPDATE' : 'POST',
    path: id ? recordPath(resource, id) : `/${resource.type}`,
    body: {
      data: { type: resource.type, id, attributes, relationships },
      meta: version === undefined ? undefined : { version },
    },
    from,
    keepalive,
    expectedUser,
  };
  const isLost = sentAtUnix !== undefined;
  const known = isLost ? () => undefined : snapshotCached(resource, from);
  const write = { id, attributes, one, sentAtUnix: sentAtUnix ?? serverNow(), known };
  const send = async () => (isLost ? Promise.reject(new ApiError('timeout')) : sendChange(resource, id, asked));
  const writing = reconcileWrite(resource, write, from, send);
  const answer = await writing.finally(() => id !== undefined && forgetFollowed({ type: resource.type, id }));
  // Some tenants return no linkage.
  const linked = (row: Row<R>): Row<R> => ({ ...row, one: { ...one, ...row.one } });
  if ('found' in answer) return linked(answer.found);
  const row = findWrittenRecord(resource, mergeAnswer(resource, answer, from), id);
  if (row) return linked(row);
  const written = id ?? idOfLocation(answer) ?? parseRecord(resource, answer)?.id;
  const sent = linked(asSent(resource, attributes, from, written));
  // No follow-up requests to a tenant the user has left.
  if (!isCurrent(from)) return sent;
  if (!written) return linked((await findExistingWrite(resource, write, from).catch(rethrowUnlessApiError)) ?? sent);
  const reread = queryClient.query({ ...oneQuery(resource, written), staleTime: 0 });
  const now = (await reread.catch(rethrowUnlessApiError))?.row;
  if (now && answer.status !== ACCEPTED) return linked(now);
  if (answer.status !== ACCEPTED) refreshListsLater(resource);
  // Not applied yet, or unreadable: overlay the sent values. Drop the version, which predates the write.
  const base = now ?? known(written) ?? sent;
  const { version: _, ...meta } = base.meta;
  const values = Object.keys(input.attributes).map((name) => [name, Reflect.get(sent, name)]);
  return { ...base, meta, one: { ...base.one, ...one }, ...Object.fromEntries(values) };
}

/** Swallows failed requests; any other error is a bug. */
function rethrowUnlessApiError(error: unknown): undefined {
  if (!(error instanceof ApiError)) throw error;
}

/**
 * Sends an update or an action, and records if the tenant does not support it for records. A closing page has no time to
 * check that.
 */
async function sendChange({ type }: Resource, id: string | undefined, asked: ApiRequest): Promise<ApiAnswer> {
  try {
    return await request(asked);
  } catch (error) {
    const endpoint = endpointOf(asked.method ?? 'GET', asked.path);
    if (id && endpoint && !asked.keepalive) await isOperationMissing(error, endpoint, { type, id, from: asked.from });
    throw error;
  }
}

/** Merges all complete records of an answer into the cache, and returns them. */
function mergeAnswer(resource: Resource, answer: ApiAnswer, from: Connection | undefined): FoundRecord[] {
  // Accepted but not applied yet: refresh the lists later.
  if (answer.status === ACCEPTED) {
    refreshListsLater(resource);
    return [];
  }
  const found = parseWriteResponse(resource, answer);
  for (const { resource: of, row } of found) mergeWritten(of, row, from);
  return found;
}

function idOfLocation({ location, url }: ApiAnswer): string | undefined {
  if (!location || !URL.canParse(location, url)) return undefined;
  const last = new URL(location, url).pathname.split('/').filter(Boolean).at(-1);
  return last && decodeURIComponent(last);
}

/** Performs an action and merges the records of the answer into the cache. Throws an ApiError. */
export async function act<R extends Resource, A extends ActionName<R>>(
  resource: R,
  name: A,
  input: ActInput<R, A>,
  from: Connection | undefined,
): Promise<ActResult<R>> {
  const { id, attributes = {}, meta, keepalive = false, expectedUser } = input;
  const action: Action | undefined = resource.actions[name];
  const other = action?.of && findResource(action.of);
  const method = action?.method ?? 'PUT';
  const path = id ? recordPath(resource, id, name) : `/${resource.type}/${name}`;
  const data = { type: resource.type, id, attributes: toWire(other ?? resource, attributes, from, action?.input) };
  const asked: ApiRequest = { method, path, body: { data, meta }, from, keepalive, expectedUser };
  const answer = await sendChange(resource, id, asked);
  const records = mergeAnswer(other ?? resource, answer, from);
  // Some tenants answer without the record: it is read again when it is used, or by the caller.
  if (id && !findWrittenRecord(resource, records, id))
    void queryClient.invalidateQueries({ queryKey: queryKeys.one(resource, id, from), refetchType: 'none' });
  return {
    row: other ? undefined : parseRecord(resource, answer),
    count: countRecords(other ?? resource, answer),
    records,
    meta: asRecord(asRecord(answer.body)?.meta) ?? {},
    isPending: answer.status === ACCEPTED,
  };
}

function countRecords(resource: Resource, answer: ApiAnswer): number | undefined {
  const body = Array.isArray(answer.body) ? answer.body : { data: [], ...asRecord(answer.body) };
  try {
    const { rows, total } = parseList(resource, { ...answer, body }, {});
    return total ?? (rows.length || undefined);
  } catch {
    // Any 2xx is success, whatever its body.
    return undefined;
  }
}

/**
 * Adds records to a to-many relationship or removes them. Idempotent: no error if already added or removed. Throws an
 * ApiError.
 */
export async function link(
  resource: Resource,
  relationship: string,
  { id, others, isAdding }: LinkInput,
  from: Connection | undefined,
): Promise<void> {
  await request({
    from,
    method: isAdding ? 'POST' : 'DELETE',
    path: recordPath(resource, id, 'relationships', relationship),
    body: { data: others.map(({ type, id: other }) => ({ type, id: other })) },
  });
}

export interface RemoveOptions {
  /** Target tenant, in case the user has switched. */
  from?: Connection | undefined;
  /** Lets the request outlive the page. */
  keepalive?: boolean;
  /** Id of the user who deletes it. Default: the signed-in user. */
  expectedUser?: string | undefined;
}

/**
 * Deletes a record. Idempotent: a missing record counts as deleted, also after a lost response. Throws an ApiError, with
 * `isOutcomeUnknown` if it could not be determined whether the record is gone.
 */
export async function remove(resource: Resource, id: string, options: RemoveOptions): Promise<void> {
  try {
    await request({ method: 'DELETE', path: recordPath(resource, id), ...options });
  } catch (error) {
    if (!(await isGone(resource, id, error, options))) throw error;
  }
}

async function isGone(
  resource: Resource,
  id: string,
  error: unknown,
  { from = connection.get(), keepalive }: RemoveOptions,
): Promise<boolean> {
  if (!(error instanceof ApiError)) return false;
  if (error.isNotFound) return true;
  // A closing page has no time to check, and a tenant the user has left gets no follow-up requests.
  if (!error.mayBeApplied || keepalive || !isCurrent(from)) return false;
  try {
    parseOne(resource, await request({ path: recordPath(resource, id), from }));
    // A delete that timed out may still be applied later.
    error.isOutcomeUnknown = error.kind === 'timeout';
  } catch (reason) {
    if (reason instanceof ApiError && reason.isNotFound) return true;
    error.isOutcomeUnknown = true;
  }
  return false;
}
