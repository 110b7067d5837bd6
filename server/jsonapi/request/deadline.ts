import type { EventEmitter } from 'node:events';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../access/caller.ts';
import { ClientGoneError, type Reading, ReadRefusedError } from '../../db/reading.ts';
import { withClaim } from '../../db/request-claim.ts';
import { isUnavailable } from '../../db/unavailable.ts';

/**
 * Runs `work` for a caller and cancels its statements at the deadline, or when the client of `response` disconnects.
 * Pass no response for a write: a client that disconnects still wants it. PostgreSQL obeys the claim that surrounds
 * `work`, SQLite the reading that is passed to it.
 */
export type WithDeadline = <Result>(
  request: Pick<FastifyRequest, 'log'>,
  caller: Pick<Caller, 'userId'> & { role: string },
  response: EventEmitter | undefined,
  work: (reading: Reading) => Promise<Result>,
) => Promise<Result>;

/** Limits each request's use of the database to `deadlineMs`, waiting included. */
export function deadlineAfter(deadlineMs: number): WithDeadline {
  const late = `took longer than ${deadlineMs / 1_000} seconds.`;
  const lateRead = `The query ${late}`;
  const lateWrite = `The request ${late} Nothing was written. Try again in a moment.`;
  return async ({ log }, { userId, role }, response, work) => {
    const controller = new AbortController();
    const { signal } = controller;
    const leave = () => controller.abort(new ClientGoneError('The client disconnected.'));
    const expire = () => controller.abort(new ReadRefusedError(503, response ? lateRead : lateWrite));
    const timer = setTimeout(expire, deadlineMs);
    response?.once('close', leave);
    try {
      return await withClaim({ caller: `${role} ${userId}`, signal, log }, () =>
        work({ caller: String(userId), signal }),
      );
    } catch (error) {
      // A statement cancelled by PostgreSQL looks like an unavailable database.
      const isLate = signal.reason instanceof ReadRefusedError && isUnavailable(error);
      throw isLate ? signal.reason : error;
    } finally {
      clearTimeout(timer);
      response?.off('close', leave);
    }
  };
}
