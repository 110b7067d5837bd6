import { isIP } from 'node:net';
import { z } from 'zod';
import { AddressListError, type AddressTest, parseAddressList } from './access/addresses.ts';
import { readPostgresUrl } from './db/postgres-url.ts';
import { readUpstreamUrl, type Upstream } from './gateway/upstream-url.ts';

/** The validated settings of the service. */
export interface Env {
  host: string;
  /** 0 picks any free port. */
  port: number;
  dataDir: string;
  /** PostgreSQL URL of the tenants' store; undefined for SQLite files in `dataDir`. */
  databaseUrl: string | undefined;
  /** The tenant that requests are forwarded to; undefined unless this is a gateway. */
  upstream: Upstream | undefined;
  /** Encrypts the session cookies; undefined for a key that the service generates in `dataDir`. */
  sessionKey: Buffer | undefined;
  /** Seeds an empty store with the demo tenants. */
  demo: boolean;
  isAllowedAddress: AddressTest;
  /** True for proxies whose `X-Forwarded-For` is trusted. */
  isTrustedProxy: AddressTest;
  /** Origins allowed to call the API from a browser (CORS). */
  corsOrigins: readonly string[];
  /** Origins besides its own that the dashboard may call. */
  connectOrigins: readonly string[];
  timeZone: string;
  logLevel: (typeof LOG_LEVELS)[number];
}

/** An invalid setting; the message is one line that names it. */
export class SettingError extends Error {}

/** Converts a system error to a `SettingError` if its code matches `codes`; returns other errors unchanged. */
export function readFault(error: Error & { code?: string }, codes: RegExp, setting: string) {
  if (!codes.test(error.code ?? '')) return error;
  const reason =
    error.code === 'EADDRINUSE' ? 'is already in use; stop the other program or choose another' : undefined;
  return new SettingError(`${setting}: ${reason ?? `cannot be used (${error.message})`}`);
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const LEAST_KEY_BYTES = 32;

const flag = z.enum(['0', '1'], 'must be 0 or 1').optional();

const originList = z
  .string()
  .transform((text) => text.split(','))
  .refine(
    (list) => list.every(isWebOrigin),
    'must be a comma list of origins, each as in https://desk.example.com, without path or blank',
  )
  .default([]);

const settings = z.object({
  DATABASE_URL: readBy(readPostgresUrl).optional(),
  UPSTREAM_URL: readBy(readUpstreamUrl).optional(),
  SESSION_KEY: z
    .string()
    .transform((text) => Buffer.from(text))
    .refine((key) => key.length >= LEAST_KEY_BYTES, `must have ${LEAST_KEY_BYTES} bytes at least, and be hard to guess`)
    .optional(),
  HOST: z.string().refine(isHostName, 'must be an IP address or a host name').default('127.0.0.1'),
  PORT: z
    .string()
    .regex(/^(0|[1-9]\d{0,4})$/, 'must be a whole number from 0 to 65535')
    .transform(Number)
    .refine((port) => port <= 65535, 'must be a whole number from 0 to 65535')
    .default(4300),
  DATA_DIR: z.string().default('./data'),
  DEMO: flag,
  VALID_IPS: z.string().optional(),
  VALID_IPS_ALLOW_ALL: flag,
  TRUST_PROXY: z.string().optional(),
  CORS_ORIGINS: originList,
  CONNECT_ORIGINS: originList,
  TENANT_TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'must be a time zone by its IANA name, as in UTC or Asia/Tokyo')
    .default('UTC'),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
});

const isLoopback = parseAddressList('127.0.0.0/8,::1');
const isLocal = (host: string) => host === 'localhost' || isLoopback(host);
const everyAddress: AddressTest = () => true;
const noAddress: AddressTest = () => false;

/**
 * Parses the settings from environment variables. An empty variable counts as unset, except that an empty VALID_IPS is
 * rejected.
 */
export function readEnv(variables: Readonly<Record<string, string | undefined>>): Env {
  const given = Object.entries(variables).filter(([name, value]) => value !== '' || name === 'VALID_IPS');
  const result = settings.safeParse(Object.fromEntries(given));
  if (!result.success) {
    const [issue] = result.error.issues;
    const name = String(issue?.path[0]);
    throw new SettingError(refusal(name, variables[name], issue?.message));
  }
  const { data } = result;
  checkUpstream(data);
  return {
    host: data.HOST,
    port: data.PORT,
    dataDir: data.DATA_DIR,
    databaseUrl: data.DATABASE_URL?.text,
    upstream: data.UPSTREAM_URL?.value,
    sessionKey: data.SESSION_KEY,
    demo: data.DEMO === undefined ? data.DATABASE_URL === undefined && isLocal(data.HOST) : data.DEMO === '1',
    isAllowedAddress: readAddresses('VALID_IPS', data.VALID_IPS, data.VALID_IPS_ALLOW_ALL === '1') ?? everyAddress,
    isTrustedProxy: readAddresses('TRUST_PROXY', data.TRUST_PROXY, false) ?? noAddress,
    corsOrigins: data.CORS_ORIGINS,
    connectOrigins: data.CONNECT_ORIGINS,
    timeZone: data.TENANT_TIME_ZONE,
    logLevel: data.LOG_LEVEL,
  };
}

function checkUpstream({ UPSTREAM_URL, DATABASE_URL, PORT }: z.output<typeof settings>) {
  if (!UPSTREAM_URL) return;
  if (DATABASE_URL) throw new SettingError('UPSTREAM_URL: a gateway has no database; unset this or DATABASE_URL');
  const { protocol, hostname, port } = new URL(UPSTREAM_URL.value.origin);
  const upstreamPort = Number(port || (protocol === 'https:' ? 443 : 80));
  if (upstreamPort === PORT && isLocal(hostname.replace(/^\[|\]$/g, ''))) {
    throw new SettingError('UPSTREAM_URL: is the address of this service itself; choose another PORT');
  }
}

function readAddresses(name: string, text: string | undefined, allowAll: boolean): AddressTest | undefined {
  if (text === undefined) return undefined;
  try {
    return parseAddressList(text, allowAll);
  } catch (error) {
    if (!(error instanceof AddressListError)) throw error;
    const hint =
      name === 'VALID_IPS' && error.message.endsWith('is every address')
        ? 'set VALID_IPS_ALLOW_ALL=1 if that is meant'
        : 'must be a comma list of IP addresses and CIDR ranges without blanks';
    throw new SettingError(refusal(name, text, `${error.message}; ${hint}`));
  }
}

/** One line. Omits values that may contain a password or key. */
function refusal(name: string, given = '', problem = 'is refused') {
  const value = /_(URL|KEY)$/.test(name) ? '' : `=${JSON.stringify(given).slice(1, -1).slice(0, 120)}`;
  return `${name}${value}: ${problem}`;
}

function isHostName(text: string) {
  return (
    isIP(text) !== 0 ||
    (text.length <= 253 &&
      /^[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/i.test(text) &&
      !/^[\d.]+$/.test(text))
  );
}

/** Parses a string with `read`, whose error message becomes the validation message. */
function readBy<Value>(read: (text: string) => Value) {
  return z.string().transform((text, context) => {
    try {
      return { text, value: read(text) };
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) });
      return z.NEVER;
    }
  });
}

function isWebOrigin(text: string) {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

function isTimeZone(text: string) {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
