/** With hash routing, only the page itself. */
const PAGE_ITSELF = /^(index\.html)?$/;
/** With path routing, every path except files and the server's other routes. */
const ELSEWHERE = /^(rapi|session|healthz|readyz|metrics|docs|preview)(\/|$)|\.\w+$/;

/** Whether the host serves the page at a URL below `scope`, the URL of the page's folder. */
export function isPageAddress(address: string, scope: string, isBehindHash: boolean): boolean {
  if (!address.startsWith(scope)) return false;
  const path = address.slice(scope.length).replace(/[?#].*$/, '');
  return isBehindHash ? PAGE_ITSELF.test(path) : !ELSEWHERE.test(path);
}
