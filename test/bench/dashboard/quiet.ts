import type { Page, Request } from '@playwright/test';

/** The dashboard prefetches two seconds after it has loaded. */
const REST_MS = 2_500;
const QUIET_MS = 500;
const LONGEST_MS = 60_000;

/** Tracks the requests of a page; the returned function resolves when the page is idle, with no request pending. */
export function quietly(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  let lastAt = performance.now();
  const note = (change: (request: Request) => unknown) => (request: Request) => {
    lastAt = performance.now();
    change(request);
  };
  page.on(
    'request',
    note((request) => open.add(request)),
  );
  page.on(
    'requestfinished',
    note((request) => open.delete(request)),
  );
  page.on(
    'requestfailed',
    note((request) => open.delete(request)),
  );
  return async () => {
    const beganAt = performance.now();
    await page.waitForTimeout(REST_MS);
    while (open.size > 0 || performance.now() - lastAt < QUIET_MS) {
      if (performance.now() - beganAt > LONGEST_MS) throw new Error(`${page.url()} never comes to rest.`);
      await page.waitForTimeout(100);
    }
  };
}
