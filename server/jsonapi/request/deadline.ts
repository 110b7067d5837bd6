import type { EventEmitter } from 'node:events';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../access/caller.ts';
import { ClientGoneError, type Reading, ReadRefusedError } from '../../db/reading.ts';
import { withClaim } from '../../db/request-claim.ts';
import { isUnavailable } from '../../db/unavailable.ts';

/** How long a request may use the database, waiting included. */
const DEADLINE_MS = 5_000;

const LATE = `took longer than ${DEADLINE_MS / 1_000} seconds.`;
const LATE_READ = `The query ${LATE}`;
const LATE_WRITE = `The request ${LATE} Nothing was written: try again in a moment.`;

/**
 * Runs `work` for a caller, whose statements are cancelled at the deadline, and once the client of `response` has gone.
 * Pass no response for a write, which a client that disconnects still wants. PostgreSQL obeys the claim that surrounds
 * the work, SQLite the reading that it is given.
 */
export async function withDeadline<Result>(
  { log }: Pick<FastifyRequest, 'log'>,
  { userId, role }: Caller,
  response: EventEmitter | undefined,
  work: (reading: Reading) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const { signal } = controller;
  const leave = () => controller.abort(new ClientGoneError('The client disconnected.'));
  const expire = () => controller.abort(new ReadRefusedError(503, response ? LATE_READ : LATE_WRITE));
  const timer = setTimeout(expire, DEADLINE_MS);
  response?.once('close', leave);
  try {
    return await withClaim({ caller: `${role} ${userId}`, signal, log }, () =>
      work({ caller: String(userId), signal }),
    );
  } catch (error) {
    // PostgreSQL tells of a cancelled statement as if it were unavailable.
    const isLate = signal.reason instanceof ReadRefusedError && isUnavailable(error);
    throw isLate ? signal.reason : error;
  } finally {
    clearTimeout(timer);
    response?.off('close', leave);
  }
}
