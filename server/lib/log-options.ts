import type { FastifyLoggerOptions, FastifyRequest } from 'fastify';

/** Path segments this long are not names, and may be a token pasted in the wrong place. */
const TOO_LONG_FOR_A_NAME = /[^/]{40,}/g;

/** Request logging without headers and query strings, which may contain tokens or user data. */
export function logOptions(given: FastifyLoggerOptions | false) {
  if (given === false) return false;
  const req = ({ method, url, ip }: FastifyRequest) => {
    const [path = ''] = url.split('?', 1);
    return { method, path: path.replace(TOO_LONG_FOR_A_NAME, '…'), ip };
  };
  return { ...given, serializers: { ...given.serializers, req } };
}
