import { SettingError, settingMessage } from './env.ts';

interface TracingSettings {
  isTracing: boolean;
  /** A warning for the log if tracing differs from what the variables request. */
  warning?: string;
}

/**
 * Reads whether OpenTelemetry's variables enable tracing. They are only checked if they do, because they often apply to
 * all programs of a host.
 */
export function readTracingSettings(variables: Readonly<Record<string, string | undefined>>): TracingSettings {
  const exporter = variables.OTEL_TRACES_EXPORTER || undefined;
  const endpoint = variables.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || variables.OTEL_EXPORTER_OTLP_ENDPOINT || undefined;
  const isDisabled = variables.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || exporter === 'none';
  if (isDisabled || (exporter === undefined && endpoint === undefined)) return { isTracing: false };
  if (exporter !== undefined && exporter !== 'otlp') {
    throw new SettingError(settingMessage('OTEL_TRACES_EXPORTER', exporter, 'must be otlp or none'));
  }
  const name = variables.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL
    ? 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'
    : 'OTEL_EXPORTER_OTLP_PROTOCOL';
  const protocol = variables[name] || 'http/json';
  if (protocol === 'http/json') return { isTracing: true };
  if (protocol === 'http/protobuf') {
    // Collectors accept both formats at the same address.
    return { isTracing: true, warning: settingMessage(name, protocol, 'traces are sent as http/json instead') };
  }
  throw new SettingError(settingMessage(name, protocol, 'must be http/json or http/protobuf'));
}
