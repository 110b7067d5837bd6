/** Host of an address; empty if it has none. */
export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname.replace(/\.$/, '') : '';
}
