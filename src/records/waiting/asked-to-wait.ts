import { connection } from '#src/api/connection.ts';
import { ApiError } from '#src/api/errors.ts';

interface Asked {
  connectionKey: string | undefined;
  error: ApiError;
  untilMs: number;
}

let asked: Asked | undefined;

/** Records a `Retry-After` from the tenant. */
export function keepAsked(error: unknown): void {
  if (!(error instanceof ApiError) || !error.retryAfterSeconds) return;
  asked = { connectionKey: connection.get()?.key, error, untilMs: Date.now() + error.retryAfterSeconds * 1000 };
}

/** Circuit breaker: while `Retry-After` is in effect, rethrows the tenant's error with the remaining seconds. */
export function throwWhileAsked(): void {
  if (!asked || asked.connectionKey !== connection.get()?.key) return;
  const left = Math.ceil((asked.untilMs - Date.now()) / 1000);
  const { kind, status, errors, retryAfterSeconds = 0 } = asked.error;
  // If more is left than was requested, the local clock was set back.
  if (left > 0 && left <= retryAfterSeconds) throw new ApiError(kind, status, errors, left);
}
