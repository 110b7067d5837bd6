/** Where addresses of the dashboard stand behind a `#`, the page has this one alone. */
const PAGE_ITSELF = /^(index\.html)?$/;
/** Else it has every one that is neither a file nor something else of its server. */
const ELSEWHERE = /^(rapi|session|healthz|docs|preview)(\/|$)|\.\w+$/;

/** Whether the page is what its host answers at an address below `scope`, the address of the page's folder. */
export function isPageAddress(address: string, scope: string, isBehindHash: boolean): boolean {
  if (!address.startsWith(scope)) return false;
  const path = address.slice(scope.length).replace(/[?#].*$/, '');
  return isBehindHash ? PAGE_ITSELF.test(path) : !ELSEWHERE.test(path);
}
