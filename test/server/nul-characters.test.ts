import { expect, test } from 'vitest';
import { resources } from '#contract/resources.ts';
import { serviceForFile } from '#test/service.ts';
import { everyEndpoint } from './endpoints.ts';
import { seal } from './session-fixture.ts';

// PostgreSQL rejects a text with the character NUL, which no stored text contains.
const service = await serviceForFile({ seal });

const filters = Object.values(resources).flatMap(({ type, filters }) =>
  Object.keys(filters).map((name): [string, string] => [type, name]),
);

test.each(filters)('%s: filter[%s] refuses the character NUL', async (type, name) => {
  for (const given of ['=%00', '=a%00b', '=%22a,%00%22,b', '[]=%00']) {
    const search = `filter[${name}]${given}`;
    const { status, errors } = await service.send('GET', `/${type}?${search}`);
    const source = { parameter: `filter[${name}]` };
    expect([search, status, errors]).toMatchObject([search, 400, [{ status: '400', code: '107', source }]]);
  }
});

test.each([
  ['admin', '/rooms'],
  ['admin', '/rooms/room_counts'],
  ['admin', '/users'],
  ['guest', '/rooms'],
  ['guest', '/users'],
  ['guest', '/rooms/{room}/users'],
] as const)('as %s, %s explains why its filter refuses the character NUL', async (as, path) => {
  const list = path.replace('{room}', String(service.guestRoomId));
  const { status, errors } = await service.send('GET', `${list}?filter[name_like]=%00`, { as });
  expect(status).toBe(400);
  expect(errors[0]?.detail).toBe('name_like accepts text without the character NUL.');
});

test('the character NUL elsewhere in a URL causes no server error', async () => {
  const search =
    'sort=%00&include=%00&fields[rooms]=%00&fields[%00]=a&filter[%00]=1&page[size]=%00&roomMeta=%00&%00=%00';
  for (const { method, path, type } of everyEndpoint('%00')) {
    const body = method === 'GET' ? undefined : { data: { type, id: '1', attributes: {} } };
    for (const target of [path, `${path}?${search}`]) {
      const { status } = await service.send(method, target, { body });
      expect([target, [200, 201, 400, 403, 404, 422].includes(status)]).toEqual([target, true]);
    }
  }
});

test('the character NUL in a sign-in or a header causes no server error', async () => {
  const send = async (method: 'POST' | 'DELETE', path: string, headers: object, payload?: object) => {
    const { statusCode } = await service.app.inject({
      method,
      url: path,
      headers: { host: 'harbor.test', 'sec-fetch-site': 'same-origin', ...headers },
      ...(payload && { payload }),
    });
    return statusCode;
  };
  expect(await send('POST', '/session', {}, { code: 'a\0' })).toBe(400);
  expect(await send('POST', '/session', {}, { token: 'a\0' })).toBe(400);
  expect(await send('DELETE', '/session/%00', { 'x-access-token': service.tokens.admin })).toBe(404);
  expect(await send('DELETE', '/session/1', { 'x-access-token': '\0' })).toBe(401);
});
