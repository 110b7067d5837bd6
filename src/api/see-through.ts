import type { Resource, Row } from '#contract/resource.ts';
import { mergeWritten } from './cache.ts';
import { type Connection, isCurrent } from './connection.ts';
import { ApiError } from './errors.ts';
import { findSaved, type SentWrite } from './find-saved.ts';
import type { ApiAnswer } from './request.ts';

/** New records whose answers were lost, with when they were sent: none is sent again before it has been looked for. */
const unsure = new Map<string, number>();

/**
 * Carries a write out by `send`, and where its answer is lost finds out what became of it. Gives the answer, or the
 * record that was found instead. Throws an ApiError, with `isOutcomeUnknown` where that could not be found out.
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
    // Nothing is asked of a tenant that the person has left.
    if (!(error instanceof ApiError && error.mayBeDone) || !isCurrent(from)) throw error;
    if (id === undefined) unsure.set(key, sentBefore ?? write.sentAtUnix);
    // What took too long may be done yet.
    error.isOutcomeUnknown = error.kind === 'timeout';
    const after = await look().catch((reason) => {
      if (!(reason instanceof ApiError)) throw reason;
      error.isOutcomeUnknown = true;
    });
    if (after) return after;
    throw error;
  }
}

/** A tenant that does not show its records cannot be looked at later either; one that does not answer now can. */
function unlessLost(error: unknown): undefined {
  if (!(error instanceof ApiError)) throw error;
  const { kind, status, isNotOffered } = error;
  if (kind === 'refused' && (isNotOffered || (status < 500 && status !== 429))) return;
  error.isOutcomeUnknown = true;
  throw error;
}
