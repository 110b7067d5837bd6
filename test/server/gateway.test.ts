import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { MEDIA_TYPE } from '#contract/document.ts';
import { SECURITY_HEADERS } from '#server/lib/security-headers.ts';
import { gatewayTo, readError, serviceBehindGateway, upstreamOf } from './gateway-fixture.ts';

const ROOMS = '/rapi/v1/rooms';

const { service, gateway } = await serviceBehindGateway();

describe('in front of the real service', () => {
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${gateway.origin}/rapi/v1${path}`, {
      ...init,
      headers: { 'x-access-token': service.tokens.admin, 'content-type': MEDIA_TYPE, ...init.headers },
    });
  const body = (attributes: object, id?: string) =>
    JSON.stringify({ data: { type: 'master_keywords', id, attributes } });

  test('a record is created, read, updated and deleted', async () => {
    const made = await call('/master_keywords', { method: 'POST', body: body({ key_name: 'refund' }) });
    const { data } = await made.json();
    expect([made.status, made.headers.get('location')]).toEqual([201, `/rapi/v1/master_keywords/${data.id}`]);
    expect(made.headers.get('content-type')).toBe(MEDIA_TYPE);
    const changed = await call(`/master_keywords/${data.id}`, {
      method: 'PUT',
      body: body({ key_title: 'é' }, data.id),
    });
    expect((await changed.json()).data.attributes).toMatchObject({ key_name: 'refund', key_title: 'é' });
    expect((await call(`/master_keywords/${data.id}`, { method: 'DELETE' })).status).toBe(200);
    expect((await call(`/master_keywords/${data.id}`)).status).toBe(404);
  });

  test.each(['', '/'])('the service document is passed on from "%s"', async (path) => {
    const answer = await call(path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, MEDIA_TYPE]);
    expect((await answer.json()).meta).toMatchObject({ service: 'countersign', caller: { role: 'admin' } });
    expect((await call(path, { headers: { 'x-access-token': 'cs_unknown' } })).status).toBe(401);
  });

  test('lists keep their query, ETag and 304', async () => {
    const path = '/rooms?filter[name_like]=%25&page[size]=1&sort=-id';
    const first = await call(path);
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    expect((await first.json()).links.first).toContain('filter%5Bname_like%5D=%25&sort=-id');
    const etag = first.headers.get('etag') ?? '';
    const again = await call(path, { headers: { 'if-none-match': etag } });
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, '']);
    const head = await call(path, { method: 'HEAD' });
    expect([head.status, head.headers.get('etag')]).toEqual([200, etag]);
  });

  test('errors of the service are passed on unchanged', async () => {
    const unknown = await call('/rooms', { headers: { 'x-access-token': 'cs_unknown' } });
    expect(await readError(unknown)).toMatchObject({ status: 401, code: '401' });
    expect(await readError(await call('/users', { method: 'POST', body: '{}' }))).toMatchObject({ status: 501 });
    expect(await readError(await call('/rooms?page[size]=0'))).toMatchObject({ status: 400, code: '118' });
    const plain = await call('/rooms', { method: 'POST', body: '{}', headers: { 'content-type': 'text/plain' } });
    expect(await readError(plain)).toMatchObject({ status: 406 });
  });

  test('bodies up to one megabyte are forwarded', async () => {
    const post = (bytes: number) => call('/rooms', { method: 'POST', body: ' '.repeat(bytes) });
    expect(await readError(await post(1_048_576))).toMatchObject({ status: 400, code: '106' });
    expect(await readError(await post(1_048_577))).toMatchObject({ status: 413 });
  });

  test('/readyz reports whether the tenant answers', async () => {
    expect((await fetch(`${gateway.origin}/readyz`)).status).toBe(200);
    const upstream = await upstreamOf((_, response) => response.writeHead(500).end());
    expect((await fetch(`${(await gatewayTo(upstream.origin)).origin}/readyz`)).status).toBe(503);
  });

  test('everything outside the API is served by the gateway itself', async () => {
    expect(await (await fetch(`${gateway.origin}/config.json`)).json()).toEqual({ session: true, mode: 'gateway' });
    expect((await (await fetch(`${gateway.origin}/openapi.json`)).json()).openapi).toBe('3.1.1');
    expect((await fetch(`${gateway.origin}/docs`)).status).toBe(200);
  });
});

describe('headers', () => {
  test('only allowed request headers are forwarded', async () => {
    const upstream = await upstreamOf((_, response) => response.end('{}'));
    const { origin } = await gatewayTo(`${upstream.origin}/desk/`);
    const outgoing = httpRequest(`${origin}${ROOMS}/1?a=%2F..&b=[]`, {
      method: 'PUT',
      headers: {
        'X-Access-Token': 'tok',
        'Content-Type': 'application/vnd.api+json; charset="UTF-8"',
        'If-Match': '"1"',
        Accept: MEDIA_TYPE,
        'Accept-Language': 'de',
        Cookie: 'secret=1',
        Origin: 'https://evil.example',
        Referer: 'https://evil.example/x',
        Authorization: 'Basic eDp5',
        'Proxy-Authorization': 'Basic eDp5',
        Forwarded: 'for=1.2.3.4',
        Via: '1.1 x',
        TE: 'trailers',
        'X-Real-Ip': '1.2.3.4',
        'X-Forwarded-For': '1.2.3.4',
        'X-Forwarded-Host': 'evil.example',
        'X-Http-Method-Override': 'DELETE',
        Connection: 'keep-alive, x-access-token',
      },
    });
    outgoing.end('{"a":1}');
    const [response] = await once(outgoing, 'response');
    expect(response.statusCode).toBe(200);
    response.resume();
    const [{ url, method, headers } = { url: '', method: '', headers: {} }] = upstream.seen;
    expect([method, url]).toEqual(['PUT', '/desk/rapi/v1/rooms/1?a=%2F..&b=[]']);
    expect(headers).toEqual({
      host: new URL(upstream.origin).host,
      connection: 'keep-alive',
      'x-access-token': 'tok',
      'content-type': 'application/vnd.api+json; charset="UTF-8"',
      'content-length': '7',
      'if-match': '"1"',
      accept: MEDIA_TYPE,
      'accept-language': 'de',
    });
  });

  test('only allowed response headers are returned', async () => {
    const upstream = await upstreamOf((_, response) => {
      response.writeHead(200, {
        'Content-Type': 'application/vnd.api+json;x=1',
        ETag: 'W/"a"',
        Date: 'Thu, 01 Jan 2026 00:00:00 GMT',
        'Retry-After': '7',
        Vary: 'Accept',
        Allow: 'GET',
        'WWW-Authenticate': 'Token',
        'Cache-Control': 'private',
        'Set-Cookie': ['a=1', 'b=2'],
        Server: 'nginx/1.2.3',
        Via: '1.1 varnish',
        'X-Powered-By': 'PHP',
        'Access-Control-Allow-Origin': '*',
        'Content-Security-Policy': "script-src 'unsafe-inline'",
        'Strict-Transport-Security': 'max-age=1',
        'Clear-Site-Data': '"*"',
        Refresh: '0; url=https://evil.example',
      });
      response.end('{}');
    });
    const { origin } = await gatewayTo(upstream.origin);
    const { headers } = await fetch(origin + ROOMS);
    expect(Object.fromEntries(headers)).toEqual({
      'content-type': 'application/vnd.api+json;x=1',
      etag: 'W/"a"',
      date: 'Thu, 01 Jan 2026 00:00:00 GMT',
      'retry-after': '7',
      vary: 'Accept',
      allow: 'GET',
      'cache-control': 'private, no-cache',
      ...SECURITY_HEADERS,
      connection: 'keep-alive',
      'keep-alive': expect.any(String),
      'transfer-encoding': 'chunked',
    });
  });

  test.each(['X-Access-Token', 'Access-Token', 'Authorization'])(
    'a token in the header %s is reported, but not passed on',
    async (name) => {
      const upstream = await upstreamOf((_, response) => response.writeHead(200, { [name]: 'secret' }).end('{}'));
      const { headers } = await fetch((await gatewayTo(upstream.origin)).origin + ROOMS);
      expect([headers.get('x-token-withheld'), headers.get(name)]).toEqual(['true', null]);
    },
  );

  test.each([
    ['public, max-age=600', 'private, no-cache'],
    ['max-age=1, No-Store', 'no-store'],
    ['', 'private, no-cache'],
  ])('a response with Cache-Control: %s is never stored by shared caches', async (given, expected) => {
    const upstream = await upstreamOf((_, response) => response.writeHead(200, { 'Cache-Control': given }).end('{}'));
    const { headers } = await fetch((await gatewayTo(upstream.origin)).origin + ROOMS);
    expect(headers.get('cache-control')).toBe(expected);
  });

  test.each([
    ['text/html', 200, 502],
    ['text/javascript', 200, 502],
    ['image/svg+xml', 404, 404],
    ['application/json-seq', 503, 503],
  ])('%s with status %i is not passed on', async (type, status, expected) => {
    const upstream = await upstreamOf((_, response) =>
      response.writeHead(status, { 'Content-Type': type }).end('secret'),
    );
    const answer = await fetch((await gatewayTo(upstream.origin)).origin + ROOMS);
    expect(await readError(answer)).toMatchObject({ status: expected });
  });

  test.each([
    ['its own address', (origin: string) => `${origin}/desk/rapi/v1/rooms/7?a=1`, '/rapi/v1/rooms/7?a=1'],
    [
      'its own address by TLS',
      (origin: string) => `${origin.replace('http:', 'https:')}/desk/rapi/v1/rooms/7`,
      '/rapi/v1/rooms/7',
    ],
    ['a path', () => '/desk/rapi/v1/rooms/7', '/rapi/v1/rooms/7'],
    ['another path', () => '/admin', null],
    ['another host', () => 'https://evil.example/desk/rapi/v1/rooms/7', null],
    ['another host without a scheme', () => '//evil.example/desk/rapi/v1/rooms/7', null],
    ['a path traversal', (origin: string) => `${origin}/desk/rapi/v1/../../admin`, null],
  ])('a Location of %s', async (_, location, expected) => {
    const upstream = await upstreamOf(({ headers }, response) => {
      response.writeHead(201, { location: location(`http://${headers.host}`) }).end('{}');
    });
    const { origin } = await gatewayTo(`${upstream.origin}/desk`);
    const response = await fetch(origin + ROOMS, { method: 'POST' });
    expect([response.status, response.headers.get('location')]).toEqual([201, expected]);
  });
});

