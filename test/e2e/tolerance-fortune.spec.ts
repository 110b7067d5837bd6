import { expect } from '@playwright/test';
import { makeDataDir, removeDataDir, startService } from '../service-process.ts';
import { type FortuneServer, fortuneToken, startFortuneServer } from '../tolerance/fortune-server.ts';
import { decideAtOnce, hush } from '../tolerance/tenant-journey.ts';
import { test as journey } from './journey.ts';
import { chosen, lines, queue } from './review-desk.ts';

interface Fixtures {
  /** How the dashboard reaches the foreign server: directly (cross-origin), or through its own service as a gateway. */
  way: 'direct' | 'gateway';
  foreign: FortuneServer;
  /** Address of the dashboard, signed in to the foreign server. */
  desk: string;
}

const test = journey.extend<Fixtures>({
  way: ['direct', { option: true }],
  // Playwright reads a fixture's dependencies from this pattern.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern, even one without fixtures.
  foreign: async ({}, use) => {
    const server = await startFortuneServer();
    await use(server);
    await server.close();
  },
  desk: async ({ way, foreign, page }, use) => {
    const dataDir = makeDataDir();
    const setting = way === 'direct' ? 'CONNECT_ORIGINS' : 'UPSTREAM_URL';
    const service = await startService(dataDir, { [setting]: foreign.origin });
    await decideAtOnce(page);
    await page.goto(`${service.origin}/connect${way === 'gateway' ? `#token=${fortuneToken}` : ''}`);
    if (way === 'direct') {
      await page.getByRole('textbox', { name: 'Server address' }).fill(foreign.origin);
      await page.getByLabel('Access token').fill(fortuneToken);
      await page.getByRole('button', { name: 'Connect' }).click();
    }
    await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible();
    await use(service.origin);
    await service.end('SIGTERM');
    removeDataDir(dataDir);
  },
});

const found = async ({ store }: FortuneServer, type: string) => (await store.find(type)).payload.records;

// This server refuses requests by design, and the browser logs each refusal as an error.
test.use({ expectedComplaints: [/Failed to load resource/] });

for (const way of ['direct', 'gateway'] as const) {
  test.describe(`a third-party JSON:API server, ${way}`, () => {
    test.use({ way });

    test('can be used as far as possible, and the dashboard explains the rest', async ({ page, foreign, desk }) => {
      await expect(queue(page).getByText('This server doesn’t support these filters')).toBeVisible();
      await expect(lines(page)).toHaveCount(15);
      await page.getByRole('searchbox', { name: 'Search text or room' }).fill('visitor 7');
      await expect(lines(page)).toHaveCount(1);
      await lines(page).first().getByRole('link').click();
      await chosen(page).getByRole('button', { name: 'Approve' }).click();
      await expect(
        page.getByText(/doesn’t support PUT \/support_draft_messages\/\{id\}\/approve/).first(),
      ).toBeVisible();
      const drafts = await found(foreign, 'support_draft_messages');
      expect(drafts.filter(({ status }) => status === 'approved')).toHaveLength(5);

      await page.goto(`${desk}/clients/3`);
      await page.getByRole('textbox', { name: 'Title' }).fill('Store 3');
      await hush(page);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(page.getByText('Your changes are still here.')).toBeVisible();
      page.on('dialog', (dialog) => void dialog.accept());
      await page.goto(`${desk}/connections`);
      await page.getByRole('combobox', { name: 'Update method' }).selectOption('PATCH');
      await page.goto(`${desk}/clients/3`);
      await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Store 3');
      await hush(page);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(page.getByText('Saved “Store 3”').first()).toBeAttached();
      const client = (await found(foreign, 'clients')).find(({ id }) => id === 3);
      expect(client).toMatchObject({ title: 'Store 3', code: 'shop-3', settings: { colour: 'teal' } });

      await page.goto(`${desk}/keywords/new`);
      const dialog = page.getByRole('dialog', { name: 'New keyword' });
      await dialog.getByRole('textbox', { name: 'Keyword' }).fill('parcel');
      await dialog.getByRole('button', { name: 'Create' }).click();
      await expect(dialog).toBeHidden();
      const words = async () => (await found(foreign, 'master_keywords')).map(({ keyName }) => keyName);
      expect(await words()).toContain('parcel');
      await hush(page);
      await page.getByRole('checkbox', { name: 'Select parcel', exact: true }).check();
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.goto(`${desk}/rooms/7`);
      await expect.poll(words).not.toContain('parcel');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Visitor 7');
      await expect(page.getByRole('region', { name: 'Drafts in review' })).toContainText('The parcel of visitor 7');
    });
  });
}
