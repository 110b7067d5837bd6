import { test as base, type Page, type WorkerFixture } from '@playwright/test';
import type { Role } from '#server/access/caller.ts';
import { type DemoSignIn, personOf, type ServiceProcess, startDemo } from '../service-process.ts';

type SignIn = (role: Role, path?: string, page?: Page) => Promise<DemoSignIn>;

interface Fixtures {
  /** Browser complaints that this test provokes; set with `test.use`. */
  expectedComplaints: readonly RegExp[];
  /** Signs in a user of the demo tenant `harbor`, and opens `path`: Review by default. */
  signIn: SignIn;
  /** The same through their sign-in link, for journeys of which this is a part: it takes half as long again. */
  signInByLink: SignIn;
  silence: undefined;
}

/** A fixture: the service that `start` starts, one for each worker. */
export function serviceOfWorker(start: typeof startDemo): [WorkerFixture<ServiceProcess, object>, { scope: 'worker' }] {
  return [
    // Playwright reads a fixture's dependencies from this pattern.
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern, even one without fixtures.
    async ({}, use) => {
      const service = await start();
      await use(service);
      await service.close();
    },
    { scope: 'worker' },
  ];
}

/** A test of the real service with demo data, one service per worker. Fails on any error in the browser. */
export const test = base.extend<Fixtures, { service: ServiceProcess }>({
  service: serviceOfWorker(startDemo),
  baseURL: ({ service }, use) => use(service.origin),
  expectedComplaints: [[], { option: true }],
  signIn: async ({ service, baseURL, page: firstPage }, use) => {
    await use(async (role, path = '/review', page = firstPage) => {
      const person = personOf(service, role);
      const keeping = await keepSession(page, baseURL ?? service.origin, person);
      await page.goto(path);
      await keeping.dispose();
      await page.getByRole('main').waitFor();
      return person;
    });
  },
  signInByLink: async ({ service, page: firstPage }, use) => {
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

/** The same state as after a sign-in by link, for the next page load, and without loading the sign-in page. */
async function keepSession(page: Page, origin: string, { role, token }: DemoSignIn) {
  const { request } = page.context();
  const headers = { 'Sec-Fetch-Site': 'same-origin' };
  const answer = await request.post(`${origin}/session`, { data: { token }, headers });
  if (!answer.ok()) throw new Error(`The sign-in was refused: ${await answer.text()}`);
  const { title } = (await (await request.get(`${origin}/rapi/v1`)).json()).meta.tenant;
  const named = { address: origin, name: title, title, role };
  const saved = JSON.stringify([{ ...named, colour: 'blue', verb: 'PUT', sessionSince: Date.now() }]);
  return page.addInitScript(
    ([connections = '', chosen = '']) => {
      // A sandboxed frame has no storage.
      if (self.origin === 'null') return;
      localStorage.setItem('countersign.connections', connections);
      for (const storage of [localStorage, sessionStorage]) storage.setItem('countersign.chosen', chosen);
    },
    [saved, JSON.stringify(origin)],
  );
}
