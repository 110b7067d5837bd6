import { type Problem, problem } from '../jsonapi/document/problem.ts';

const TIMEOUT = 'FST_REPLY_FROM_GATEWAY_TIMEOUT';
const UNKNOWN_OUTCOME = 'If this was a write, check whether it took effect.';
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/;
/** Explanations of connection errors, by system error code. */
const CONNECTION_ERRORS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The tenant’s server refused the connection. It may be down, or UPSTREAM_URL has the wrong port.',
  ENOTFOUND: 'The host in UPSTREAM_URL can’t be resolved. It may be misspelled, or DNS may be down.',
  EAI_AGAIN: 'DNS did not resolve the host in UPSTREAM_URL. Try again in a moment.',
  UND_ERR_CONNECT_TIMEOUT: 'Connecting to the tenant’s server timed out. It may be down or behind a firewall.',
  EHOSTUNREACH: 'The tenant’s server can’t be reached. The network may be down.',
  ENETUNREACH: 'The tenant’s server can’t be reached. The network may be down.',
};

/** 502: the tenant cannot be reached. */
export const badGateway = (detail: string): Problem =>
  problem(502, 'gateway_unreachable', detail, { title: 'Bad Gateway' });

/** Error code for a response that is not from the tenant's API, such as the page of a firewall. */
export const NOT_FROM_API = 'not_from_api';

/** The error for a page or file instead of data: 502, or the status of the response if it was an error. */
export function notData(status: number): Problem {
  const detail = 'The tenant’s server responded with a page instead of data.';
  return status < 400 ? badGateway(detail) : problem(status, NOT_FROM_API, detail, { title: 'Not from the API' });
}

/** Maps a failed upstream request to 502, 504, or the rejection that aborted it. */
export function toGatewayError(error: Error, headersMs: number): Problem {
  const cause = codeOf(error.cause);
  if (cause === 'FST_ERR_CTP_BODY_TOO_LARGE') return problem(413, '413', 'The body must not exceed 1 MiB.');
  if (codeOf(error) === TIMEOUT) {
    const detail = `The tenant’s server did not respond within ${headersMs / 1_000} seconds. ${UNKNOWN_OUTCOME}`;
    return problem(504, 'gateway_timeout', detail, { title: 'Gateway Timeout' });
  }
  if (CERTIFICATE.test(cause)) {
    return badGateway('The tenant’s server has an invalid certificate. Nothing was sent to it.');
  }
  const broken = `The connection to the tenant’s server closed before it responded. ${UNKNOWN_OUTCOME}`;
  return badGateway(CONNECTION_ERRORS[cause] ?? broken);
}

function codeOf(error: unknown) {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
