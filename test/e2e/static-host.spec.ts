import { expect, type Page } from '@playwright/test';
import { personOf, type ServiceProcess, startDemo } from '../service-process.ts';
import { type StaticHost, startStaticHost } from '../static-host.ts';
import { holdTimers, passHeldTime } from './held-timers.ts';
import { test } from './journey.ts';
import { chosen, draftText, lines, outbox } from './review-desk.ts';

/** The tenant's service, on another origin than the pages, which it allows by CORS. */
const startTenant = (host: StaticHost) => startDemo({ CORS_ORIGINS: new URL(host.address).origin });

async function signInAt(page: Page, service: ServiceProcess, connect: string) {
  await page.goto(connect);
  await expect(page.getByLabel('Server address')).toHaveValue(service.origin);
  await page.getByLabel('Access token').fill(personOf(service, 'admin').token);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible();
}

test('a plain file host serves the dashboard from a folder, with hash routing', async ({ page }) => {
  const config: { server?: string } = {};
  const host = await startStaticHost('dist', config);
  const service = await startTenant(host);
  config.server = service.origin;
  await holdTimers(page);
  await signInAt(page, service, host.address);
  await expect(page).toHaveURL(`${host.address}#/review`);

  await lines(page).first().getByRole('link').click();
  await expect(page).toHaveURL(/#\/review\/\d+/);
  const text = (await draftText(page).textContent()) ?? '';
  await page.reload();
  await expect(draftText(page)).toHaveText(text);
  await chosen(page).getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(outbox(page)).toContainText('Approved');
  await passHeldTime(page);
  await expect(outbox(page)).toBeHidden();
  await page.getByRole('link', { name: 'Approved', exact: true }).click();
  await expect(page).toHaveURL(/filter%5Bapproved%5D=1/);
  await lines(page).first().getByRole('link').click();
  await expect(draftText(page)).toHaveText(text);

  // Skip links and keyboard navigation must not navigate to the host's root.
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Skip to content' }).press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.goto(`${host.address}#/clients/1`);
  await expect(page.getByTitle('Client preview').contentFrame().locator('body')).not.toBeEmpty();
  await page.goto(`${host.address}#/connect?then=%2Frooms#token=${personOf(service, 'reviewer').token}`);
  await expect(page).toHaveURL(`${host.address}#/rooms`);
  await page.close();
  await host.close();
  await service.close();
});

test('a host with a fallback page serves the dashboard with plain paths', async ({ page }) => {
  const config: { server?: string } = {};
  const host = await startStaticHost('dist', config, 'fallback');
  const service = await startTenant(host);
  config.server = service.origin;
  await signInAt(page, service, `${host.address}rooms?filter%5Bkind%5D=group_room`);
  await expect(page).toHaveURL(`${host.address}rooms?filter%5Bkind%5D=group_room`);
  await page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('link', { name: /^Review/ })
    .click();
  await lines(page).first().getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`^${host.address}review/\\d+`));
  const text = (await draftText(page).textContent()) ?? '';
  await page.reload();
  await expect(draftText(page)).toHaveText(text);
  await page.close();
  await host.close();
  await service.close();
});
