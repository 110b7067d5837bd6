import { z } from 'zod';
import { AddressListError, type AddressTest, parseAddressList } from '../access/addresses.ts';
import { DEADLINE_MS } from '../db/deadlines.ts';
import { parsePostgresUrl } from '../db/postgres/postgres-url.ts';
import { parseUpstreamUrl } from '../gateway/upstream-url.ts';
import { DEFAULT_RATE_LIMITS, parseRateLimits } from '../limits/rate-limits.ts';
import { days, flag, hostName, originList, parsedBy, timeZone, wholeNumber } from './setting-values.ts';

/** The validated settings of the service. */
export type Env = ReturnType<typeof readEnv>;

/** An invalid setting; the message is one line that names it. */
export class SettingError extends Error {}

/** Converts a system error to a `SettingError` if its code matches `codes`; returns other errors unchanged. */
export function toSettingError(error: Error & { code?: string }, codes: RegExp, setting: string) {
  if (!codes.test(error.code ?? '')) return error;
  const reason =
    error.code === 'EADDRINUSE' ? 'is already in use; stop the other program or choose another' : undefined;
  return new SettingError(`${setting}: ${reason ?? `cannot be used (${error.message})`}`);
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const MIN_KEY_BYTES = 32;

const settings = z.object({
  DATABASE_URL: parsedBy(parsePostgresUrl).optional(),
  UPSTREAM_URL: parsedBy(parseUpstreamUrl).optional(),
  SESSION_KEY: z
    .string()
    .transform((text) => text.split(',').map((key) => Buffer.from(key)))
    .refine(
      (keys) => keys.every((key) => key.length >= MIN_KEY_BYTES),
      `must have at least ${MIN_KEY_BYTES} bytes and be hard to guess`,
    )
    .default([]),
  TOKEN_DAYS: days(9_999).default(90),
  HOST: hostName.default('127.0.0.1'),
  PORT: wholeNumber(65_535).default(4300),
  DATA_DIR: z.string().default('./data'),
  DEMO: flag,
  VALID_IPS: z.string().optional(),
  VALID_IPS_ALLOW_ALL: flag,
  TRUST_PROXY: z.string().optional(),
  CORS_ORIGINS: originList,
  CONNECT_ORIGINS: originList,
  TENANT_TIME_ZONE: timeZone.default('UTC'),
  EVENTS_DAYS: days(99_999).default(400),
  METRICS_HOST: hostName.default('127.0.0.1'),
  METRICS_PORT: wholeNumber(65_535).optional(),
  SLOW_QUERY_MS: wholeNumber(60_000).default(1_000),
  QUERY_DEADLINE_MS: wholeNumber(90_000, 1_000).default(DEADLINE_MS),
  RATE_LIMIT: parsedBy(parseRateLimits).optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
});

const isLoopback = parseAddressList('127.0.0.0/8,::1');
const isLocal = (host: string) => host === 'localhost' || isLoopback(host);
const allowAnyAddress: AddressTest = () => true;
const allowNoAddress: AddressTest = () => false;

/**
 * Parses the settings from environment variables. An empty variable counts as unset, except that an empty VALID_IPS is
 * rejected.
 */
export function readEnv(variables: Readonly<Record<string, string | undefined>>) {
  const given = Object.entries(variables).filter(([name, value]) => value !== '' || name === 'VALID_IPS');
  const result = settings.safeParse(Object.fromEntries(given));
  if (!result.success) {
    const [issue] = result.error.issues;
    const name = String(issue?.path[0]);
    throw new SettingError(settingMessage(name, variables[name], issue?.message));
  }
  const { data } = result;
  checkUpstream(data);
  return {
    host: data.HOST,
    /** 0 picks any free port. */
    port: data.PORT,
    dataDir: data.DATA_DIR,
    /** PostgreSQL URL of the tenants' store; undefined for SQLite files in `dataDir`. */
    databaseUrl: data.DATABASE_URL?.text,
    /** The tenant that requests are forwarded to; undefined unless this is a gateway. */
    upstream: data.UPSTREAM_URL?.value,
    /** Keys of the session cookies, newest first; empty for a key that the service generates in `dataDir`. */
    sessionKeys: data.SESSION_KEY,
    /** Default lifetime of a new token. */
    tokenDays: data.TOKEN_DAYS,
    /** Seeds an empty store with the demo tenants. */
    demo: data.DEMO === undefined ? data.DATABASE_URL === undefined && isLocal(data.HOST) : data.DEMO === '1',
    isAllowedAddress: parseAddresses('VALID_IPS', data.VALID_IPS, data.VALID_IPS_ALLOW_ALL === '1') ?? allowAnyAddress,
    /** True for proxies whose `X-Forwarded-For` is trusted. */
    isTrustedProxy: parseAddresses('TRUST_PROXY', data.TRUST_PROXY, false) ?? allowNoAddress,
    /** Origins allowed to call the API from a browser (CORS). */
    corsOrigins: data.CORS_ORIGINS,
    /** Origins besides its own that the dashboard may call. */
    connectOrigins: data.CONNECT_ORIGINS,
    timeZone: data.TENANT_TIME_ZONE,
    /** Age at which events of the audit trail are removed. */
    eventsDays: data.EVENTS_DAYS,
    logLevel: data.LOG_LEVEL,
    /** Statements that take at least this long are logged. */
    slowQueryMs: data.SLOW_QUERY_MS,
    /** How long a request may use the database. */
    deadlineMs: data.QUERY_DEADLINE_MS,
    metricsHost: data.METRICS_HOST,
    /** Undefined for no metrics. */
    metricsPort: data.METRICS_PORT,
    /** Undefined for no limits. */
    rateLimits: data.RATE_LIMIT ? data.RATE_LIMIT.value : DEFAULT_RATE_LIMITS,
  };
}

function checkUpstream({ UPSTREAM_URL, DATABASE_URL, PORT }: z.output<typeof settings>) {
  if (!UPSTREAM_URL) return;
  if (DATABASE_URL) throw new SettingError('UPSTREAM_URL: a gateway has no database; unset this or DATABASE_URL');
  const { protocol, hostname, port } = new URL(UPSTREAM_URL.value.origin);
  const upstreamPort = Number(port || (protocol === 'https:' ? 443 : 80));
  if (upstreamPort === PORT && isLocal(hostname.replace(/^\[|\]$/g, ''))) {
    throw new SettingError('UPSTREAM_URL: points to this service itself; choose another PORT');
  }
}

function parseAddresses(name: string, text: string | undefined, allowAll: boolean): AddressTest | undefined {
  if (text === undefined) return undefined;
  try {
    return parseAddressList(text, allowAll);
  } catch (error) {
    if (!(error instanceof AddressListError)) throw error;
    const hint =
      name === 'VALID_IPS' && error.message.endsWith('covers every address')
        ? 'set VALID_IPS_ALLOW_ALL=1 if this is intended'
        : 'must be a comma-separated list of IP addresses and CIDR ranges without spaces';
    throw new SettingError(settingMessage(name, text, `${error.message}; ${hint}`));
  }
}

/** One line. Omits values that may contain a password or key. */
export function settingMessage(name: string, given = '', problem = 'is invalid') {
  const value = /_(URL|KEY)$/.test(name) ? '' : `=${JSON.stringify(given).slice(1, -1).slice(0, 120)}`;
  return `${name}${value}: ${problem}`;
}
