import { expect, type Page } from '@playwright/test';
import { personOf } from '../service-process.ts';
import { expectAccessible } from './accessibility.ts';
import { boxOf } from './box-of.ts';
import { test } from './journey.ts';
import { workerReady } from './offline-browser.ts';
import { openFirst, statusOf } from './review-desk.ts';

const account = (page: Page) => page.getByRole('complementary', { name: 'Account' });
const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages' });

test('the sidebar shows the workspace and the user, and stays collapsed without a layout shift', async ({
  page,
  service,
}) => {
  const { name, token } = personOf(service, 'supervisor');
  await page.goto(`/connect#token=${token}`);
  await expect(page).toHaveURL(/\/watch$/);
  await expect(page.getByRole('button', { name: /^Workspace\s*The Harbour Desk/ })).toBeVisible();
  await expect(account(page).getByRole('button', { name })).toContainText('Supervisor');
  await account(page).getByRole('button', { name: 'Collapse sidebar' }).click();
  await expect(pages(page).getByRole('link', { name: /^Rooms/ })).toBeVisible();
  const left = async () => (await boxOf(page.getByRole('main'))).x;
  expect(await left()).toBeLessThan(64);
  await expectAccessible(page);
  await pages(page)
    .getByRole('link', { name: /^Rooms/ })
    .hover();
  await expect(page.locator('[popover]').getByText('Rooms')).toBeVisible();

  await page.addInitScript(() => {
    // Records the left edge of the page at each frame, which an expanded sidebar would move.
    const seen = new Set<number>();
    Object.assign(window, { seen });
    const note = () => {
      const start = document.querySelector('main')?.getBoundingClientRect().left;
      if (start !== undefined) seen.add(start);
      requestAnimationFrame(note);
    };
    note();
  });
  await page.goto('/review');
  await expect(account(page)).toBeVisible();
  expect(await left()).toBeLessThan(64);
  expect(await page.evaluate('seen.size')).toBe(1);
});

test('the palette acts on the open draft first', async ({ page, signIn, service }) => {
  await signIn('reviewer');
  const id = await openFirst(page);
  await page.getByRole('button', { name: 'Search or run a command…' }).click();
  await expect(page.getByRole('dialog').getByRole('option').first()).toHaveText(/Approve this draft/);
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('option', { name: 'Reject this draft…' }).click();
  await expect(page.getByRole('textbox', { name: 'Reason' })).toBeFocused();
  expect(statusOf(service, id)).toBe('in_review');
});

for (const [width, height] of [
  [1440, 900],
  [1024, 700],
] as const) {
  test(`all keyboard shortcuts fit into ${width} by ${height}`, async ({ page, signIn }) => {
    await page.setViewportSize({ width, height });
    await signIn('reviewer');
    await expect(pages(page)).toBeVisible();
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(sheet).toBeVisible();
    const hidden = await sheet.evaluate((dialog) =>
      [dialog, ...dialog.querySelectorAll('*')]
        .filter((part) => part.scrollHeight > part.clientHeight + 1 && getComputedStyle(part).overflowY !== 'visible')
        .map((part) => part.className),
    );
    expect(hidden).toEqual([]);
  });
}

test('a tooltip covers neither its own row nor the next one', async ({ page, signIn }) => {
  await signIn('supervisor', '/rooms');
  const row = page.getByRole('row').nth(4);
  await expect(row).toBeVisible();
  // The account loads after the first screen, together with the code of the tooltips.
  await expect(account(page)).toBeVisible();
  // Forced, because the link of the row covers it.
  await row.locator('time').first().hover({ force: true });
  const tip = page.locator('[popover]').filter({ hasText: /\d{4}/ });
  await expect(tip).toBeVisible();
  expect((await boxOf(tip)).bottom).toBeLessThanOrEqual((await boxOf(row)).y + 1);
});

test.describe('offline', () => {
  test.use({ serviceWorkers: 'allow', expectedComplaints: [/ERR_INTERNET_DISCONNECTED/] });

  test('is announced on every page within two seconds, with the age of the data', async ({ page, context, signIn }) => {
    await signIn('admin', '/clients');
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    // The notice is loaded together with the code that registers the service worker.
    await workerReady(page);
    await context.setOffline(true);
    const notice = page.getByRole('status').filter({ hasText: 'You’re offline. Showing data as of' });
    await expect(notice).toBeVisible({ timeout: 2000 });
    await expectAccessible(page);
    await context.setOffline(false);
    await expect(notice).toBeHidden();
  });
});
