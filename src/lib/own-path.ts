/**
 * The path, query and fragment of an address of the dashboard, as browsers spell them; undefined for whatever some
 * browser or router could take for another site.
 */
export function ownPath(address: string): string | undefined {
  if (!address.startsWith('/') || !URL.canParse(address, location.origin)) return undefined;
  const { origin, pathname, search, hash } = new URL(address, location.origin);
  // What is left of dots may begin as another host does.
  return origin === location.origin && !pathname.startsWith('//') ? pathname + search + hash : undefined;
}
