import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { holdTimers } from './held-timers.ts';
import { test } from './journey.ts';
import { inDatabase } from './review-desk.ts';

interface KeywordRow {
  id: number;
  key_name: string;
  key_title: string | null;
  suggestions: string | null;
}

const all = 'select * from master_keywords order by id';
const named = 'select * from master_keywords where key_name = ?';
const grid = (page: Page) => page.getByRole('grid', { name: 'Keywords' });
const rowOf = (page: Page, name: string) => grid(page).getByRole('row').filter({ hasText: name });

test.describe('keywords', () => {
  test.describe.configure({ mode: 'serial' });

  test('cells are edited by keyboard alone, and rows are duplicated and deleted', async ({ page, signIn, service }) => {
    await holdTimers(page);
    await signIn('admin', '/keywords');
    await expect(grid(page).getByRole('gridcell', { name: 'surfboard', exact: true })).toBeVisible();
    await page.keyboard.press('/');
    await page.keyboard.type('surfb');
    await expect(grid(page).getByRole('row')).toHaveCount(2);
    await page.keyboard.press('Enter');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.keyboard.type('surf board');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Long things');
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await page.keyboard.press('Enter');
    await saved;
    await expect(page.getByRole('gridcell', { name: 'Long things', exact: true })).toBeFocused();
    const [row] = inDatabase<KeywordRow>(service, named, 'surf board');
    expect(row).toMatchObject({ key_title: 'Long things' });

    await page.getByRole('button', { name: 'Duplicate surf board' }).click();
    await expect(page.getByText('Created the copy “surf board (copy)”').first()).toBeVisible();
    expect(inDatabase<KeywordRow>(service, named, 'surf board (copy)')).toHaveLength(1);
    await page.getByRole('button', { name: 'Clear search' }).click();
    await page.getByRole('checkbox', { name: 'Select surf board (copy)', exact: true }).check();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(rowOf(page, 'surf board (copy)')).toHaveCount(0);
    await page.keyboard.press('z');
    await expect(rowOf(page, 'surf board (copy)')).toHaveCount(1);
  });

  test('an export can be imported, which changes nothing before confirmation', async ({ page, signIn, service }) => {
    await signIn('admin', '/keywords');
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const exported = readFileSync(await (await downloading).path(), 'utf8');
    await expect(page.getByText('with every column, ready to import again').first()).toBeVisible();
    const before = inDatabase<KeywordRow>(service, all);
    expect(exported.startsWith('\uFEFF"key_name","key_title","suggestions"\r\n')).toBe(true);

    await page.getByRole('link', { name: 'Import CSV' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import keywords' });
    await expect(dialog.getByRole('button', { name: 'Choose a file…' })).toBeEnabled();
    const text = `${exported}"'=formula","=1+1","a\r\nb"\r\n"broken"x,1,2\r\n`;
    const file = { name: 'keywords.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
    await dialog.getByLabel('CSV file').setInputFiles(file);
    await expect(dialog.getByText(`1 to create, 0 to update, ${before.length} unchanged, 1 with`)).toBeVisible();
    await expect(dialog.getByText(/Text after a closing quotation mark/)).toBeVisible();
    await expectAccessible(page);
    expect(inDatabase(service, all)).toEqual(before);

    await dialog.getByRole('button', { name: 'Import 1 keyword' }).click();
    const done = page.getByRole('dialog', { name: 'Imported 1 keyword' });
    await expect(done.getByText('Created', { exact: true })).toBeVisible();
    expect(inDatabase<KeywordRow>(service, named, '=formula')).toMatchObject([
      { key_title: '=1+1', suggestions: 'a\r\nb' },
    ]);
    await done.getByRole('button', { name: 'Close' }).first().click();
    await expect(rowOf(page, '=formula')).toHaveCount(1);
  });

  test('the bench shows where keywords match in a sentence', async ({ page, signIn }) => {
    await signIn('admin', '/keywords');
    await page.getByRole('link', { name: 'Test keywords' }).click();
    await page.getByRole('textbox', { name: 'Try a message' }).fill('A REFUND for the wrong size, please.');
    await expect(page.getByRole('note').locator('mark')).toHaveText(['REFUND', 'wrong size']);
    await expectAccessible(page);
  });
});
