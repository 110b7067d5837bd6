import type { FastifyLoggerOptions, FastifyRequest } from 'fastify';

/** No name in an address is as long as this: what is may be a token that somebody put in the wrong place. */
const TOO_LONG_FOR_A_NAME = /[^/]{40,}/g;

/** Logs requests without what may hold a token or somebody's words: headers, and everything after the path. */
export function logOptions(given: FastifyLoggerOptions | false) {
  if (given === false) return false;
  const req = ({ method, url, ip }: FastifyRequest) => {
    const [path = ''] = url.split('?', 1);
    return { method, path: path.replace(TOO_LONG_FOR_A_NAME, '…'), ip };
  };
  return { ...given, serializers: { ...given.serializers, req } };
}
