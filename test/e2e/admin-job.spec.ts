import { expect } from '@playwright/test';
import { test } from './journey.ts';

test('an admin edits a client', async ({ page, signIn }) => {
  await signIn('admin');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Clients' }).click();
  await page.getByRole('table').getByRole('link').first().click();
  const title = page.getByRole('textbox', { name: 'Title' });
  const before = await title.inputValue();
  await title.fill(`${before} (winter)`);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${before} (winter)`);
  await page.reload();
  await expect(title).toHaveValue(`${before} (winter)`);
});

test('an admin adds a keyword, and deletes it', async ({ page, signIn }) => {
  await signIn('admin');
  await page.goto('/keywords');
  await page.getByRole('link', { name: 'New keyword' }).click();
  const dialog = page.getByRole('dialog', { name: 'New keyword' });
  await dialog.getByRole('textbox', { name: 'Keyword' }).fill('lighthouse tour');
  await dialog.getByRole('textbox', { name: 'Suggestions' }).fill('Saturdays at 14:00');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog).toBeHidden();
  await page.goto('/keywords?sort=-id');
  const row = page.getByRole('row', { name: /lighthouse tour/ });
  await row.getByRole('checkbox').check();
  const deleted = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(row).toBeHidden();
  expect((await deleted).status()).toBe(200);
  await page.reload();
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(row).toHaveCount(0);
});

test('an admin finds a room by name and reads its conversation', async ({ page, signIn }) => {
  await signIn('agent');
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('r');
  await expect(page).toHaveURL(/\/rooms/);
  const name = (await page.getByRole('table').getByRole('link').nth(3).textContent()) ?? '';
  await page.keyboard.press('/');
  await page.keyboard.type(name);
  await expect(page).toHaveURL(/name_like/);
  await page.getByRole('table').getByRole('link', { name, exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
  await expect(page.getByRole('region', { name: 'Conversation' }).getByRole('listitem').first()).toBeVisible();
});

test('the palette opens any page by a few letters', async ({ page, signIn }) => {
  await signIn('admin');
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search or run a command' });
  await field.fill('keyw');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/keywords/);
  await page.keyboard.press('Control+k');
  await field.fill('wedding');
  // Keywords are matched before the tenant has searched rooms and drafts.
  await page
    .getByRole('group', { name: /Rooms|Drafts/ })
    .getByRole('option', { name: /wedding/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/(rooms|review)\/\d+/);
});
