import { describe, expect, test } from 'vitest';
import { serviceForFile } from '#test/service.ts';

const service = await serviceForFile();

const JSON_API = 'application/vnd.api+json';
const body = { data: { type: 'rooms', attributes: { name: 'x' } } };

test.each([
  ['*/*', 200],
  ['', 200],
  [JSON_API, 200],
  ['application/*', 200],
  [`${JSON_API};q=0.5`, 200],
  [`text/html, ${JSON_API}`, 200],
  [`${JSON_API}; charset=utf-8, ${JSON_API}`, 200],
  ['text/html,application/xml;q=0.9,*/*;q=0.8', 200],
  [`${JSON_API}; charset=utf-8`, 406],
  [`${JSON_API}; ext="x"`, 406],
  ['application/json', 406],
  ['text/html', 406],
  ['*/*;q=0', 406],
])('Accept: %s answers %i', async (accept, status) => {
  const answer = await service.send('GET', '/rooms', { headers: { accept } });
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toBe(JSON_API);
});

test.each([
  [JSON_API, 201],
  [`${JSON_API}; charset=utf-8`, 201],
  [`${JSON_API};charset="UTF-8"`, 201],
  ['Application/Vnd.Api+JSON', 201],
  [`${JSON_API}; charset=latin1`, 406],
  [`${JSON_API}; ext=x`, 406],
  ['application/json', 406],
  ['application/json garbage', 406],
  ['text/plain', 406],
  ['multipart/form-data; boundary=x', 406],
  ['garbage', 406],
])('a body of the type %s answers %i', async (type, status) => {
  const answer = await service.send('POST', '/rooms', { body, headers: { 'content-type': type } });
  expect(answer.status).toBe(status);
});

test('a body needs a content type; without a body it is optional', async () => {
  const send = (payload: string | undefined, headers: Record<string, string>) =>
    service.app.inject({
      method: 'PUT',
      url: '/rapi/v1/support_draft_messages/mark_read_all_resolved',
      headers: { host: 'harbor.test', 'x-access-token': service.tokens.admin, ...headers },
      payload,
    });
  expect((await send('{}', {})).statusCode).toBe(406);
  expect((await send(undefined, {})).statusCode).toBe(200);
  expect((await send(undefined, { 'content-type': JSON_API })).statusCode).toBe(200);
  expect((await send('', { 'content-type': JSON_API, 'content-length': '0' })).statusCode).toBe(200);
});

describe('methods and paths', () => {
  test.each([
    ['DELETE', '/rooms', 'GET, POST, HEAD'],
    ['POST', '/rooms/1', 'GET, PUT, PATCH, DELETE, HEAD'],
    ['PUT', '/rooms/room_counts', 'GET, HEAD'],
    ['GET', '/support_draft_messages/mark_read_all_resolved', 'PUT'],
    ['POST', '/support_draft_messages/1/approve', 'PUT'],
    ['GET', '/clients/1/login', 'POST'],
    ['POST', '/suggestions/1/relationships/room', 'GET, PUT, PATCH, HEAD'],
    ['DELETE', '/rooms/1/messages', 'GET, HEAD'],
    ['OPTIONS', '/rooms', 'GET, POST, HEAD'],
  ])('%s %s answers 405 with the allowed methods', async (method, path, allow) => {
    const { status, headers, errors } = await service.send(method, path, { headers: { accept: 'text/html' } });
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe(allow);
    expect(errors[0]).toMatchObject({ status: '405', code: '405' });
  });

  test.each([
    ['POST', '/users'],
    ['PUT', '/users/1'],
    ['PATCH', '/users/1'],
    ['DELETE', '/users/1'],
    ['PUT', '/messages/1'],
    ['DELETE', '/messages/1'],
  ])('%s %s answers 501', async (method, path) => {
    expect(await service.send(method, path)).toMatchObject({ status: 501, errors: [{ status: '501', code: '501' }] });
  });

  test.each(['/nonsense', '/rooms/1/nonsense', '//rooms', '/ROOMS', '/rooms/1/history/2'])(
    '%s is not a path',
    async (path) => {
      expect(await service.send('GET', path)).toMatchObject({ status: 404, errors: [{ code: '404' }] });
    },
  );

  test.each(['/rooms/%ZZ', '/%C3%28', '/rooms/%'])('%s is not a valid URL', async (path) => {
    const answer = await service.app.inject({ url: `/rapi/v1${path}`, headers: { host: 'harbor.test' } });
    expect(answer.statusCode).toBe(400);
    expect(answer.headers['content-type']).toBe(JSON_API);
  });
});

test('every error has status, code, title and detail as strings', async () => {
  for (const path of ['/nonsense', '/rooms/999999', '/rooms?page[size]=0&sort=x', '/rooms?filter[x]=1']) {
    const { errors } = await service.send('GET', path);
    expect(errors.length, path).toBeGreaterThan(0);
    for (const error of errors) {
      for (const name of ['status', 'code', 'title', 'detail'] as const) expect(error[name]).toMatch(/./);
    }
  }
});
