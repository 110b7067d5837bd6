import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MEDIA_TYPE } from '#contract/document.ts';
import { SettingError } from '#server/settings/env.ts';
import { readTracingSettings } from '#server/settings/tracing-settings.ts';
import { failToStart } from '#test/service-process.ts';
import { addTenant } from '#test/stored-tenant.ts';
import { servicesForEachTest } from './started-services.ts';
import { attributeOf, startCollector } from './trace-collector.ts';

const { dataDir, start } = servicesForEachTest();

test('a request is one trace, from the gateway to the statements of the database', async () => {
  const collector = await startCollector();
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  const { token, userId } = await addTenant(dataDir());
  const service = await start({ ...settings, DEMO: '0' });
  const gateway = await start({ ...settings, UPSTREAM_URL: service.origin, OTEL_SERVICE_NAME: 'gateway' });
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
  expect([attributeOf(answered, 'countersign.tenant'), attributeOf(answered, 'user.id')]).toEqual([
    'harbor',
    String(userId),
  ]);
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === answered.spanId);
  expect(statements.map((span) => attributeOf(span, 'db.query.text'))).toContainEqual(
    expect.stringMatching(/from "rooms/),
  );

  // A request with a body has its span as well.
  const posted = collector.spansOf('countersign').find(({ name }) => name === 'POST /rapi/v1/messages');
  expect(posted && attributeOf(posted, 'http.response.status_code')).toBe(422);
  for (const secret of [token, 'tell-no-one']) expect(collector.text()).not.toContain(secret);
});

test('OpenTelemetry is not loaded unless configured and enabled', async () => {
  const loaded = async (settings: Record<string, string>, name: string) => {
    const folder = join(dataDir(), name);
    const coverage = join(folder, 'coverage');
    const service = await start({ NODE_V8_COVERAGE: coverage, DEMO: '0', ...settings }, folder);
    await fetch(`${service.origin}/healthz`);
    expect(await service.end('SIGTERM')).toBe(0);
    const texts = readdirSync(coverage).map((file) => readFileSync(join(coverage, file), 'utf8'));
    expect(texts.join('')).toContain('/server/main.ts');
    return texts.join('').includes('@opentelemetry');
  };
  const collector = await startCollector();
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  const [unset, disabled, enabled] = await Promise.all([
    loaded({}, 'unset'),
    loaded({ ...traced, OTEL_SDK_DISABLED: 'true' }, 'disabled'),
    loaded(traced, 'enabled'),
  ]);
  expect({ unset, disabled, enabled }).toEqual({ unset: false, disabled: false, enabled: true });
});

test('an unreachable collector affects neither the start, nor requests, nor the shutdown', async () => {
  const service = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', DEMO: '0' });
  expect((await fetch(`${service.origin}/healthz`)).status).toBe(200);
  expect(await service.end('SIGTERM')).toBe(0);
});

test('a collector configured for http/protobuf receives JSON, with a warning in the log', async () => {
  const collector = await startCollector();
  const service = await start({
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

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };
const GRPC = { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' };

test.each([
  { OTEL_TRACES_EXPORTER: 'otlp' },
  ENDPOINT,
  { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector:4318/v1/traces' },
  { ...ENDPOINT, OTEL_SDK_DISABLED: 'false' },
  { ...ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' },
  { ...ENDPOINT, ...GRPC, OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json' },
])('%j switches traces on', (variables) => {
  expect(readTracingSettings(variables)).toEqual({ isTracing: true });
});

test.each([
  {},
  { OTEL_TRACES_EXPORTER: '', OTEL_EXPORTER_OTLP_ENDPOINT: '' },
  { OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf' },
  GRPC,
  { ...ENDPOINT, ...GRPC, OTEL_SDK_DISABLED: 'True' },
  { ...ENDPOINT, ...GRPC, OTEL_TRACES_EXPORTER: 'none' },
  { OTEL_TRACES_EXPORTER: 'zipkin', OTEL_SDK_DISABLED: 'true' },
])('%j leaves traces off, and nothing else is checked', (variables) => {
  expect(readTracingSettings(variables)).toEqual({ isTracing: false });
});

test.each(['OTEL_EXPORTER_OTLP_PROTOCOL', 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'])(
  '%s=http/protobuf falls back to JSON, with a warning',
  (name) => {
    const warning = `${name}=http/protobuf: traces are sent as http/json instead`;
    expect(readTracingSettings({ ...ENDPOINT, [name]: 'http/protobuf' })).toEqual({ isTracing: true, warning });
  },
);

test.each([
  [{ OTEL_TRACES_EXPORTER: 'zipkin' }, 'OTEL_TRACES_EXPORTER=zipkin: must be otlp or none'],
  [{ ...ENDPOINT, ...GRPC }, 'OTEL_EXPORTER_OTLP_PROTOCOL=grpc: must be http/json or http/protobuf'],
])('%j is refused in one line', (variables, line) => {
  expect(() => readTracingSettings(variables)).toThrow(new SettingError(line));
});
