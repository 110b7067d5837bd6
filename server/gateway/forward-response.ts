import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Problem } from '../jsonapi/document/problem.ts';
import { isJsonType, RESPONSE_HEADERS, TOKEN_WITHHELD } from './forwarded-headers.ts';
import { badGateway, notData } from './gateway-errors.ts';
import { rewriteLinks } from './rewrite-links.ts';
import type { Upstream } from './upstream-url.ts';

const REDIRECTED = 'The tenant’s server redirects requests to another URL. Set UPSTREAM_URL to the redirect’s target.';

/** Forwards the tenant's response to the client. Replaces redirects and anything but JSON by an error. */
export function forwardResponse(reply: FastifyReply, body: Readable, upstream: Upstream): void {
  const { statusCode } = reply;
  // A client that follows the redirect would send its token to an unknown host.
  if (isRedirect(statusCode)) replaceResponse(reply, body, badGateway(REDIRECTED));
  else if (!isJsonType(reply.getHeader('content-type'))) replaceResponse(reply, body, notData(statusCode));
  else reply.send(rewriteLinks(reply, body, upstream));
}

/** Responds with an error of the gateway instead of the tenant's response. */
export function replaceResponse(reply: FastifyReply, body: Readable, error: Problem): void {
  body.on('error', () => {}).destroy();
  for (const name of [...RESPONSE_HEADERS, TOKEN_WITHHELD]) reply.removeHeader(name);
  reply.send(error);
}

const isRedirect = (status: number) => status >= 300 && status < 400 && status !== 304;
