import { expect, test } from 'vitest';
import { SettingError } from '#server/settings/env.ts';
import { readTracingSettings } from '#server/settings/tracing-settings.ts';

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
