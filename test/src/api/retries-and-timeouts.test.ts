import { QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { rooms } from '#contract/rooms.ts';
import { ApiError } from '#src/api/errors.ts';
import { listQuery } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';
import { save } from '#src/api/tenant/writes.ts';
import { here, tenantAnswers } from './tenant-answers.ts';

/** Fake timers that also cover `AbortSignal.timeout`. */
function stopClock() {
  vi.useFakeTimers();
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException('too late', 'TimeoutError')), ms);
    return controller.signal;
  });
}

/** A network that never responds; rejects when the request is aborted. */
const silence = (_: string, { signal }: RequestInit) =>
  new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

function openList() {
  const observer = new QueryObserver(queryClient, listQuery(rooms));
  observer.subscribe(() => undefined);
  return observer;
}

test('an unreachable service is tried three times and reported within a second', async () => {
  stopClock();
  tenantAnswers(() => 200);
  const fetch = vi.fn(() => Promise.reject(new TypeError('connection refused')));
  vi.stubGlobal('fetch', fetch);
  const list = openList();
  await vi.advanceTimersByTimeAsync(1000);
  expect(list.getCurrentResult().error).toMatchObject({ kind: 'unreachable' });
  expect(fetch).toHaveBeenCalledTimes(3);
});

test('a missing response times out after ten seconds, without a retry', async () => {
  stopClock();
  tenantAnswers(() => 200);
  const fetch = vi.fn(silence);
  vi.stubGlobal('fetch', fetch);
  const list = openList();
  await vi.advanceTimersByTimeAsync(9_999);
  expect(list.getCurrentResult().error).toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  expect(list.getCurrentResult()).toMatchObject({ error: { kind: 'timeout' }, fetchStatus: 'idle' });
  expect(fetch).toHaveBeenCalledTimes(1);
});

test('a write that times out is not sent again, and its outcome is reported as unknown', async () => {
  stopClock();
  const sent = tenantAnswers(() => ({ body: { data: { id: '5', type: 'rooms', attributes: { name: 'Before' } } } }));
  const read = globalThis.fetch;
  const write = vi.fn(silence);
  vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
    init.method === 'PUT' ? write(url, init) : read(url, init),
  );
  const failed = save(rooms, { id: '5', attributes: { name: 'After' } }, here()).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(10_000);
  const error = await failed;
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ kind: 'timeout', isOutcomeUnknown: true });
  expect(write).toHaveBeenCalledTimes(1);
  expect(sent).toHaveLength(1);
});

test.each([400, 403, 404, 422, 500, 501])('%i is not retried', async (status) => {
  stopClock();
  const sent = tenantAnswers(() => ({ status, body: { errors: [{ title: 'Invalid IP Address.' }] } }));
  const list = openList();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(list.getCurrentResult().error).toMatchObject({ status });
  expect(sent).toHaveLength(1);
});
