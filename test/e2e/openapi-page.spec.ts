import { expect, type Page } from '@playwright/test';
import { test } from './journey.ts';

/** Expands an operation and clicks "Try it out". */
async function tryOut(page: Page, resource: string, operation: string) {
  const heading = page.getByRole('heading', { name: new RegExp(`^${resource} `) });
  await heading.getByRole('button', { name: 'Expand operation' }).click();
  const block = page.locator(`#operations-${resource}-${operation}`);
  await block.getByRole('button').first().click();
  await block.getByRole('button', { name: 'Try it out' }).click();
  return block;
}

test('the API can be explored on its own page, without requests to other hosts', async ({ page, service, context }) => {
  const asked = new Set<string>();
  context.on('request', (request) => asked.add(new URL(request.url()).origin));
  const admin = service.people().find(({ tenant, role }) => tenant === 'harbor' && role === 'admin');
  await page.goto('/docs');
  await page.getByRole('button', { name: 'Authorize' }).click();
  await page.getByLabel('Value:').fill(admin?.token ?? '');
  await page.getByRole('button', { name: 'Apply credentials' }).click();
  await page.getByRole('button', { name: 'Close' }).last().click();

  const list = await tryOut(page, 'users', 'list_users');
  await list.getByRole('button', { name: 'Execute' }).click();
  await expect(list.locator('.live-responses-table')).toContainText(admin?.name ?? '');

  const create = await tryOut(page, 'master_keywords', 'create_master_keywords');
  const body = { data: { type: 'master_keywords', attributes: { key_name: 'tried on the page' } } };
  await create.getByRole('textbox').last().fill(JSON.stringify(body));
  const answer = page.waitForResponse((response) => response.request().method() === 'POST');
  await create.getByRole('button', { name: 'Execute' }).click();
  expect((await answer).status()).toBe(201);
  await expect(create.locator('.live-responses-table')).toContainText('tried on the page');

  expect([...asked]).toEqual([service.origin]);
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie])).toEqual([0, 0, '']);
});
