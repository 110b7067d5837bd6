import { expect } from '@playwright/test';
import { callApi } from '#test/api-client.ts';
import { expectAccessible } from './accessibility.ts';
import { expectWellLaid } from './accessibility-layout.ts';
import { holdTimers } from './held-timers.ts';
import { test } from './journey.ts';
import { keepSettings } from './review-desk.ts';

const DATA = /\/rapi\/v1\//;

test.describe('late or missing data', () => {
  test.use({ expectedComplaints: [/500|401/] });

  test('axe finds nothing while loading, after an error, and after a refused token', async ({ page, signIn }) => {
    await signIn('admin');
    await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible();
    await page.route(DATA, () => undefined);
    await page.goto('/review');
    await expect(page.getByRole('main')).toBeVisible();
    await expectAccessible(page);
    await page.unrouteAll({ behavior: 'ignoreErrors' });

    await page.route(DATA, (route) => route.fulfill({ status: 500, body: '' }));
    for (const path of ['/review/1', '/clients/1']) {
      await page.goto(path);
      await expect(page.getByRole('alert').first()).toContainText('reported an error');
      await expectAccessible(page);
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });

    await page.route(DATA, (route) => route.fulfill({ status: 401, body: '' }));
    await page.goto('/suggestions');
    await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeVisible();
    await expectAccessible(page);
  });
});

test('axe finds nothing with selected rows, a pending action and an open menu, or in the palette', async ({
  page,
  signIn,
}) => {
  // Holds the deletion back until it is undone below, because other tests open the record.
  await holdTimers(page);
  await signIn('admin', '/suggestions');
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.getByRole('group', { name: 'Selected rows' }).getByRole('button', { name: 'Delete' }).press('Enter');
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: /^Workspace/ }).press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Add workspace' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Outbox' })).toContainText('Deleted');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await page.keyboard.press('z');
  await expectWellLaid(page);

  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('wedding');
  await expect(page.getByRole('group', { name: 'Rooms' }).getByRole('option').first()).toBeVisible();
  await expectAccessible(page);
});

test.describe('a concurrently saved record', () => {
  test.use({ expectedComplaints: [/422/] });

  test('axe finds nothing in the conflict notice and the merge dialog', async ({ page, service, signIn }) => {
    const { token } = await signIn('admin', '/clients/2');
    const title = page.getByRole('textbox', { name: 'Title' });
    const before = await title.inputValue();
    await callApi(service, token, 'PUT', '/clients/2', {
      type: 'clients',
      id: '2',
      attributes: { title: `${before} & Daughters` },
    });
    await title.fill(`${before} & Sons`);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: 'Choose field by field' }).press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page);
    await expectWellLaid(page);
  });
});

test('axe finds nothing in a narrow window in Arabic', async ({ page, signIn }) => {
  await keepSettings(page, { language: 'ar' });
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn('supervisor', '/review/1');
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  await page.waitForLoadState('networkidle');
  await expectAccessible(page);
});
