import type { Resource } from '#contract/resource.ts';
import { type Connection, connection, isCurrent } from '../connection.ts';
import { ApiError } from '../errors.ts';
import { recordPath, request } from '../request.ts';
import { parseOne } from './parse-document.ts';

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
