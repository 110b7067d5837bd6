import { test as base, type Page } from '@playwright/test';
import type { Role } from '#server/access/caller.ts';
import {
  type DemoSignIn,
  makeDataDir,
  personOf,
  removeDataDir,
  type ServiceProcess,
  startService,
} from '../service-process.ts';

interface Fixtures {
  /** Browser complaints that this test provokes; set with `test.use`. */
  expectedComplaints: readonly RegExp[];
  /** Signs in a user of the demo tenant `harbor` through their sign-in link, which leads to `path`: Review by default. */
  signIn: (role: Role, path?: string, page?: Page) => Promise<DemoSignIn>;
  silence: undefined;
}

/** A test of the real service with demo data, one service per worker. Fails on any error in the browser. */
export const test = base.extend<Fixtures, { service: ServiceProcess }>({
  service: [
    // Playwright reads a fixture's dependencies from this pattern.
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern, even one without fixtures.
    async ({}, use) => {
      const dataDir = makeDataDir();
      const service = await startService(dataDir, { DEMO: '1' });
      await use(service);
      await service.end('SIGTERM');
      removeDataDir(dataDir);
    },
    { scope: 'worker' },
  ],
  baseURL: ({ service }, use) => use(service.origin),
  expectedComplaints: [[], { option: true }],
  signIn: async ({ service, page: firstPage }, use) => {
    await use(async (role, path = '/review', page = firstPage) => {
      const person = personOf(service, role);
      await page.goto(`/connect?then=${encodeURIComponent(path)}#token=${person.token}`);
      await page.waitForURL((url) => url.pathname !== '/connect');
      return person;
    });
  },
  silence: [
    async ({ context, expectedComplaints }, use) => {
      const complaints: string[] = [];
      // The browser also reports violations of the Content-Security-Policy as console errors.
      context.on('console', (message) => {
        if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`);
      });
      context.on('weberror', (error) => complaints.push(String(error.error().stack)));
      await use(undefined);
      const unexpected = complaints.filter((text) => !expectedComplaints.some((pattern) => pattern.test(text)));
      if (unexpected.length > 0) throw new Error(`The browser complained:\n${unexpected.join('\n')}`);
    },
    { auto: true },
  ],
});
