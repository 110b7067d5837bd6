import { asRecord } from '#src/lib/json.ts';
import { pageBase } from '#src/lib/place.ts';
import { ApiError } from './errors.ts';
import { exchange } from './request.ts';

/** What the page's host declares in `config.json` next to the page. */
export interface PageConfig {
  /** Whether it keeps tokens in a cookie and proxies requests with them. */
  hasSession: boolean;
  /** Preset address of the tenant. */
  server: string | undefined;
}

let read: Promise<PageConfig> | undefined;

/** Reads `config.json` once, on first use. Never rejects: a missing or unreachable one presets nothing. */
export function pageConfig(): Promise<PageConfig> {
  read ??= exchange(`${pageBase}config.json`, {}).then(
    ({ body }) => {
      const { session, server } = asRecord(body) ?? {};
      return { hasSession: session === true, server: typeof server === 'string' && server ? server : undefined };
    },
    (error) => {
      // After a network error, the next call tries again.
      if (!(error instanceof ApiError && error.status)) read = undefined;
      return { hasSession: false, server: undefined };
    },
  );
  return read;
}
