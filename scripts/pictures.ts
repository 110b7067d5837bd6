import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Role } from '#server/access/caller.ts';
import { launchBrowser } from '#test/bench/launch-browser.ts';
import { makeDataDir, personOf, removeDataDir, startService } from '#test/service-process.ts';
import { prepareBrowser } from './prepare-browser.ts';

const FOLDER = 'docs/pictures';

/** The demo pages shown in the README, each in light and dark mode. */
const pages: Readonly<Record<string, { role: Role; path: string; isReady: (page: Page) => Promise<unknown> }>> = {
  review: {
    role: 'reviewer',
    path: '/review',
    isReady: async (page) => {
      await page.getByRole('region', { name: 'Review queue' }).getByText('Town hall wedding').first().click();
      await page.getByRole('region', { name: 'Conversation' }).getByText('Town hall').first().waitFor();
    },
  },
  watch: { role: 'supervisor', path: '/watch', isReady: (page) => page.getByRole('table').first().waitFor() },
  client: {
    role: 'admin',
    path: '/clients/1?part=css',
    isReady: (page) => page.getByText('Preview – links and buttons are disabled').waitFor(),
  },
  keywords: { role: 'admin', path: '/keywords', isReady: (page) => page.getByRole('row').nth(5).waitFor() },
};

prepareBrowser();
const dataDir = makeDataDir();
const service = await startService(dataDir, { DEMO: '1' });
const browser = await launchBrowser();
try {
  mkdirSync(FOLDER, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [name, { role, path, isReady }] of Object.entries(pages)) {
      const context = await browser.newContext({
        colorScheme,
        locale: 'en-GB',
        viewport: { width: 1440, height: 900 },
      });
      const page = await context.newPage();
      await page.goto(`${service.origin}/connect#token=${personOf(service, role).token}`);
      await page.getByRole('navigation', { name: 'Pages' }).waitFor();
      await page.goto(service.origin + path);
      await isReady(page);
      await page.waitForLoadState('networkidle');
      await page.screenshot({ path: join(FOLDER, `${name}-${colorScheme}.png`) });
      console.log(`${FOLDER}/${name}-${colorScheme}.png`);
      await context.close();
    }
  }
} finally {
  await browser.close();
  await service.end('SIGTERM');
  removeDataDir(dataDir);
}
