/**
 * Path, query and fragment of a same-origin URL, normalised; undefined for anything that a browser or router could take
 * for another site.
 */
export function ownPath(address: string): string | undefined {
  if (!address.startsWith('/') || !URL.canParse(address, location.origin)) return undefined;
  const { origin, pathname, search, hash } = new URL(address, location.origin);
  // Removing dot segments may leave a path that starts with `//`, which names another host.
  return origin === location.origin && !pathname.startsWith('//') ? pathname + search + hash : undefined;
}
