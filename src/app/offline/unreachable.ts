import { ApiError } from '#src/api/errors.ts';

/** Whether nothing answered at all: a refusal is an answer. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiError && (error.kind === 'unreachable' || error.kind === 'timeout');
