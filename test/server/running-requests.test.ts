import { once } from 'node:events';
import { Agent, request as httpRequest, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { API_PREFIX, MEDIA_TYPE } from '#contract/document.ts';
import { findIdentity } from '#server/access/tokens.ts';
import { RUNNING } from '#server/limits/rate-limits.ts';
import { limitRequests } from '#server/limits/request-limits.ts';
import { serviceForTest } from '#test/service.ts';
import { gatewayTo, upstreamOf } from './gateway-fixture.ts';

const FREELY = { staff: 10_000, guest: 10_000, writes: 1_000, failed: 10_000 };
const ROOMS = `${API_PREFIX}/rooms`;
const get = (origin: string, token: string, signal?: AbortSignal) =>
  fetch(origin + ROOMS, { headers: { 'x-access-token': token }, signal: signal ?? null });
const many = (status: number, times: number) => Array<number>(times).fill(status);

describe('in the service', () => {
  test('a tenant has a limited number of running requests, over all addresses and callers', async () => {
    const app = Fastify();
    const limits = await limitRequests(app, FREELY, undefined);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let running = 0;
    app.get<{ Querystring: { tenant: string; caller: string } }>('/', async (request, reply) => {
      const { tenant, caller } = request.query;
      await limits.checkCaller(request, reply, { id: caller, tenant, isGuest: false });
      running += 1;
      if (running <= RUNNING.tenant) await released;
      return 'done';
    });
    const send = async (tenant: string, caller: number) => {
      const remoteAddress = `198.51.100.${caller}`;
      return (await app.inject({ url: '/', query: { tenant, caller: String(caller) }, remoteAddress })).statusCode;
    };
    const sent = Array.from({ length: RUNNING.tenant }, (_, index) =>
      send('harbor', Math.floor(index / RUNNING.staff)),
    );
    await expect.poll(() => running).toBe(RUNNING.tenant);
    expect(await send('harbor', 99)).toBe(429);
    expect(await send('lumen', 99)).toBe(200);
    release();
    expect(await Promise.all(sent)).toEqual(many(200, RUNNING.tenant));
    expect(await send('harbor', 99)).toBe(200);
    await app.close();
  });

  test('a caller has a limited number of running requests', async () => {
    const service = await serviceForTest({ rateLimits: FREELY });
    const origin = await service.listen();
    const { guest, agent } = service.tokens;
    const oneEach = new Agent({ keepAlive: false });
    const refused: (number | undefined)[] = [];
    // A declared body that never arrives keeps its request running.
    const posts = Array.from({ length: 12 }, () => {
      const headers = { 'x-access-token': guest, 'content-type': MEDIA_TYPE, 'content-length': '100' };
      const sent = httpRequest(`${origin}${API_PREFIX}/messages`, { method: 'POST', agent: oneEach, headers });
      sent.on('response', ({ statusCode }) => refused.push(statusCode));
      sent.on('error', () => {}).flushHeaders();
      return sent;
    });
    await expect.poll(() => refused).toEqual([429, 429, 429, 429]);
    expect((await get(origin, guest)).status).toBe(429);
    expect((await get(origin, agent)).status).toBe(200);
    for (const post of posts) post.destroy();
    await expect.poll(async () => (await get(origin, guest)).status).toBe(200);
  });

  test('a request whose client disconnects during the token look-up no longer counts as running', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let lookUps = 0;
    const service = await serviceForTest({
      rateLimits: FREELY,
      findIdentity: async (tenant, token) => {
        lookUps += 1;
        await released;
        return findIdentity(tenant, token);
      },
    });
    const origin = await service.listen();
    const leaving = new AbortController();
    const { guest } = service.tokens;
    const left = Array.from({ length: 10 }, () => get(origin, guest, leaving.signal).catch(() => 'left'));
    await expect.poll(() => lookUps).toBe(10);
    leaving.abort();
    expect(await Promise.all(left)).toEqual(Array(10).fill('left'));
    const { server } = service.app;
    const connections = () => new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
    await expect.poll(connections).toBe(0);
    release();
    await expect.poll(async () => (await get(origin, guest)).status).toBe(200);
  });
});

describe('in a gateway', () => {
  /** A tenant's server that answers the token `fast` at once and never answers other tokens. */
  async function startSlow() {
    const waiting: ServerResponse[] = [];
    const upstream = await upstreamOf((request, response) => {
      if (request.headers['x-access-token'] === 'fast') response.end('{}');
      else waiting.push(response);
    });
    const { origin, app, port } = await gatewayTo(upstream.origin, { rateLimits: FREELY });
    return { upstream, waiting, origin, app, port };
  }

  test('one caller with slow requests does not block other callers', async () => {
    const { origin, upstream, waiting } = await startSlow();
    const leaving = new AbortController();
    const { signal } = leaving;
    const answers: number[] = [];
    const hanging = Array.from({ length: 80 }, () =>
      get(origin, 'slow', signal).then(
        ({ status }) => answers.push(status),
        () => 'left',
      ),
    );
    await expect.poll(() => [waiting.length, answers]).toEqual([60, many(429, 20)]);
    expect((await get(origin, 'fast')).status).toBe(200);
    leaving.abort();
    await Promise.all(hanging);
    // The upstream requests are aborted, which frees their slots.
    await expect.poll(() => upstream.seen.filter(({ socket }) => !socket.destroyed).length).toBeLessThanOrEqual(1);
    const again = get(origin, 'slow');
    await expect.poll(() => waiting.length).toBe(61);
    waiting.at(-1)?.end('{}');
    expect((await again).status).toBe(200);
  });

  test('many tokens of one address do not block other addresses', async () => {
    const { waiting, app } = await startSlow();
    const send = (token: string, remoteAddress: string) =>
      app.inject({ url: ROOMS, remoteAddress, headers: { host: 'here', 'x-access-token': token } });
    const answers: number[] = [];
    const hanging = Array.from({ length: 210 }, (_, index) =>
      send(`slow ${index}`, '10.0.0.1').then(({ statusCode }) => answers.push(statusCode)),
    );
    await expect.poll(() => [waiting.length, answers]).toEqual([200, many(429, 10)]);
    expect((await send('fast', '10.0.0.1')).statusCode).toBe(429);
    expect((await send('fast', '10.0.0.2')).statusCode).toBe(200);
    for (const response of waiting) response.end('{}');
    await Promise.all(hanging);
    expect((await send('fast', '10.0.0.1')).statusCode).toBe(200);
  });

  test('a client that stops reading is disconnected, and its upstream request is aborted', async () => {
    const closed = Promise.withResolvers<void>();
    const upstream = await upstreamOf((_, response) => {
      response.on('close', closed.resolve);
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, ' ')));
      };
      response.on('drain', more);
      more();
    });
    const { app, port } = await gatewayTo(upstream.origin, { rateLimits: FREELY });
    const accepted: Socket[] = [];
    app.server.on('connection', (each) => accepted.push(each));
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('error', () => {});
    socket.write(`GET ${ROOMS} HTTP/1.1\r\nHost: here\r\n\r\n`);
    await once(socket, 'data');
    socket.pause();
    // Shortens the idle timeout of 30 seconds.
    accepted[0]?.setTimeout(200);
    await closed.promise;
    socket.destroy();
  });
});
