import type { FastifyLoggerOptions, FastifyRequest } from 'fastify';

/** Logs requests without what may hold a token or somebody's words: headers, and everything after the path. */
export function logOptions(given: FastifyLoggerOptions | false) {
  if (given === false) return false;
  const req = ({ method, url, ip }: FastifyRequest) => ({ method, path: url.split('?')[0], ip });
  return { ...given, serializers: { ...given.serializers, req } };
}
