import { buffer, text } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MEDIA_TYPE } from '#contract/document.ts';
import { linkRewriter } from '#server/gateway/link-rewriter.ts';
import { aMessage } from '#test/builders.ts';
import { gatewayTo, serviceBehindGateway, upstreamOf } from './gateway-fixture.ts';

const ROOMS = '/rapi/v1/rooms';

const { service, upstream, gateway } = await serviceBehindGateway();
await aMessage(service.db, { room_id: service.guestRoomId, content: `See ${upstream}/rapi/v1/rooms` });

describe('in front of the real service', () => {
  const get = (origin: string, path: string, headers: Record<string, string> = {}) =>
    fetch(origin + path, { headers: { 'x-access-token': service.tokens.admin, ...headers } });

  test.each(['gzip', 'br', 'identity', 'zstd, gzip;q=0.5'])(
    'all links are rewritten to the gateway, and texts are not (%s)',
    async (coding) => {
      const path = `${ROOMS}/${service.guestRoomId}?include=messages`;
      const direct = await (await get(upstream, path)).text();
      expect(direct).toContain(`"${upstream}/rapi/v1/messages/`);
      const response = await get(gateway.origin, path, { 'accept-encoding': coding });
      const expected = direct.replaceAll(`"${upstream}/`, `"${gateway.origin}/`);
      expect(await response.text()).toBe(expected);
      expect(expected).toContain(`"See ${upstream}/rapi/v1/rooms"`);
    },
  );

  test('a client can follow the pages', async () => {
    const { links } = await (await get(gateway.origin, `${ROOMS}?page[size]=1&filter[name_like]=%25`)).json();
    expect(links.last.startsWith(`${gateway.origin}/rapi/v1/rooms?`)).toBe(true);
    expect((await (await get('', links.last)).json()).links.last).toBe(links.last);
  });
});

describe('a scripted tenant', () => {
  test('has its links recognised by path and host, regardless of scheme and escapes', async () => {
    const upstream = await upstreamOf(({ headers: { host } }, response) => {
      const links = {
        self: `https://${host}/desk/rapi/v1/rooms`,
        related: { href: `http://${host}/desk/rapi/v1/rooms/1?a=é`, meta: { href: `http://${host}/desk/rapi/v1/x` } },
        path: '/desk/rapi/v1/rooms#a',
        other: `http://${host}/desk/rapi/v10`,
        outside: `http://${host}/desk/about`,
        foreign: 'https://evil.example/desk/rapi/v1/rooms',
        none: null,
      };
      response.setHeader('content-type', `${MEDIA_TYPE}; charset=utf-8`);
      response.end(JSON.stringify({ links }).replaceAll('/', '\\/'));
    });
    const gateway = await gatewayTo(`${upstream.origin}/desk`);
    const { host } = new URL(upstream.origin);
    expect(await (await fetch(gateway.origin + ROOMS)).json()).toEqual({
      links: {
        self: `${gateway.origin}/rapi/v1/rooms`,
        related: { href: `${gateway.origin}/rapi/v1/rooms/1?a=é`, meta: { href: `http://${host}/desk/rapi/v1/x` } },
        path: '/rapi/v1/rooms#a',
        other: `http://${host}/desk/rapi/v10`,
        outside: `http://${host}/desk/about`,
        foreign: 'https://evil.example/desk/rapi/v1/rooms',
        none: null,
      },
    });
  });

  // Tenants may send any JSON type, or none, and the dashboard parses by content.
  test.each([MEDIA_TYPE, 'application/json', 'application/problem+json; charset=utf-8', undefined])(
    'a rewritten body of type %s loses its Content-Length',
    async (type) => {
      const body = (host = '') => JSON.stringify({ links: { self: `http://${host}/rapi/v1/rooms` } });
      const upstream = await upstreamOf(({ headers }, response) => {
        const bytes = Buffer.from(body(headers.host));
        response.writeHead(200, { ...(type && { 'content-type': type }), 'content-length': bytes.length }).end(bytes);
      });
      const { origin } = await gatewayTo(upstream.origin);
      const rewritten = await fetch(origin + ROOMS);
      expect([rewritten.headers.get('content-length'), await rewritten.text()]).toEqual([
        null,
        body(new URL(origin).host),
      ]);
    },
  );

  test('an unsupported content coding is passed on, and a corrupt one aborts the response', async () => {
    const seen: unknown[] = [];
    const upstream = await upstreamOf(({ headers, url }, response) => {
      seen.push(headers['accept-encoding']);
      const coding = url?.endsWith('/1') ? 'x-gzip' : 'gzip';
      response.writeHead(200, { 'content-type': MEDIA_TYPE, 'content-encoding': coding });
      response.end(coding === 'gzip' ? 'not compressed' : gzipSync('{"data":[]}'));
    });
    const { origin } = await gatewayTo(upstream.origin);
    const broken = fetch(origin + ROOMS, { headers: { 'accept-encoding': 'deflate' } });
    await expect(broken.then((response) => response.text())).rejects.toThrow();
    const kept = await fetch(`${origin}${ROOMS}/1`, { headers: { 'accept-encoding': 'GZIP;q=0.5 , br, *' } });
    const bytes = Buffer.from(await kept.arrayBuffer());
    expect(bytes[0] === 0x1f ? String(gunzipSync(bytes)) : String(bytes)).toBe('{"data":[]}');
    expect(seen).toEqual(['identity', 'GZIP;q=0.5, br']);
  });

  test('a disconnecting client also aborts a compressed upstream response', async () => {
    const closed = Promise.withResolvers<void>();
    const upstream = await upstreamOf((_, response) => {
      response.on('close', closed.resolve);
      response.writeHead(200, { 'content-type': MEDIA_TYPE, 'content-encoding': 'gzip' });
      response.write(gzipSync('{"data":[]}').subarray(0, 12));
    });
    const { origin } = await gatewayTo(upstream.origin);
    const leaving = new AbortController();
    const response = fetch(origin + ROOMS, { signal: leaving.signal }).then((answer) => answer.text());
    await expect.poll(() => upstream.seen.length).toBe(1);
    leaving.abort();
    await expect(response).rejects.toThrow();
    await closed.promise;
  });
});