describe('a body without a length', () => {
  test('is forwarded in chunks for every method, and cut off when too long', async () => {
    const bodies: string[] = [];
    const upstream = await upstreamOf(async (request, response) => {
      bodies.push(await text(request).catch(() => 'broken'));
      response.end('{}');
    });
    const { origin } = await gatewayTo(upstream.origin);
    const send = async (method: string, parts: number) => {
      const outgoing = httpRequest(origin + ROOMS, {
        method,
        headers: { 'content-type': MEDIA_TYPE, 'transfer-encoding': 'chunked' },
      });
      for (let part = 0; part < parts; part += 1) outgoing.write('x'.repeat(65_536));
      outgoing.end();
      const [response] = await once(outgoing, 'response');
      response.resume();
      return response.statusCode;
    };
    expect([await send('DELETE', 1), await send('POST', 2), await send('POST', 17)]).toEqual([200, 200, 413]);
    await expect.poll(() => bodies.map(({ length }) => length)).toEqual([65_536, 131_072, 'broken'.length]);
    expect(upstream.seen.map(({ headers }) => headers['transfer-encoding'])).toEqual(['chunked', 'chunked', 'chunked']);
  });

  test('a content type without a body is forwarded without a body', async () => {
    const upstream = await upstreamOf((_, response) => response.end('{}'));
    const { origin } = await gatewayTo(upstream.origin);
    for (const method of ['GET', 'DELETE', 'PUT', 'POST']) {
      await fetch(origin + ROOMS, { method, headers: { 'content-type': MEDIA_TYPE } });
    }
    expect(upstream.seen.map(({ headers }) => [headers['transfer-encoding'], headers['content-length']])).toEqual([
      [undefined, undefined],
      [undefined, undefined],
      [undefined, '0'],
      [undefined, '0'],
    ]);
  });
});
