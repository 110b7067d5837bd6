import { type Problem, problem } from '../jsonapi/problem.ts';

const TIMEOUT = 'FST_REPLY_FROM_GATEWAY_TIMEOUT';
const UNKNOWN_OUTCOME = 'If this was a change, see whether it took effect.';
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/;
/** Explanations of connection errors, by system error code. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The tenant’s server takes no connections: it may be stopped, or UPSTREAM_URL names the wrong port.',
  ENOTFOUND: 'The host in UPSTREAM_URL is not known here: it may be misspelt, or the name service is down.',
  EAI_AGAIN: 'The name service did not say where the host in UPSTREAM_URL is. Try again in a moment.',
  UND_ERR_CONNECT_TIMEOUT:
    'The tenant’s server did not take the connection in time: it may be stopped or behind a firewall.',
  EHOSTUNREACH: 'There is no way from here to the tenant’s server: the network may be down.',
  ENETUNREACH: 'There is no way from here to the tenant’s server: the network may be down.',
};

/** 502: the tenant cannot be reached. */
export const unreachable = (detail: string): Problem =>
  problem(502, 'gateway_unreachable', detail, { title: 'Bad Gateway' });

/** Maps a failed upstream request to 502, 504, or the rejection that aborted it. */
export function gatewayFault(error: Error, headersMs: number): Problem {
  const cause = codeOf(error.cause);
  if (cause === 'FST_ERR_CTP_BODY_TOO_LARGE') return problem(413, '413', 'The body may be 1 MiB at most.');
  if (codeOf(error) === TIMEOUT) {
    const detail = `The tenant’s server did not answer within ${headersMs / 1_000} seconds. ${UNKNOWN_OUTCOME}`;
    return problem(504, 'gateway_timeout', detail, { title: 'Gateway Timeout' });
  }
  if (CERTIFICATE.test(cause)) {
    return unreachable('The certificate of the tenant’s server is not valid. Nothing was sent to it.');
  }
  const broken = `The connection to the tenant’s server broke before it had answered. ${UNKNOWN_OUTCOME}`;
  return unreachable(REASONS[cause] ?? broken);
}

function codeOf(error: unknown) {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