describe('linkRewriter', () => {
  const rewrite = (chunks: Buffer[]) => {
    const rewriter = linkRewriter((link) =>
      link.startsWith('http://up/') ? link.slice('http://up'.length) : undefined,
    );
    for (const chunk of chunks) rewriter.write(chunk);
    rewriter.end();
    return text(rewriter);
  };
  const link = 'http://up/a';
  const document = {
    jsonapi: { version: '1.1', meta: { links: { self: link } } },
    data: [
      {
        type: 'rooms',
        attributes: {
          links: { self: link },
          name: `\\"links\\":{"self":"${link}"}\\\\`,
          nested: [{ links: { a: link } }],
        },
        relationships: {
          links: { links: { related: { href: link, title: link } } },
          attributes: { links: { a: link } },
        },
        links: { self: link, 'é"\\': `${link}"\\`, list: [link], none: null },
        meta: { links: { self: link } },
      },
    ],
    included: [{ links: { self: link } }, link],
    links: { next: link, last: `https://other/${link}` },
  };
  const expected = {
    ...document,
    data: [
      {
        ...document.data[0],
        relationships: {
          links: { links: { related: { href: '/a', title: link } } },
          attributes: { links: { a: '/a' } },
        },
        links: { self: '/a', 'é"\\': '/a"\\', list: [link], none: null },
      },
    ],
    included: [{ links: { self: '/a' } }, link],
    links: { next: '/a', last: `https://other/${link}` },
  };

  test('rewrites only links, regardless of how the body is split into chunks', async () => {
    const bytes = Buffer.from(JSON.stringify(document, undefined, 1));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length)), async (cuts) => {
        const ends = [...cuts.toSorted((a, b) => a - b), bytes.length];
        const chunks = ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
        expect(await rewrite(chunks)).toBe(JSON.stringify(expected, undefined, 1));
      }),
    );
    expect(await rewrite([...bytes].map((byte) => Buffer.from([byte])))).toBe(JSON.stringify(expected, undefined, 1));
  });

  test('passes on deeply nested data without using extra memory', async () => {
    const depth = 3_000_000;
    const bytes = (self: string) => {
      const nested = Buffer.concat([Buffer.alloc(depth, '['), Buffer.alloc(depth, ']')]);
      return Buffer.concat([
        Buffer.from('{"data":{"attributes":{"a":'),
        nested,
        Buffer.from(`},"links":{"self":"${self}"}}}`),
      ]);
    };
    const sent = bytes(link);
    const rewriter = linkRewriter(() => '/a');
    const received = buffer(rewriter);
    const before = process.memoryUsage().heapUsed;
    rewriter.write(sent.subarray(0, depth));
    expect((process.memoryUsage().heapUsed - before) / 1_048_576).toBeLessThan(40);
    rewriter.end(sent.subarray(depth));
    expect((await received).equals(bytes('/a'))).toBe(true);
  });

  test('passes on links unchanged that are nested too deeply for a document', async () => {
    const nested = (depth: number, self: string) =>
      `${'['.repeat(depth)}{"links":{"self":"${self}"}}${']'.repeat(depth)}`;
    expect(await rewrite([Buffer.from(nested(900, link))])).toBe(nested(900, '/a'));
    const deep = nested(2_000, link) + nested(1, link);
    expect(await rewrite([Buffer.from(deep)])).toBe(deep);
    expect(await rewrite([...Buffer.from(deep)].map((byte) => Buffer.from([byte])))).toBe(deep);
  });

  test('passes on any other body unchanged, including invalid JSON and overlong strings', async () => {
    const long = 'x'.repeat(20_000);
    const bodies = [
      '',
      '{"links":{"self":"http://up',
      '}]"\\',
      `{"links":{"${long}":"http://up/${long}"}}`,
      '{"links":"a"}',
    ];
    for (const body of bodies) {
      expect(await rewrite([Buffer.from(body)])).toBe(body);
      expect(await rewrite([...Buffer.from(body)].map((byte) => Buffer.from([byte])))).toBe(body);
    }
    await fc.assert(
      fc.asyncProperty(fc.json(), async (body) => {
        expect(await rewrite([Buffer.from(body)])).toBe(body);
      }),
    );
  });
});
