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

/** Work that ends with its reading, as a query does. */
const untilAborted = ({ signal }: Reading) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

test('a reading ends at its deadline, to be tried again later', async () => {
  const ended = withDeadline(app, caller, new EventEmitter(), untilAborted).catch((error) => error);
  vi.advanceTimersByTime(5_000);
  const error = await ended;
  expect(error).toBeInstanceOf(ReadRefusedError);
  expect(error).toMatchObject({ status: 503 });
});

test('a reading ends when the client disconnects', async () => {
  const response = new EventEmitter();
  const ended = withDeadline(app, caller, response, untilAborted).catch((error) => error);
  response.emit('close');
  expect(await ended).toBeInstanceOf(ClientGoneError);
});

test('a write has the deadline alone', async () => {
  const ended = withDeadline(app, caller, undefined, untilAborted).catch((error) => error);
  vi.advanceTimersByTime(5_000);
  expect(await ended).toBeInstanceOf(ReadRefusedError);
});

test('a reading and the claim around it end by the same signal', async () => {
  const claim = await withDeadline(app, caller, new EventEmitter(), async ({ signal }) => [
    currentClaim()?.caller,
    currentClaim()?.signal === signal,
  ]);
  expect(claim).toEqual(['agent 7', true]);
});

test('a reading leaves nothing behind', async () => {
  const response = new EventEmitter();
  expect(await withDeadline(app, caller, response, async (reading) => reading.caller)).toBe('7');
  expect([vi.getTimerCount(), response.listenerCount('close')]).toEqual([0, 0]);
});
