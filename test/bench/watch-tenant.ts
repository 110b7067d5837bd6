import type { BrowserContext, Page } from '@playwright/test';
import { callApi } from '../api-client.ts';
import { startFaultProxy } from '../fault-proxy.ts';
import { makeDataDir, personOf, removeDataDir, startService } from '../service-process.ts';
import { launchBrowser } from './launch-browser.ts';

const AT_ONCE = 10;

/** The real service with demo data behind a fault-injecting proxy, and a browser, for measuring Watch. */
export async function startWatch() {
  const dataDir = makeDataDir();
  const service = await startService(dataDir, { DEMO: '1' });
  const proxy = await startFaultProxy(service.origin);
  const admin = personOf(service, 'admin');
  const browser = await launchBrowser();
  return {
    proxy,
    browser,
    send: sender(service.origin, admin.token),
    open: (context: BrowserContext) => openWatch(context, proxy.origin, admin.token),
    stop: async () => {
      await browser.close();
      await proxy.close();
      await service.end('SIGTERM');
      removeDataDir(dataDir);
    },
  };
}

type Send = (method: string, path: string, attributes: Record<string, unknown>) => Promise<string>;

/** Sends writes to the API, past the browser; resolves with the id of the record. */
function sender(origin: string, token: string): Send {
  return async (method, path, attributes) => {
    const [, type, id] = path.split('/');
    const answer = await callApi({ origin }, token, method, path, { type, id, attributes });
    return (answer as { data: { id: string } }).data.id; // The documented response shape.
  };
}

/** Creates waiting support rooms; resolves with their ids. */
export async function makeWaiting(send: Send, count: number, name = 'Visitor'): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    const batch = Array.from({ length: Math.min(AT_ONCE, count - ids.length) }, (_, index) =>
      send('POST', '/rooms', {
        name: `${name} ${ids.length + index + 1}`,
        kind: 'support_room',
        awaiting_support: true,
      }),
    );
    ids.push(...(await Promise.all(batch)));
  }
  return ids;
}

async function openWatch(context: BrowserContext, origin: string, token: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${origin}/connect#token=${token}`);
  await page.waitForURL((url) => url.pathname !== '/connect');
  await page.goto(`${origin}/watch`);
  await page.getByRole('table', { name: 'Waiting visitors' }).waitFor();
  return page;
}
