import { expect, type Page } from '@playwright/test';
import type { ClientsTable } from '#server/db/tables.ts';
import { createRecord } from '#test/api-client.ts';
import type { ServiceProcess } from '../service-process.ts';
import { personOf } from '../service-process.ts';
import { expectAccessible } from './accessibility.ts';
import { boxOf } from './box-of.ts';
import { test } from './journey.ts';
import { replaceCode } from './replace-code.ts';
import { inDatabase } from './review-desk.ts';

const code = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const part = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Client sections' }).getByRole('link', { name, exact: true });

/** Creates a client for one test. */
const makeClient = (service: ServiceProcess, attributes: Record<string, unknown>) =>
  createRecord(service, personOf(service, 'admin').token, { type: 'clients', attributes });

function clientRow(service: ServiceProcess, id: string) {
  const [row] = inDatabase<Pick<ClientsTable, 'title' | 'default_embedded_css' | 'settings'>>(
    service,
    'select * from clients where id = ?',
    id,
  );
  if (!row) throw new Error(`There is no client ${id}.`);
  return row;
}

test('a comparison gives up the focus at a soft line break', async ({ page, signIn, service }) => {
  const id = await makeClient(service, { title: 'Lines', default_embedded_css: `/* ${'long words '.repeat(40)} */` });
  await signIn('admin', `/clients/${id}?part=css`);
  await code(page, 'CSS').press('Control+End');
  await page.keyboard.insertText(' p { margin: 0; }');
  await page.getByRole('button', { name: '1 change' }).click();
  const changes = page.getByRole('dialog', { name: 'Changes' });
  const text = changes.locator('.cm-mergeView').getByRole('textbox').last();
  // The end of a wrapped line is a soft line break.
  const { width } = await boxOf(text);
  await text.click({ position: { x: width - 5, y: 10 } });
  await expect(text).toBeFocused();
  const button = changes.getByRole('button', { name: 'Close' });
  await button.focus();
  await expect(text).not.toBeFocused();
  // CodeMirror learns of the blur in a timer, and measures in the next frame.
  await page.evaluate(() => new Promise((done) => setTimeout(() => requestAnimationFrame(done), 100)));
  await expect(button).toBeFocused();
});

test('an admin types code by keyboard alone, searches it, reloads, compares the changes and saves', async ({
  page,
  signIn,
  service,
}) => {
  const id = await makeClient(service, { title: 'Keys', default_embedded_css: 'p {\n  margin: 0;\n}\n' });
  await signIn('admin', `/clients/${id}?part=css`);
  const css = code(page, 'CSS');
  await css.focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText('b { colr: red');
  await expect(page.locator('.cm-lintRange-error, .cm-lintRange-warning').first()).toBeAttached();
  await page.keyboard.press('Control+f');
  await page.keyboard.type('margin');
  await expect(page.locator('.cm-searchMatch')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(css).toBeFocused();
  // Page shortcuts are off inside the editor; Escape, then Tab, leaves it.
  await page.keyboard.type(' gk');
  await expect(page).toHaveURL(/part=css/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(css).not.toBeFocused();
  await expect(page.getByText('Unsaved – kept as a draft in this browser')).toBeVisible();

  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }))).toContain('b { colr: red gk');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText('Unsaved changes restored')).toBeVisible();
  await expect(css).toContainText('b { colr: red gk');
  await page.getByRole('textbox', { name: 'Title' }).fill('Keys and locks');
  await page.getByRole('button', { name: '2 changes' }).click();
  const changes = page.getByRole('dialog', { name: 'Changes' });
  await expect(changes.locator('.cm-mergeView')).toContainText('colr');
  await changes.getByRole('radio', { name: 'Inline' }).check();
  await expect(changes.locator('.cm-insertedLine, .cm-changedLine').first()).toContainText('colr');
  await expectAccessible(page);
  await changes.getByRole('region', { name: 'Title' }).getByRole('button', { name: 'Revert' }).click();
  await expect(changes.getByRole('region', { name: 'Title' })).toBeHidden();
  await changes.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved “Keys”').first()).toBeAttached();
  const { title, default_embedded_css } = clientRow(service, id);
  expect([title, default_embedded_css]).toEqual(['Keys', 'p {\n  margin: 0;\n}\nb { colr: red gk']);
});

test.describe('two admins', () => {
  // The stale save is refused.
  test.use({ expectedComplaints: [/422 \(Unprocessable Entity\)/] });

  test('edit one client and merge it field by field without a loss', async ({ page, signIn, service, browser }) => {
    const css = 'a { color: red }\n\n/* between */\n/* the two */\n\nb { color: blue }\n';
    const id = await makeClient(service, {
      title: 'Shared',
      code: 'shared',
      default_embedded_css: css,
      settings: { tone: 'calm' },
    });
    await signIn('admin', `/clients/${id}?part=css`);
    await expect(code(page, 'CSS')).toBeVisible();

    const context = await browser.newContext({ baseURL: service.origin });
    const second = await context.newPage();
    await signIn('admin', `/clients/${id}?part=css`, second);
    await replaceCode(code(second, 'CSS'), css.replace('red', 'rebeccapurple'));
    await second.getByRole('textbox', { name: 'Title' }).fill('Shared, by the other');
    await part(second, 'Settings').click();
    await second.getByRole('textbox', { name: 'Tone' }).fill('brisk');
    await second.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(second.getByRole('heading', { level: 1 })).toHaveText('Shared, by the other');
    await context.close();

    await replaceCode(code(page, 'CSS'), css.replace('blue', 'green'));
    await page.getByRole('textbox', { name: 'Title' }).fill('Shared, by me');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Choose field by field' }).click();
    const merge = page.getByRole('dialog', { name: 'Yours and theirs' });
    const title = merge.getByRole('region', { name: 'Title' });
    await expect(title).toContainText('Shared, by me');
    await expect(title).toContainText('Shared, by the other');
    await expect(merge.getByText('2 fields left to choose')).toBeVisible();
    await title.getByRole('radio', { name: 'Yours' }).check();
    await merge.getByRole('region', { name: 'CSS' }).getByRole('radio', { name: 'Both' }).check();
    await expect(merge.getByRole('region', { name: 'Settings' }).getByRole('radio', { name: 'Theirs' })).toBeChecked();
    await merge.getByRole('button', { name: 'Apply and save' }).click();
    await expect(page.getByText('Saved “Shared, by me”').first()).toBeAttached();
    const row = clientRow(service, id);
    expect(row.title).toBe('Shared, by me');
    expect(row.default_embedded_css).toBe(css.replace('red', 'rebeccapurple').replace('blue', 'green'));
    expect(row.settings).toContain('brisk');
  });
});

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the buttons that remove settings, origins and languages are large enough', async ({
    page,
    signIn,
    service,
  }) => {
    const settings = {
      accent_color: '#d9480f',
      locales: ['en', 'de'],
      allowed_origins: ['https://tidewater.example'],
      office_hours: { time_zone: 'Europe/Lisbon', weekdays: '08:00-20:00' },
    };
    const id = await makeClient(service, { title: 'Fingers', settings });
    await signIn('admin', `/clients/${id}?part=settings`);
    const buttons = page.getByRole('button', { name: /^Remove / });
    await expect(buttons).toHaveCount(7);
    const sizes = await buttons.evaluateAll((all) =>
      all.map((button) => {
        const { width, height } = button.getBoundingClientRect();
        return [button.ariaLabel, Math.min(width, height) >= 44];
      }),
    );
    expect(sizes.filter(([, isLarge]) => !isLarge)).toEqual([]);
  });
});
