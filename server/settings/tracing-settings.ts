import { SettingError, settingMessage } from './env.ts';

interface TracingSettings {
  isTracing: boolean;
  /** For the log: what is done differently from what the variables ask for. */
  warning?: string;
}

/**
 * Whether OpenTelemetry's variables switch traces on. The same variables often serve all programs of a host, so they
 * are only checked if they do.
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
    // Collectors read both at the same address.
    return { isTracing: true, warning: settingMessage(name, protocol, 'traces are sent as http/json instead') };
  }
  throw new SettingError(settingMessage(name, protocol, 'must be http/json or http/protobuf'));
}
