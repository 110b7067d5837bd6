import { asRecord } from '#src/lib/json.ts';
import { pageBase } from '#src/lib/place.ts';
import { ApiError } from './errors.ts';
import { exchange } from './request.ts';

/** What the host of this page says about itself in `config.json`, beside the page. */
export interface PageConfig {
  /** Whether it keeps tokens in a cookie and passes requests on with them. */
  hasSession: boolean;
  /** The tenant's address to begin with. */
  server: string | undefined;
}

let read: Promise<PageConfig> | undefined;

/** Reads it once, when first asked for; a host without one, or that cannot be reached, presets nothing. Never rejects. */
export function pageConfig(): Promise<PageConfig> {
  read ??= exchange(`${pageBase}config.json`, {}).then(
    ({ body }) => {
      const { session, server } = asRecord(body) ?? {};
      return { hasSession: session === true, server: typeof server === 'string' && server ? server : undefined };
    },
    (error) => {
      // Where there was no answer, the next one who asks may get it.
      if (!(error instanceof ApiError && error.status)) read = undefined;
      return { hasSession: false, server: undefined };
    },
  );
  return read;
}
