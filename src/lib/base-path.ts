/** `src` of the page's script as in `index.html`; null if there is no such page. */
const script = document.querySelector('script[type=module][src]')?.getAttribute('src') ?? null;

/**
 * Whether the dashboard uses hash routing. A relative script path means that the host serves `index.html` alone, in any
 * folder. An absolute one means that the host answers every path below its folder with the page.
 */
export const isBehindHash: boolean = script !== null && !/^(https?:|\/)/.test(script);

/** Folder of the page, with a leading and a trailing slash. */
const folder = isBehindHash
  ? location.pathname.replace(/[^/]*$/, '')
  : (/^(?:https?:\/\/[^/]+)?(\/.*?)(assets|src)\/[^/]*$/.exec(script ?? '')?.[1] ?? '/');

/** URL of that folder. */
export const pageBase: string = location.origin + folder;

/** Router basename: prefix of the dashboard's paths, without a trailing slash. */
export const basename: string = isBehindHash ? '' : folder.slice(0, -1);

/** A location in the dashboard: its path, query with `?` and fragment with `#`. */
interface Address {
  pathname: string;
  search: string;
  hash: string;
}

/** The current location in terms of the routes: without the basename or, with hash routing, from the URL's hash. */
export function currentAddress(): Address {
  if (!isBehindHash) {
    const { pathname, search, hash } = location;
    return { pathname: ownPathname(pathname), search, hash };
  }
  const { pathname, search, hash } = new URL(location.hash.slice(1).replace(/^\/*/, '/'), location.origin);
  return { pathname, search, hash };
}

/** Strips the basename from a path. */
export const ownPathname = (pathname: string): string => pathname.slice(basename.length) || '/';

/** `href` of a link to a dashboard path. */
export const hrefOf = (path: string): string => (isBehindHash ? `#${path}` : basename + path);

/** Path, query and fragment of a same-origin URL, normalised; undefined if it might lead to another site. */
export function sanitizeRedirect(address: string): string | undefined {
  if (!address.startsWith('/') || !URL.canParse(address, location.origin)) return undefined;
  const { origin, pathname, search, hash } = new URL(address, location.origin);
  // Removing dot segments may leave a path that starts with `//`, which names another host.
  return origin === location.origin && !pathname.startsWith('//') ? pathname + search + hash : undefined;
}
