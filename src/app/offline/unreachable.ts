import { ApiError } from '#src/api/errors.ts';

/** No response at all; an error response does not count. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiError && (error.kind === 'unreachable' || error.kind === 'timeout');
