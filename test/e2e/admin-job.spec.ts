import { expect } from '@playwright/test';
import { test } from './journey.ts';
import { inDatabase } from './review-desk.ts';

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

test('an admin adds a keyword and deletes it', async ({ page, signIn }) => {
  await signIn('admin', '/keywords');
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

test('an agent finds a room by name and reads its conversation', async ({ page, signIn }) => {
  await signIn('agent');
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('r');
  await expect(page).toHaveURL(/\/rooms/);
  const link = page.getByRole('table').getByRole('link').nth(3);
  const name = ((await link.textContent()) ?? '').replace(/^Unread /, '');
  await page.keyboard.press('/');
  await page.keyboard.type(name);
  await expect(page).toHaveURL(/name_like/);
  await page.getByRole('table').getByRole('link', { name }).first().click();
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
  // Keyword matches appear before the server has searched rooms and drafts.
  await page
    .getByRole('group', { name: /Rooms|Drafts/ })
    .getByRole('option', { name: /wedding/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/(rooms|review)\/\d+/);
});

test('an admin edits 3 clients, 30 keywords and 10 suggestions in a row, and exactly these change as intended', async ({
  page,
  signIn,
  service,
}) => {
  type Row = Record<string, unknown>;
  const read = (table: string) => inDatabase<Row>(service, `select * from ${table} order by id`);
  const before = { clients: read('clients'), keywords: read('master_keywords'), suggestions: read('suggestions') };
  const later = [...before.clients].reverse();
  const startedAtUnix = Math.floor(Date.now() / 1000);
  await signIn('admin');

  // Each save is still in its undo delay while the next client is edited.
  for (const [index, { id }] of later.slice(0, 3).entries()) {
    await page.goto('/clients?sort=-id');
    const row = page
      .getByRole('table')
      .getByRole('row')
      .nth(index + 1);
    await expect(row.getByRole('link')).toBeVisible();
    for (let step = 0; step <= index; step++) await page.keyboard.press('j');
    await expect(row.getByRole('link')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/clients/${id}$`));
    const sections = page.getByRole('navigation', { name: 'Client sections' });
    await sections.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.getByRole('textbox', { name: 'Accent colour' }).fill(`#00000${index}`);
    await page.getByRole('textbox', { name: 'Origin 1' }).press('End');
    await page.keyboard.type('.test');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText(/^Saving “/).first()).toBeAttached();
  }

  await page.goto('/keywords');
  const grid = page.getByRole('grid', { name: 'Keywords' });
  await expect(grid.getByRole('row').nth(30)).toBeAttached();
  await page.keyboard.press('j');
  await page.keyboard.press('ArrowRight');
  for (let index = 0; index < 30; index++) {
    await page.keyboard.press('Enter');
    await page.keyboard.type(`Checked ${index}`);
    await page.keyboard.press('Enter');
    await expect(grid.getByRole('gridcell', { name: `Checked ${index}`, exact: true })).toBeFocused();
    await page.keyboard.press('ArrowDown');
  }
  // Leaving before the last row is saved would restore it as an unsaved edit on the next visit.
  await expect.poll(() => read('master_keywords')[29]?.key_title).toBe('Checked 29');

  await page.goto('/suggestions?sort=id');
  for (let index = 0; index < 10; index++) {
    const row = page
      .getByRole('table')
      .getByRole('row')
      .nth(index + 1);
    await expect(row.getByRole('link')).toBeVisible();
    await page.keyboard.press('j');
    await expect(row.getByRole('link')).toBeFocused();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('textbox', { name: /^Content/ }).first()).toBeFocused();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(` (${index})`);
    await page.keyboard.press('Control+Enter');
    await expect(dialog).toBeHidden();
  }

  // The version of each changed row is one higher, and all other rows are unchanged.
  const next = (row: Row, change: Row) => ({ ...row, ...change, version: Number(row.version) + 1 });
  const expected = {
    clients: before.clients.map((row) => {
      const index = later.indexOf(row);
      if (index > 2) return row;
      const settings = JSON.parse(String(row.settings));
      const [origin, ...origins] = settings.allowed_origins;
      const changed = { ...settings, accent_color: `#00000${index}`, allowed_origins: [`${origin}.test`, ...origins] };
      return next(row, { settings: JSON.stringify(changed), updated_at_unix: expect.any(Number) });
    }),
    keywords: before.keywords.map((row, index) => (index < 30 ? next(row, { key_title: `Checked ${index}` }) : row)),
    suggestions: before.suggestions.map((row, index) => {
      if (index > 9) return row;
      const [first, ...messages] = JSON.parse(String(row.suggestion_messages_data));
      const changed = [{ ...first, content: `${first.content} (${index})` }, ...messages];
      return next(row, { suggestion_messages_data: JSON.stringify(changed) });
    }),
  };
  await expect
    .poll(() => ({ clients: read('clients'), keywords: read('master_keywords'), suggestions: read('suggestions') }))
    .toEqual(expected);
  const isChangedNow = ({ updated_at_unix }: Row) => Number(updated_at_unix) >= startedAtUnix;
  expect(read('clients').filter(isChangedNow)).toHaveLength(3);
});
