import { connection } from '#src/api/connection.ts';
import { ApiError } from '#src/api/errors.ts';

interface Asked {
  connectionKey: string | undefined;
  error: ApiError;
  untilMs: number;
}

let asked: Asked | undefined;

/** Notes that the tenant asked to be left alone for a while (`Retry-After`). */
export function keepAsked(error: unknown): void {
  if (!(error instanceof ApiError) || !error.retryAfterSeconds) return;
  asked = { connectionKey: connection.get()?.key, error, untilMs: Date.now() + error.retryAfterSeconds * 1000 };
}

/** Throws the tenant's refusal again, with the seconds that are left, as long as it asked to be left alone. */
export function throwWhileAsked(): void {
  if (!asked || asked.connectionKey !== connection.get()?.key) return;
  const left = Math.ceil((asked.untilMs - Date.now()) / 1000);
  const { kind, status, errors, retryAfterSeconds = 0 } = asked.error;
  // More is left than was asked for where the clock of this computer was set back.
  if (left > 0 && left <= retryAfterSeconds) throw new ApiError(kind, status, errors, left);
}
