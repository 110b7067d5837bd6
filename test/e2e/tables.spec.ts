import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { boxOf } from './box-of.ts';
import { test } from './journey.ts';

const header = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true });
const widthOf = async (page: Page, name: string) => Math.round((await boxOf(header(page, name))).width);
const startOf = async (page: Page, name: string) => Math.round((await boxOf(header(page, name))).x);
const handle = (page: Page, name: string) => page.getByRole('separator', { name: `Resize ${name}`, exact: true });
const names = (page: Page) =>
  page.getByRole('columnheader').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label')));

test.describe('arranging a table', () => {
  test.use({ viewport: { width: 1440, height: 800 } });

  test('by keyboard alone, kept across a reload and reset by one button', async ({ page, signIn }) => {
    await signIn('admin', '/rooms');
    await expect(header(page, 'Activity')).toBeVisible();
    const usual = await names(page);
    const before = await widthOf(page, 'State');
    await handle(page, 'State').focus();
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(() => widthOf(page, 'State')).toBe(before + 64);
    await expect(handle(page, 'State')).toHaveAttribute('aria-valuenow', String(before + 64));

    await page.getByRole('button', { name: 'Columns' }).focus();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog', { name: 'Columns' });
    await panel.getByRole('button', { name: 'Move Activity towards the start' }).focus();
    await page.keyboard.press('Enter');
    await expect(panel.getByRole('button', { name: 'Move Activity towards the start' })).toBeFocused();
    await panel.getByRole('checkbox', { name: 'Client' }).focus();
    await page.keyboard.press('Space');
    await panel.getByRole('button', { name: 'Pin Language to the start' }).focus();
    await page.keyboard.press('Enter');
    await panel.getByRole('radio', { name: 'Comfortable' }).focus();
    await page.keyboard.press('ArrowRight');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Columns' })).toBeFocused();
    const arranged = ['Language', 'Name', 'Last message', 'Activity', 'State'];
    expect((await names(page)).filter(Boolean)).toEqual(arranged);

    await page.reload();
    await expect(header(page, 'Activity')).toBeVisible();
    expect((await names(page)).filter(Boolean)).toEqual(arranged);
    expect(await widthOf(page, 'State')).toBe(before + 64);
    expect((await boxOf(page.locator('[data-row]').first())).height).toBeLessThan(36);

    await page.getByRole('button', { name: 'Columns' }).click();
    await panel.getByRole('button', { name: 'Reset table' }).click();
    expect(await names(page)).toEqual(usual);
    expect(await widthOf(page, 'State')).toBe(before);
  });

  test('by pointer: resized, reset by a double click, and sorted by the header', async ({ page, signIn }) => {
    await signIn('admin', '/rooms');
    const drag = async (name: string, by: number) => {
      const box = await boxOf(handle(page, name));
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + by / 2, y);
      await page.mouse.move(x + by, y);
      await page.mouse.up();
    };
    await expect(header(page, 'State')).toBeVisible();
    const before = await widthOf(page, 'Name');
    await drag('Name', -80);
    await expect.poll(() => widthOf(page, 'Name')).toBe(before - 80);
    await handle(page, 'Name').dblclick();
    await expect.poll(() => widthOf(page, 'Name')).toBe(before);

    await header(page, 'Name').getByRole('button').click();
    await expect(header(page, 'Name')).toHaveAttribute('aria-sort', 'ascending');
    await expect(page).toHaveURL(/sort=name/);
    await expect(header(page, 'State').locator('svg')).toBeVisible();
  });

  test('pinned columns stay visible, and a click on them opens the record', async ({ page, signIn }) => {
    await signIn('admin', '/rooms');
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('button', { name: 'Pin State to the start' }).click();
    await page.keyboard.press('Escape');
    await handle(page, 'Name').focus();
    await page.keyboard.press('End');
    const before = await startOf(page, 'State');
    const scroller = page.locator('.table-pane');
    await scroller.evaluate((pane) => pane.scrollBy({ left: 400 }));
    await expect.poll(() => scroller.evaluate((pane) => pane.scrollLeft)).toBeGreaterThan(200);
    expect(await startOf(page, 'State')).toBe(before);
    const row = page.locator('[data-row]').first();
    const id = await row.getAttribute('data-row');
    await row.getByRole('cell').nth(1).click();
    await expect(page).toHaveURL(new RegExp(`/rooms/${id}`));
  });

  test('ranges of rows are selected by keyboard and by pointer', async ({ page, signIn }) => {
    await signIn('admin', '/clients');
    const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ });
    await boxes.nth(0).focus();
    await page.keyboard.press('Space');
    await boxes.nth(2).focus();
    await page.keyboard.press('Shift+Space');
    await expect(page.getByRole('group', { name: 'Selected rows' })).toContainText('3 selected');
    await boxes.nth(1).click({ modifiers: ['Shift'] });
    await expect(page.getByRole('group', { name: 'Selected rows' })).toContainText('1 selected');
  });

  test('a list is exported as CSV', async ({ page, signIn }) => {
    await signIn('admin', '/suggestions');
    await page.getByRole('button', { name: 'Columns' }).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const text = readFileSync(await (await downloading).path(), 'utf8');
    expect(text.split('\r\n')[0]).toBe('\uFEFF"Message","Messages","Room","ID"');
    expect(text.split('\r\n').length).toBeGreaterThan(80);
    await expect(page.getByText(/^Exported \d+ rows$/).first()).toBeVisible();
  });

  test('in Arabic the arrow keys are mirrored, and columns start at the right', async ({ page, signIn }) => {
    await page.addInitScript(() => localStorage.setItem('countersign.settings', JSON.stringify({ language: 'ar' })));
    await signIn('admin', '/rooms');
    const second = page.getByRole('columnheader').nth(2);
    await expect(second).toBeVisible();
    const width = async () => Math.round((await boxOf(second)).width);
    const before = await width();
    await second.getByRole('separator').focus();
    await page.keyboard.press('Shift+ArrowLeft');
    await expect.poll(width).toBe(before + 64);
    const box = await boxOf(second.getByRole('separator'));
    await page.mouse.move(box.x + 5, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + 5 + 40, box.y + 10);
    await page.mouse.up();
    await expect.poll(width).toBe(before + 24);
  });
});
