import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliCompress, createBrotliDecompress, createGunzip, createGzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import { API_PREFIX } from '#contract/document.ts';
import { originOf } from '../http/request-checks.ts';
import { BROTLI_OPTIONS, GZIP_OPTIONS } from '../lib/compression.ts';
import { linkRewriter } from './link-rewriter.ts';
import type { Upstream } from './upstream-url.ts';

/** Content codings offered to the tenant: those that can be decoded, to rewrite the links. */
const CODINGS: ReadonlyMap<unknown, { decode(): Transform; encode(): Transform }> = new Map([
  ['br', { decode: createBrotliDecompress, encode: () => createBrotliCompress(BROTLI_OPTIONS) }],
  ['gzip', { decode: createGunzip, encode: () => createGzip(GZIP_OPTIONS) }],
]);

/** The codings of `Accept-Encoding` that the gateway can read. */
export function readableCodings(accepted: string): string {
  const isReadable = (coding = '') => CODINGS.has(coding.trim().toLowerCase());
  const readable = accepted.split(',').filter((item) => isReadable(item.split(';', 1)[0]));
  return readable.length > 0 ? readable.map((item) => item.trim()).join(', ') : 'identity';
}

/**
 * Returns a JSON body with links to the tenant's API replaced by links to the origin at which the client reaches the
 * gateway. The result depends only on body and origin, so that the tenant's ETag, weak or strong, remains valid for it.
 */
export function rewriteLinks(reply: FastifyReply, body: Readable, upstream: Upstream): Readable {
  const { request, statusCode } = reply;
  reply.removeHeader('content-length');
  if (request.method === 'HEAD' || statusCode === 204 || statusCode === 304) return body;
  const given = reply.getHeader('content-encoding');
  const coding = CODINGS.get(given);
  // The tenant used a coding that was not offered.
  if (given !== undefined && !coding) return body;
  const rewriter = linkRewriter(toOwnLink(upstream, originOf(request)));
  // Errors reach the reply through the last stream, which is then destroyed.
  const done = () => {};
  if (!coding) return pipeline(body, rewriter, done);
  const encoder = coding.encode();
  pipeline(body, coding.decode(), rewriter, encoder, done);
  return encoder;
}

/** Maps links to the tenant's API to the given origin; undefined for others. */
function toOwnLink({ origin, path }: Upstream, ownOrigin: string): (link: string) => string | undefined {
  const api = path + API_PREFIX;
  const { host } = new URL(origin);
  // A tenant behind a TLS-terminating proxy may write its own URLs with `http:`.
  const prefixes = [`http://${host}${api}`, `https://${host}${api}`, `//${host}${api}`, api];
  return (link) => {
    const prefix = prefixes.find((each) => link.startsWith(each) && /^([/?#]|$)/.test(link.slice(each.length)));
    if (prefix === undefined) return undefined;
    return (prefix === api ? '' : ownOrigin) + API_PREFIX + link.slice(prefix.length);
  };
}
