import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';

/** Resolves when the service worker is active. */
export const workerReady = (page: Page) => page.evaluate(async () => void (await navigator.serviceWorker.ready));

/** Number of entries in this origin's databases and caches that contain the text. */
export const heldEntries = (page: Page, text: string): Promise<number> =>
  page.evaluate(async (wanted) => {
    const held: string[] = [];
    for (const name of await caches.keys()) {
      for (const answer of await (await caches.open(name)).matchAll()) held.push(await answer.text());
    }
    for (const { name = '' } of await indexedDB.databases()) {
      const open = indexedDB.open(name);
      await new Promise((resolve) => open.addEventListener('success', resolve));
      for (const store of open.result.objectStoreNames) {
        const all = open.result.transaction(store).objectStore(store).getAll();
        await new Promise((resolve) => all.addEventListener('success', resolve));
        held.push(JSON.stringify(all.result));
      }
      open.result.close();
    }
    // Persisted JSON is stringified again here, so a quotation mark may be escaped twice.
    const escaped = (words: string) => JSON.stringify(words).slice(1, -1);
    const forms = [wanted, escaped(wanted), escaped(escaped(wanted))];
    return held.filter((entry) => forms.some((form) => entry.includes(form))).length;
  }, text);

/** Addresses answered by a service worker, other than the page's own assets, in order. */
export function answersOfWorkers(context: BrowserContext): string[] {
  const found: string[] = [];
  context.on('response', (response) => {
    const { pathname } = new URL(response.url());
    const isPart = response.request().isNavigationRequest() || /^\/(desk\/)?(assets\/|icon)/.test(pathname);
    if (response.fromServiceWorker() && !isPart) found.push(response.url());
  });
  return found;
}

/** A copy of the built dashboard. */
export function copyBuild(): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-build-'));
  cpSync('dist', folder, { recursive: true, filter: (file) => !/\.(br|gz)$/.test(file) });
  return folder;
}

/** Replaces the build by another version: all assets get new addresses. */
export function deployAnother(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(html|js)$/.test(name)) continue;
    const text = readFileSync(join(folder, name), 'utf8').replaceAll('assets/', 'another/');
    writeFileSync(
      join(folder, name),
      text.replace(/"revision":"\w+","url":"\.\/\?shell"/, '"revision":"another","url":"./?shell"'),
    );
  }
  renameSync(join(folder, 'assets'), join(folder, 'another'));
}
