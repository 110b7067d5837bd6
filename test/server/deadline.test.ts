import { EventEmitter } from 'node:events';
import fastify from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ClientGoneError, type Reading, ReadRefusedError } from '#server/db/reading.ts';
import { currentClaim } from '#server/db/request-claim.ts';
import { deadlineAfter } from '#server/jsonapi/request/deadline.ts';

const app = fastify();

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const withDeadline = deadlineAfter(5_000);
const caller = { userId: 7, role: 'agent', roomId: null } as const;

/** Work that runs until its signal aborts, like a query. */
const untilAborted = ({ signal }: Reading) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

test('a read that exceeds its deadline is refused with 503', async () => {
  const ended = withDeadline(app, caller, new EventEmitter(), untilAborted).catch((error) => error);
  vi.advanceTimersByTime(5_000);
  const error = await ended;
  expect(error).toBeInstanceOf(ReadRefusedError);
  expect(error).toMatchObject({ status: 503 });
});

test('a read is aborted when the client disconnects', async () => {
  const response = new EventEmitter();
  const ended = withDeadline(app, caller, response, untilAborted).catch((error) => error);
  response.emit('close');
  expect(await ended).toBeInstanceOf(ClientGoneError);
});

test('a write has a deadline, but no response to watch for a disconnect', async () => {
  const ended = withDeadline(app, caller, undefined, untilAborted).catch((error) => error);
  vi.advanceTimersByTime(5_000);
  expect(await ended).toBeInstanceOf(ReadRefusedError);
});

test('a read and its request claim share one abort signal', async () => {
  const claim = await withDeadline(app, caller, new EventEmitter(), async ({ signal }) => [
    currentClaim()?.caller,
    currentClaim()?.signal === signal,
  ]);
  expect(claim).toEqual(['agent 7', true]);
});

test('a finished read leaves no timer and no listener behind', async () => {
  const response = new EventEmitter();
  expect(await withDeadline(app, caller, response, async (reading) => reading.caller)).toBe('7');
  expect([vi.getTimerCount(), response.listenerCount('close')]).toEqual([0, 0]);
});
