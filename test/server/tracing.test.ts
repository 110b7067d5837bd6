import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterEach, expect, test, vi } from 'vitest';
import { MEDIA_TYPE } from '#contract/document.ts';
import { traceRequests } from '#server/monitoring/tracing.ts';
import { aMessage, aRoom } from '#test/builders.ts';
import { createService } from '#test/service.ts';
import { failToStart, makeDataDir, personOf, removeDataDir, startService } from '#test/service-process.ts';

interface Span {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}
interface Export {
  resourceSpans: { resource: Pick<Span, 'attributes'>; scopeSpans: { spans: Span[] }[] }[];
}

const clean: (() => void)[] = [];
afterEach(() => {
  for (const each of clean.splice(0)) each();
  vi.unstubAllEnvs();
});

/** A collector that records the exports it receives. */
async function startCollector() {
  const exports: Export[] = [];
  const server = createServer(async (request, response) => {
    if (request.url === '/v1/traces') exports.push((await json(request)) as Export);
    response.setHeader('content-type', 'application/json').end('{}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  clean.push(() => server.close().closeAllConnections());
  const spansOf = (service: string) =>
    exports
      .flatMap(({ resourceSpans }) => resourceSpans)
      .filter(({ resource }) => attributeOf(resource, 'service.name') === service)
      .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
  // The server listens on a port, so its address is not a path.
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, spansOf, text: () => JSON.stringify(exports) };
}

const attributeOf = ({ attributes }: Pick<Span, 'attributes'>, name: string) => {
  const value = attributes.find(({ key }) => key === name)?.value;
  return value?.stringValue ?? value?.intValue;
};

function dataDir() {
  const dir = makeDataDir();
  clean.push(() => removeDataDir(dir));
  return dir;
}

test('a request is one trace, from the gateway to the statements of the database', async () => {
  const collector = await startCollector();
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  const service = await startService(dataDir(), settings);
  const gateway = await startService(dataDir(), {
    ...settings,
    UPSTREAM_URL: service.origin,
    OTEL_SERVICE_NAME: 'gateway',
  });
  const { token, user_id: userId } = personOf(service, 'agent');
  const headers = { 'x-access-token': token, 'content-type': MEDIA_TYPE };
  const traceId = 'a'.repeat(32);
  const traceparent = `00-${traceId}-${'b'.repeat(16)}-01`;
  const url = `${gateway.origin}/rapi/v1/rooms`;
  expect((await fetch(`${url}?filter[name_like]=tell-no-one`, { headers: { ...headers, traceparent } })).status).toBe(
    200,
  );
  const body = JSON.stringify({ data: { type: 'messages', attributes: { content: 'tell-no-one', kind: 'text' } } });
  expect((await fetch(`${gateway.origin}/rapi/v1/messages`, { method: 'POST', headers, body })).status).toBe(422);
  // A shutdown exports all remaining spans.
  expect([await gateway.end('SIGTERM'), await service.end('SIGTERM')]).toEqual([0, 0]);

  const [forwarded] = collector.spansOf('gateway').filter((span) => span.traceId === traceId);
  expect(forwarded).toMatchObject({ name: 'GET /rapi/v1/*', parentSpanId: 'b'.repeat(16) });
  const spans = collector.spansOf('countersign').filter((span) => span.traceId === traceId);
  const answered = spans.find(({ name }) => name === 'GET /rapi/v1/rooms');
  expect(answered?.parentSpanId).toBe(forwarded?.spanId);
  if (!answered) return;
  const attributes = ['http.request.method', 'http.route', 'http.response.status_code'];
  expect(attributes.map((name) => attributeOf(answered, name))).toEqual(['GET', '/rapi/v1/rooms', 200]);
  expect([attributeOf(answered, 'countersign.tenant'), attributeOf(answered, 'user.id')]).toEqual(['harbor', userId]);
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === answered.spanId);
  expect(statements.map((span) => attributeOf(span, 'db.query.text'))).toContainEqual(expect.stringMatching(/"rooms"/));

  // A request with a body has its span as well.
  const posted = collector.spansOf('countersign').find(({ name }) => name === 'POST /rapi/v1/messages');
  expect(posted && attributeOf(posted, 'http.response.status_code')).toBe(422);
  for (const secret of [token, 'tell-no-one']) expect(collector.text()).not.toContain(secret);
});

test('OpenTelemetry is not loaded unless configured and enabled', async () => {
  const loaded = async (settings: Record<string, string>) => {
    const coverage = join(dataDir(), 'coverage');
    const service = await startService(dataDir(), { NODE_V8_COVERAGE: coverage, DEMO: '0', ...settings });
    await fetch(`${service.origin}/healthz`);
    expect(await service.end('SIGTERM')).toBe(0);
    const texts = readdirSync(coverage).map((file) => readFileSync(join(coverage, file), 'utf8'));
    expect(texts.join('')).toContain('/server/main.ts');
    return texts.join('').includes('@opentelemetry');
  };
  const collector = await startCollector();
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  expect(await loaded({})).toBe(false);
  expect(await loaded({ ...traced, OTEL_SDK_DISABLED: 'true' })).toBe(false);
  expect(await loaded(traced)).toBe(true);
});

test('an unreachable collector affects neither the start, nor requests, nor the shutdown', async () => {
  const service = await startService(dataDir(), { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', DEMO: '0' });
  expect((await fetch(`${service.origin}/healthz`)).status).toBe(200);
  expect(await service.end('SIGTERM')).toBe(0);
});

test('a request whose client disconnects during the response has its span, with tenant and user', async () => {
  const collector = await startCollector();
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.url);
  const service = await createService();
  traceRequests(service.app);
  const room = await aRoom(service.db);
  const settings = JSON.stringify({ text: 'x'.repeat(1_000_000) });
  for (let count = 0; count < 15; count += 1) await aMessage(service.db, { room_id: room.id, settings });
  const { hostname, port } = new URL(await service.listen());
  const socket = connect({ host: hostname, port: Number(port) });
  const token = service.tokens.agent;
  socket.write(
    `GET /rapi/v1/rooms/${room.id}/history HTTP/1.1\r\nHost: ${hostname}\r\nX-Access-Token: ${token}\r\n\r\n`,
  );
  await once(socket, 'data');
  socket.destroy();
  const open = () => new Promise((resolve) => service.app.server.getConnections((_, count) => resolve(count)));
  await expect.poll(open).toBe(0);
  await service.close();

  const spans = collector.spansOf('countersign').filter(({ name }) => name.startsWith('GET '));
  expect(spans.map(({ name }) => name)).toEqual(['GET /rapi/v1/rooms/:id/history']);
  const names = ['countersign.tenant', 'user.id', 'http.response.status_code', 'error.type'];
  expect(spans.map((span) => names.map((name) => attributeOf(span, name)))).toEqual([
    ['harbor', String(service.userIds.agent), 200, 'client_disconnected'],
  ]);
});

test('a collector configured for http/protobuf receives JSON, with a warning in the log', async () => {
  const collector = await startCollector();
  const service = await startService(dataDir(), {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
    DEMO: '0',
  });
  await fetch(`${service.origin}/healthz`);
  expect(await service.end('SIGTERM')).toBe(0);
  expect(collector.spansOf('countersign').map(({ name }) => name)).toContain('GET /healthz');
  expect(service.printed().match(/http\/protobuf: traces are sent as http\/json/g)).toHaveLength(1);
});

test('a protocol or exporter that is not supported stops the start', async () => {
  const { code, printed } = await failToStart({ OTEL_TRACES_EXPORTER: 'zipkin' });
  expect([code, printed]).toEqual([1, 'OTEL_TRACES_EXPORTER=zipkin: must be otlp or none\n']);
});
