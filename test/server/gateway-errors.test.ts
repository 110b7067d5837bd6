import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { SELF_SIGNED } from './gateway-certificate.ts';
import { gatewayTo, readError, upstreamOf } from './gateway-fixture.ts';
import { startUpstream } from './gateway-parts.ts';

const HASTY = { connectMs: 300, headersMs: 300, bodyMs: 300 };
const ROOMS = '/rapi/v1/rooms';

describe('a misbehaving tenant', () => {
  test.each([301, 302, 303, 307, 308, 300])('redirects with %i, which is not followed', async (status) => {
    const elsewhere = await upstreamOf((_, response) => response.end('{}'));
    const upstream = await upstreamOf((_, response) => {
      response.writeHead(status, { location: `${elsewhere.origin}/rapi/v1/rooms`, 'content-length': '2' }).end('{}');
    });
    const { origin } = await gatewayTo(upstream.origin);
    for (const method of ['GET', 'PUT']) {
      const response = await fetch(origin + ROOMS, {
        method,
        headers: { 'x-access-token': 'tok' },
        redirect: 'manual',
      });
      expect(response.headers.get('location')).toBeNull();
      expect(await readError(response)).toMatchObject({
        status: 502,
        code: 'gateway_unreachable',
        detail: expect.stringContaining('Set UPSTREAM_URL to the redirect’s target'),
      });
    }
    expect([upstream.seen.length, elsewhere.seen.length]).toEqual([2, 0]);
  });

  test('refuses connections', async () => {
    const gone = await startUpstream(() => {});
    await gone.close();
    const { origin } = await gatewayTo(gone.origin);
    const found = await readError(await fetch(origin + ROOMS));
    expect(found).toMatchObject({
      status: 502,
      code: 'gateway_unreachable',
      detail: expect.stringContaining('refused the connection'),
    });
    const health = await fetch(`${origin}/healthz`);
    expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }]);
  });

  test('has an untrusted certificate', async () => {
    const upstream = await upstreamOf((_, response) => response.end('{}'), SELF_SIGNED);
    const { origin } = await gatewayTo(upstream.origin);
    const found = await readError(await fetch(origin + ROOMS, { headers: { 'x-access-token': 'tok' } }));
    expect(found).toMatchObject({
      status: 502,
      code: 'gateway_unreachable',
      detail: expect.stringContaining('certificate'),
    });
    expect(upstream.seen).toEqual([]);
  });

  test('has an unknown host name', async () => {
    const { origin } = await gatewayTo('http://tenant.invalid');
    expect(await readError(await fetch(origin + ROOMS))).toMatchObject({ status: 502, code: 'gateway_unreachable' });
  });

  test('breaks the connection before or during the response', async () => {
    const upstream = await upstreamOf((request, response) => {
      if (request.method === 'GET') response.writeHead(200, { 'content-length': '100' }).write('{"data":');
      setImmediate(() => response.destroy());
    });
    const { origin } = await gatewayTo(upstream.origin);
    const before = await readError(await fetch(origin + ROOMS, { method: 'PUT', body: '{}' }));
    expect(before).toMatchObject({
      status: 502,
      code: 'gateway_unreachable',
      detail: expect.stringContaining('took effect'),
    });
    await expect(fetch(origin + ROOMS).then((response) => response.text())).rejects.toThrow('terminated');
    expect(upstream.seen).toHaveLength(2);
  });

  test('does not respond, or stalls during the response', async () => {
    const upstream = await upstreamOf((request, response) => {
      if (request.method === 'GET') response.writeHead(200, { 'content-length': '100' }).write('{"data":');
    });
    const { origin } = await gatewayTo(upstream.origin, { timeouts: HASTY });
    const none = await readError(await fetch(origin + ROOMS, { method: 'PUT', body: '{}' }));
    expect(none).toMatchObject({
      status: 504,
      code: 'gateway_timeout',
      detail: expect.stringContaining('took effect'),
    });
    await expect(fetch(origin + ROOMS).then((response) => response.text())).rejects.toThrow('terminated');
  });

  test('answers 503, which is passed on with its Retry-After and not retried', async () => {
    const upstream = await upstreamOf((_, response) => response.writeHead(503, { 'retry-after': '1' }).end('busy'));
    const { origin } = await gatewayTo(upstream.origin);
    const response = await fetch(origin + ROOMS);
    expect([response.status, response.headers.get('retry-after'), await response.text()]).toEqual([503, '1', 'busy']);
    expect(upstream.seen).toHaveLength(1);
  });

  test('answers HEAD with a body, which counts as ready and does not crash the gateway', async () => {
    const uncaught = vi.fn();
    process.on('uncaughtException', uncaught);
    onTestFinished(() => void process.off('uncaughtException', uncaught));
    const closed = Promise.withResolvers<void>();
    const server = createServer((socket) => {
      socket.on('error', () => {}).on('close', () => closed.resolve());
      socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello'));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    // The server listens on a port, so its address is not a path.
    const { origin } = await gatewayTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    expect((await fetch(`${origin}/readyz`)).status).toBe(200);
    await closed.promise;
    expect(uncaught).not.toHaveBeenCalled();
    server.close();
  });
});

describe('callers that disconnect', () => {
  test('abort their upstream requests, before and during the response', async () => {
    const ends: Promise<unknown>[] = [];
    const upstream = await upstreamOf((request, response) => {
      ends.push(once(response, 'close'));
      if (request.method === 'GET') response.writeHead(200).write('{"data":');
    });
    const { origin } = await gatewayTo(upstream.origin);
    const leaving = new AbortController();
    const waiting = fetch(origin + ROOMS, { method: 'PUT', body: '{}', signal: leaving.signal }).catch(() => 'left');
    await expect.poll(() => ends.length).toBe(1);
    const reading = await fetch(origin + ROOMS, { signal: leaving.signal });
    leaving.abort();
    expect(await waiting).toBe('left');
    await expect(reading.text()).rejects.toThrow();
    await Promise.all(ends);
    expect(ends).toHaveLength(2);
  });

  test('in large numbers do not affect other callers', async () => {
    const upstream = await upstreamOf((request, response) => {
      if (request.url?.endsWith('/1')) response.end('{}');
    });
    const { origin } = await gatewayTo(upstream.origin);
    const leaving = new AbortController();
    const hanging = Array.from({ length: 200 }, () =>
      fetch(origin + ROOMS, { signal: leaving.signal }).catch(() => 'left'),
    );
    await expect.poll(() => upstream.seen.length).toBe(200);
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    expect((await fetch(`${origin}${ROOMS}/1`)).status).toBe(200);
    leaving.abort();
    expect(new Set(await Promise.all(hanging))).toEqual(new Set(['left']));
    await expect.poll(() => upstream.seen.filter(({ socket }) => !socket.destroyed).length).toBeLessThanOrEqual(1);
    expect((await fetch(`${origin}${ROOMS}/1`)).status).toBe(200);
  });
});
