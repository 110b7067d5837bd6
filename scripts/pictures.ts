import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from '@playwright/test';
import type { Role } from '#server/access/caller.ts';
import { launchBrowser } from '#test/bench/launch-browser.ts';
import { personOf, startDemo } from '#test/service-process.ts';
import { prepareBrowser } from './prepare-browser.ts';

const FOLDER = 'docs/pictures';

interface Shown {
  role: Role;
  path: string;
  isReady: (page: Page) => Promise<unknown>;
  /** Further widths and heights of the window, in light mode. */
  sizes?: readonly (readonly [width: number, height: number])[];
}

/** The demo pages shown in the README, each in light and dark mode. */
const pages: Readonly<Record<string, Shown>> = {
  review: {
    role: 'reviewer',
    path: '/review',
    isReady: async (page) => {
      await page.getByRole('region', { name: 'Review queue' }).getByText('Town hall wedding').first().click();
      await page.getByRole('region', { name: 'Current draft' }).getByRole('list', { name: 'Messages' }).waitFor();
    },
    sizes: [
      [2560, 1080],
      [1024, 768],
      [390, 844],
    ],
  },
  watch: { role: 'supervisor', path: '/watch', isReady: (page) => page.getByRole('table').first().waitFor() },
  client: {
    role: 'admin',
    path: '/clients/1?part=css',
    isReady: (page) => page.getByText('Preview – links and buttons are disabled').waitFor(),
  },
  keywords: { role: 'admin', path: '/keywords', isReady: (page) => page.getByRole('row').nth(5).waitFor() },
};

prepareBrowser('full');
const service = await startDemo();
const browser = await launchBrowser();
try {
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, shown] of Object.entries(pages)) {
    for (const colorScheme of ['light', 'dark'] as const)
      await takePicture(`${name}-${colorScheme}`, shown, { colorScheme });
    for (const [width, height] of shown.sizes ?? []) {
      const isPhone = width < 500;
      const viewport = { width, height };
      await takePicture(`${name}-${width}`, shown, { viewport, isMobile: isPhone, hasTouch: isPhone });
    }
  }
} finally {
  await browser.close();
  await service.close();
}

async function takePicture(name: string, { role, path, isReady }: Shown, options: BrowserContextOptions) {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  await page.goto(`${service.origin}/connect#token=${personOf(service, role).token}`);
  await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  await page.goto(service.origin + path);
  await isReady(page);
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
  console.log(`${FOLDER}/${name}.png`);
  await context.close();
}
