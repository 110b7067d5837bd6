/** The upstream tenant, whose API is at `${origin}${path}/rapi/v1`. */
export interface Upstream {
  origin: string;
  /** Empty, or such as `/desk`, without trailing slash. */
  path: string;
}

/** Parses `UPSTREAM_URL`. Throws an Error whose message states the expected form. */
export function readUpstreamUrl(text: string): Upstream {
  const url = /^https?:\/\/[^/]/i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (!url) throw new Error('must be as in https://support.example.com, or with a path below it');
  if (url.username || url.password) throw new Error('must not hold a user or a password');
  if (/[?#]/.test(text)) throw new Error('must have neither a query nor a fragment');
  const path = url.pathname.replace(/(?<!\/)\/+$/, '').replace(/\/rapi(\/v1)?$/, '');
  if (!/^(\/[\w~][\w~.-]*)*$/.test(path)) throw new Error('has a path that is not made of plain words');
  return { origin: url.origin, path };
}
