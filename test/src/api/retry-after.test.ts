import { expect, test, vi } from 'vitest';
import type { Connection } from '#src/api/connection.ts';
import { send } from '#src/api/request.ts';

const tenant: Connection = {
  key: 'a',
  address: 'https://chat.example',
  name: 'a',
  colour: 'blue',
  verb: 'PUT',
  token: 'cs_a',
};

test.each<[given: string, seconds: number | undefined]>([
  ['7', 7],
  ['0', 0],
  [new Date(Date.now() + 90_000).toUTCString(), 90],
  [new Date(Date.now() - 90_000).toUTCString(), 0],
  ['soon', undefined],
  ['', undefined],
])('Retry-After: %j is parsed', async (given, seconds) => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 429, headers: { 'Retry-After': given } }));
  const error = await send(tenant, { path: '/rooms' }).catch((reason) => reason);
  expect(error.status).toBe(429);
  if (seconds === undefined) expect(error.retryAfterSeconds).toBeUndefined();
  // An HTTP date has a resolution of one second.
  else expect(Math.abs(error.retryAfterSeconds - seconds)).toBeLessThanOrEqual(1);
});
