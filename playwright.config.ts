import { defineConfig } from '@playwright/test';

/** Features that Playwright disables by default, as far as they matter here: our own flag replaces its list. */
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
/** WebUI pages that Chromium loads for the address bar of every new window; they take a tenth of the run time. */
const POPUPS = ['WebUIOmniboxAimPopup', 'WebUIOmniboxPopup'];

/** They run first, so that the run does not end with one of them and idle workers. */
const LONGEST = ['review-many.spec.ts', 'supervisor-job.spec.ts'];

export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  projects: [
    { name: 'longest', testMatch: LONGEST },
    { name: 'others', testIgnore: LONGEST },
  ],
  // One more than the smallest machine has processors, because each journey spends much of its time waiting.
  workers: 3,
  forbidOnly: true,
  // These timeouts only end a journey that hangs: a passing one stays far below them, even on a busy machine. `timeout`
  // covers steps without a timeout of their own, such as code that runs in the page.
  timeout: 600_000,
  expect: { timeout: 30_000, toPass: { timeout: 60_000 } },
  reporter: 'list',
  use: {
    // Without these, a click or navigation would hang until the overall timeout, whose error would not name it.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // Tracing would double the run time: request it with `npm run e2e -- --trace on`.
    screenshot: 'only-on-failure',
    locale: 'en-GB',
    // Precaching all chunks would slow down every journey. The offline journeys allow the service worker.
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
