import type { Resource, Row } from '#contract/resource.ts';
import { mergeWritten } from './cache.ts';
import { type Connection, isCurrent } from './connection.ts';
import { ApiError } from './errors.ts';
import { findSaved, type SentWrite } from './find-saved.ts';
import type { ApiAnswer } from './request.ts';

/** When each new record whose response was lost was first sent. A retry looks it up before sending. */
const unsure = new Map<string, number>();

/**
 * Sends a write. If the response is lost, checks whether the tenant applied it, so a retry never writes twice. Returns
 * the answer, or the record found instead. Throws an ApiError, with `isOutcomeUnknown` if the outcome could not be
 * determined.
 */
export async function seeThrough<R extends Resource>(
  resource: R,
  write: SentWrite,
  from: Connection | undefined,
  send: () => Promise<ApiAnswer>,
): Promise<ApiAnswer | { found: Row<R> }> {
  const { id, attributes, one } = write;
  const key = JSON.stringify([from?.key, resource.type, id, attributes, one]);
  const sentBefore = id === undefined ? unsure.get(key) : undefined;
  const look = async () => {
    const found = await findSaved(resource, { ...write, sentAtUnix: sentBefore ?? write.sentAtUnix }, from);
    if (!found) return undefined;
    unsure.delete(key);
    mergeWritten(resource, found, from);
    return { found };
  };
  const before = sentBefore === undefined ? undefined : await look().catch(unlessLost);
  if (before) return before;
  try {
    const answer = await send();
    unsure.delete(key);
    return answer;
  } catch (error) {
    // No follow-up requests to a tenant the user has left.
    if (!(error instanceof ApiError && error.mayBeDone) || !isCurrent(from)) throw error;
    if (id === undefined) unsure.set(key, sentBefore ?? write.sentAtUnix);
    // A write that timed out may still be applied later.
    error.isOutcomeUnknown = error.kind === 'timeout';
    const after = await look().catch((reason) => {
      if (!(reason instanceof ApiError)) throw reason;
      error.isOutcomeUnknown = true;
    });
    if (after) return after;
    throw error;
  }
}

/** Skips the lookup if the tenant refuses it for good. Rethrows transient errors: a later lookup may succeed. */
function unlessLost(error: unknown): undefined {
  if (!(error instanceof ApiError)) throw error;
  const { kind, status, isNotOffered } = error;
  if (kind === 'refused' && (isNotOffered || (status < 500 && status !== 429))) return;
  error.isOutcomeUnknown = true;
  throw error;
}
