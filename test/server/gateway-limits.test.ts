import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { MEDIA_TYPE } from '#contract/document.ts';
import { createSeal } from '#server/session/seal.ts';
import { createService } from '#test/service.ts';
import { json } from '#test/session-requests.ts';
import { gatewayTo, readError, upstreamOf } from './gateway-fixture.ts';

const LIMITS = { staff: 20, guest: 5, writes: 1_000, failed: 3 };
const FREELY = { staff: 10_000, guest: 10_000, writes: 1_000, failed: 10_000 };
const ROOMS = '/rapi/v1/rooms';

const get = (origin: string, token?: string, init: RequestInit = {}) =>
  fetch(origin + ROOMS, { headers: token === undefined ? {} : { 'x-access-token': token }, ...init });
/** Statuses of requests that are sent one after another. */
async function ask(origin: string, times: number, token?: string, init?: RequestInit) {
  const statuses: number[] = [];
  for (let count = 0; count < times; count += 1) statuses.push((await get(origin, token, init)).status);
  return statuses;
}
const many = (status: number, times: number) => Array<number>(times).fill(status);

/** The real service behind a gateway with limits of its own. */
async function startBoth(rateLimits = LIMITS) {
  const service = await createService();
  const seal = createSeal(Buffer.alloc(32, 'secret'));
  const gateway = await gatewayTo(await service.listen(), { rateLimits, seal });
  let reached = 0;
  service.app.server.on('request', () => {
    reached += 1;
  });
  return { service, seal, origin: gateway.origin, reached: () => reached, [Symbol.asyncDispose]: service.close };
}

describe('rates', () => {
  test('a caller over the limit gets 429, and no one else does', async () => {
    await using both = await startBoth();
    const { origin, service } = both;
    expect(await ask(origin, 21, service.tokens.agent)).toEqual([...many(200, 20), 429]);
    const refused = await get(origin, service.tokens.agent);
    expect(refused.headers.get('content-type')).toBe(MEDIA_TYPE);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(await readError(refused)).toMatchObject({
      status: 429,
      detail: expect.stringMatching(/Try again in \d+ s/),
    });
    expect(both.reached()).toBe(20);
    expect(await ask(origin, 1, service.tokens.reviewer)).toEqual([200]);
  });

  test('a session and its token are one caller', async () => {
    await using both = await startBoth();
    const { origin, service, seal } = both;
    const cookie = `countersign-${seal.fingerprint}=${await seal.seal(service.tokens.agent)}`;
    expect(await ask(origin, 15, undefined, { headers: { cookie } })).toEqual(many(200, 15));
    expect(await ask(origin, 6, service.tokens.agent)).toEqual([...many(200, 5), 429]);
    expect((await get(origin, undefined, { headers: { cookie } })).status).toBe(429);
  });

  test('requests without a token are limited per address, without affecting tokens from there', async () => {
    await using both = await startBoth();
    expect(await ask(both.origin, 6)).toEqual([...many(401, 5), 429]);
    expect(both.reached()).toBe(5);
    expect(await ask(both.origin, 1, both.service.tokens.agent)).toEqual([200]);
  });

  test('too many rejected tokens block unknown tokens from their address, but not valid ones', async () => {
    await using both = await startBoth();
    const { origin, service, seal } = both;
    const statuses: number[] = [];
    for (const guess of 'abcde') statuses.push((await get(origin, `cs_${guess.repeat(43)}`)).status);
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
    const refused = await get(origin, `cs_${'f'.repeat(43)}`);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(200);
    expect(await readError(refused)).toMatchObject({ status: 429 });
    expect(await ask(origin, 1, service.tokens.agent)).toEqual([200]);
    // A session that has ended does not count as a guess.
    const cookie = `countersign-${seal.fingerprint}=${await seal.seal(`cs_${'x'.repeat(43)}`)}`;
    expect((await get(origin, undefined, { headers: { cookie } })).status).toBe(401);
  });

  test('sign-ins with rejected tokens count as well', async () => {
    await using both = await startBoth();
    const signIn = async (token: string) => {
      const response = await fetch(`${both.origin}/session`, json({ token }));
      return [response.status, response.headers.has('retry-after')];
    };
    const answers: unknown[] = [];
    for (const guess of 'abcd') answers.push(await signIn(`cs_${guess.repeat(43)}`));
    expect(answers).toEqual([
      [401, false],
      [401, false],
      [401, false],
      [429, true],
    ]);
    expect(await signIn(both.service.tokens.agent)).toEqual([204, false]);
  });

  test('the limit of an address exceeds that of one caller, and also counts unknown paths', async () => {
    await using both = await startBoth({ staff: 2, guest: 5, writes: 1_000, failed: 3 });
    const { agent, reviewer, supervisor, admin } = both.service.tokens;
    for (const token of [agent, reviewer]) expect(await ask(both.origin, 2, token)).toEqual([200, 200]);
    expect((await fetch(`${both.origin}/rapi/v2/`)).status).toBe(404);
    expect([await ask(both.origin, 1, supervisor), await ask(both.origin, 1, admin)]).toEqual([[200], [429]]);
  });
});

describe('running requests', () => {
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
      get(origin, 'slow', { signal, headers: { 'x-access-token': 'slow' } }).then(
        ({ status }) => answers.push(status),
        () => 'left',
      ),
    );
    await expect.poll(() => [waiting.length, answers]).toEqual([60, many(429, 20)]);
    expect(await ask(origin, 1, 'fast')).toEqual([200]);
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
