import type { Browser, CDPSession, Page } from '@playwright/test';
import { personOf, type ServiceProcess, startDemo } from '../../service-process.ts';
import { launchBrowser } from '../launch-browser.ts';
import { addMeter } from './paint-meter.ts';

/** The real service with extra drafts beside the demo's, and a browser. */
export interface Desk {
  service: ServiceProcess;
  browser: Browser;
  close(): Promise<void>;
}

export async function openDesk(drafts: number): Promise<Desk> {
  const service = await startDemo();
  service.seed('--drafts', String(drafts));
  const browser = await launchBrowser();
  return {
    service,
    browser,
    close: async () => {
      await browser.close();
      await service.close();
    },
  };
}

export interface Seat {
  page: Page;
  cdp: CDPSession;
}

/** Opens an address of the dashboard as a reviewer, in a tab that records its frames. */
export async function sitDown({ service, browser }: Desk, path: string): Promise<Seat> {
  const context = await browser.newContext({ baseURL: service.origin, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await addMeter(page);
  await page.goto(`/connect#token=${personOf(service, 'supervisor').token}`);
  await page.waitForURL((url) => url.pathname !== '/connect');
  await page.goto(path);
  await page.getByRole('article', { name: 'Draft', exact: true }).waitFor();
  return { page, cdp: await context.newCDPSession(page) };
}
