import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { request as secureRequest } from 'node:https';
import { API_PREFIX } from '#contract/document.ts';
import type { Fault } from '../access/tenant.ts';
import type { UpstreamTimeouts } from './upstream-client.ts';
import type { Upstream } from './upstream-url.ts';

/** Checks that the tenant's server responds. Any status below 500 counts, even a refusal. */
export async function probeUpstream({ origin, path }: Upstream, { headersMs }: UpstreamTimeouts): Promise<Fault[]> {
  const send = origin.startsWith('https:') ? secureRequest : request;
  const signal = AbortSignal.timeout(headersMs);
  const outgoing: ClientRequest = send(`${origin}${path}${API_PREFIX}/rooms?page[size]=1`, { method: 'HEAD', signal });
  // After the response, an error without this listener would end the process.
  outgoing.on('error', () => {}).end();
  try {
    const [response]: IncomingMessage[] = await once(outgoing, 'response');
    response?.resume();
    const status = response?.statusCode ?? 0;
    if (status < 500) return [];
    return [{ part: 'upstream', error: new Error(`The tenant’s server responded with ${status}.`) }];
  } catch (error) {
    return [{ part: 'upstream', error }];
  }
}
