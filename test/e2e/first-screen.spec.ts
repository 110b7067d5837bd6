import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';

test('a sign-in link opens the review queue and leaves no token in the address', async ({ page, signIn, service }) => {
  const { token } = await signIn('reviewer');
  await expect(page).toHaveURL(`${service.origin}/review`);
  await expect(page.getByRole('link', { name: /^Review/ })).toBeVisible();
  expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(2);
  expect(await page.content()).not.toContain(token);
});

test('the sign-in page is accessible', async ({ page }) => {
  await page.goto('/connect');
  await expect(page.getByRole('button', { name: 'Connect' })).toBeVisible();
  await expectAccessible(page);
});

test.describe('a journey', () => {
  test.fail();

  test('fails where the page logs an error', async ({ page }) => {
    await page.goto('/connect');
    await page.evaluate(() => console.error('planted'));
  });

  test('fails where the page throws', async ({ page }) => {
    await page.goto('/connect');
    const thrown = page.waitForEvent('pageerror');
    await page.evaluate(() => setTimeout(() => Promise.reject(new Error('planted'))));
    await thrown;
  });

  test('fails where something breaks the policy of the page', async ({ page }) => {
    await page.goto('/connect');
    await page.evaluate(() => {
      const style = document.createElement('style');
      style.textContent = 'body { color: red }';
      document.head.append(style);
    });
  });
});
