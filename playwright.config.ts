import { defineConfig } from '@playwright/test';

/** The features that Playwright disables by default, as far as they matter here: our own list replaces that one. */
const USUALLY_OFF = [
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'MediaRouter',
  'OptimizationHints',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
];
/** WebUI pages that Chromium loads behind the address bar of every new window: a tenth of the run time. */
const POPUPS = ['WebUIOmniboxAimPopup', 'WebUIOmniboxPopup'];

export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  // One more than the fewest processors: a good part of each journey waits for time to pass.
  workers: 3,
  forbidOnly: true,
  // They end a journey that hangs, and nothing else: one that passes comes nowhere near them, however busy the machine.
  // The whole is limited for what has no limit of its own, such as code that runs in the page.
  timeout: 600_000,
  expect: { timeout: 30_000, toPass: { timeout: 60_000 } },
  reporter: 'list',
  use: {
    // Without these, a click or a wait for an address would hang for as long as the whole, and not be named.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // A trace of every journey would double its time: ask for one with `npm run e2e -- --trace on`.
    screenshot: 'only-on-failure',
    locale: 'en-GB',
    // Fetching all parts of the page ahead would take its time from every journey; the one about it allows it.
    serviceWorkers: 'block',
    timezoneId: 'Europe/Zurich',
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell',
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        `--disable-features=${[...USUALLY_OFF, ...POPUPS].join(',')}`,
      ],
    },
  },
});
