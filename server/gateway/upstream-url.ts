/** The upstream tenant, whose API is at `${origin}${path}/rapi/v1`. */
export interface Upstream {
  origin: string;
  /** Empty, or a path such as `/desk` without a trailing slash. */
  path: string;
}

/** Parses `UPSTREAM_URL`. Throws an Error whose message states the expected form. */
export function parseUpstreamUrl(text: string): Upstream {
  const url = /^https?:\/\/[^/]/i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (!url) throw new Error('must be a URL such as https://support.example.com, optionally with a path');
  if (url.username || url.password) throw new Error('must not contain a user or password');
  if (/[?#]/.test(text)) throw new Error('must not have a query or fragment');
  const path = url.pathname.replace(/(?<!\/)\/+$/, '').replace(/\/rapi(\/v1)?$/, '');
  if (!/^(\/[\w~][\w~.-]*)*$/.test(path)) throw new Error('has a path with unsupported characters');
  return { origin: url.origin, path };
}
