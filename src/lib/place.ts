/** The address of the page's script as `index.html` names it; null where there is no such page. */
const script = document.querySelector('script[type=module][src]')?.getAttribute('src') ?? null;

/**
 * Whether addresses of the dashboard stand behind a `#`. So they do where `index.html` names its files by their place
 * beside it: its host has an answer for that file alone, at whatever path. Named from the root of the host, the page is
 * what the host answers at any address below its folder.
 */
export const isBehindHash: boolean = script !== null && !/^(https?:|\/)/.test(script);

/** The folder of the page, as a path that begins and ends with a slash. */
const folder = isBehindHash
  ? location.pathname.replace(/[^/]*$/, '')
  : (/^(?:https?:\/\/[^/]+)?(\/.*?)(assets|src)\/[^/]*$/.exec(script ?? '')?.[1] ?? '/');

/** The address of that folder. */
export const pageBase: string = location.origin + folder;

/** What stands before the dashboard's own paths in the address bar, without a slash at its end. */
export const basename: string = isBehindHash ? '' : folder.slice(0, -1);

/** An address of the dashboard: its own path, its query with the `?` and its fragment with the `#`. */
interface Address {
  pathname: string;
  search: string;
  hash: string;
}

/** The address that is open, as its routes name it. */
export function openAddress(): Address {
  if (!isBehindHash) {
    const { pathname, search, hash } = location;
    return { pathname: ownPathname(pathname), search, hash };
  }
  const { pathname, search, hash } = new URL(location.hash.slice(1).replace(/^\/*/, '/'), location.origin);
  return { pathname, search, hash };
}

/** A path of the address bar as the dashboard's own paths are written. */
export const ownPathname = (pathname: string): string => pathname.slice(basename.length) || '/';

/** What a link to a path of the dashboard has as its address. */
export const hrefOf = (path: string): string => (isBehindHash ? `#${path}` : basename + path);
