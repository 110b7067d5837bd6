import { beforeEach, expect, test, vi } from 'vitest';
import { rooms } from '#contract/rooms.ts';
import { type Connection, signIn } from '#src/api/connection.ts';
import { preloadRequest } from '#src/api/preload-request.ts';
import { request } from '#src/api/request.ts';

const document = { data: [{ id: '1', type: rooms.type, attributes: {} }] };
const fetched = vi.fn<typeof fetch>();
let here: Connection;

beforeEach(() => {
  fetched.mockReset().mockImplementation(async () => Response.json(document));
  vi.stubGlobal('fetch', fetched);
  here = signIn('https://chat.example', 'cs_a');
});

const ask = (search = 'page%5Bsize%5D=2') => request({ path: '/rooms', search });

test('a preloaded response is used once, with the token, and then requested again', async () => {
  preloadRequest(here, rooms, { page: { size: 2 } });
  const { headers } = new Request('https://chat.example', fetched.mock.calls[0]?.[1]);
  expect(headers.get('X-Access-Token')).toBe('cs_a');
  expect((await ask()).body).toEqual(document);
  expect(fetched).toHaveBeenCalledTimes(1);
  expect((await ask()).body).toEqual(document);
  expect(fetched).toHaveBeenCalledTimes(2);
});

test('a preloaded response is not used for another query, another user, or once stale', async () => {
  preloadRequest(here, rooms, { page: { size: 2 } });
  await ask('page%5Bsize%5D=3');
  expect(fetched).toHaveBeenCalledTimes(2);
  signIn('https://chat.example', 'cs_b');
  await ask();
  expect(fetched).toHaveBeenCalledTimes(3);
  vi.useFakeTimers({ toFake: ['Date'] });
  preloadRequest(here, rooms, { page: { size: 2 } });
  vi.setSystemTime(Date.now() + 10_000);
  await ask();
  expect(fetched).toHaveBeenCalledTimes(5);
});

test('the page sends its own request if the preload failed', async () => {
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  preloadRequest(here, rooms, { page: { size: 2 } });
  expect((await ask()).body).toEqual(document);
  expect(fetched).toHaveBeenCalledTimes(2);
});
