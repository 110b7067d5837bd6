import { expect, type Page } from '@playwright/test';
import { boxOf } from './box-of.ts';
import { test } from './journey.ts';
import { lines } from './review-desk.ts';

/** Pixels of the reading column, with its borders. */
const MOST_WIDE = 52 * 16 + 2;

const talk = (page: Page) => page.getByRole('region', { name: 'Conversation' });

test.describe('at 2560 px', () => {
  test.use({ viewport: { width: 2560, height: 1300 } });

  test('conversations keep a readable width, and columns are adjacent', async ({ page, signIn }) => {
    await signIn('agent', '/mine?filter%5Bapproved%5D=1');
    const list = page.getByRole('region', { name: 'My drafts' });
    await list.getByRole('link').first().click();
    await expect(async () => {
      const own = await boxOf(talk(page));
      expect(own.width).toBeLessThanOrEqual(MOST_WIDE);
      const beside = await boxOf(list);
      expect(own.x).toBeCloseTo(beside.x + beside.width, 0);
    }).toPass();

    await page.goto('/mine/new?room=1');
    expect((await boxOf(talk(page))).width).toBeLessThanOrEqual(MOST_WIDE);

    await page.goto('/rooms/1');
    await expect(async () => {
      const column = await boxOf(talk(page));
      expect(column.width).toBeLessThanOrEqual(MOST_WIDE);
      const facts = await boxOf(page.getByRole('complementary', { name: 'About this room' }));
      expect(facts.x - column.x - column.width).toBeLessThan(2);
    }).toPass();
  });

  test('the panel of Watch is next to the columns of the table', async ({ page, signIn }) => {
    await signIn('supervisor', '/watch');
    await page.locator('tr[data-row] a').first().click();
    await expect(async () => {
      const panel = await boxOf(page.getByRole('complementary').filter({ has: talk(page) }));
      const last = await boxOf(page.getByRole('columnheader', { name: 'State' }));
      expect(panel.x - last.x - last.width).toBeLessThan(40);
    }).toPass();
    for (const name of ['Client', 'Language']) await expect(page.getByRole('columnheader', { name })).toBeVisible();
  });
});

test('the rows of a table have the same height', async ({ page, signIn }) => {
  await signIn('supervisor', '/rooms');
  const rows = page.locator('tr[data-row]');
  await expect(rows.filter({ hasText: 'No answer yet' }).filter({ hasText: 'External' }).first()).toBeVisible();
  const heights = await rows.evaluateAll((all) => all.map((row) => Math.round(row.getBoundingClientRect().height)));
  expect(new Set(heights).size).toBe(1);
});

test.describe('at 1024 px', () => {
  test.use({ viewport: { width: 1024, height: 768 } });

  test('the search of the rooms shows what it searches', async ({ page, signIn }) => {
    await signIn('admin', '/rooms');
    await expect(page.getByRole('navigation', { name: 'Views' }).getByText('Unread')).toBeVisible();
    const search = await boxOf(page.getByRole('searchbox', { name: 'Search names' }));
    expect(search.width).toBeGreaterThan(200);
    expect((await boxOf(page.getByRole('button', { name: 'Filter' }))).y).toBe(search.y);
  });

  test('the drafts of a room are next to its conversation', async ({ page, signIn }) => {
    await signIn('supervisor', '/rooms/1');
    await expect(async () => {
      const facts = await boxOf(page.getByRole('complementary', { name: 'About this room' }));
      const column = await boxOf(talk(page));
      expect([facts.y, facts.x - column.x - column.width < 2]).toEqual([column.y, true]);
    }).toPass();
  });
});

test.describe('at 390 px', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a draft opened by key takes the focus from the hidden list, and closing it returns to its row', async ({
    page,
    signIn,
  }) => {
    await signIn('agent', '/mine?filter%5Bapproved%5D=1');
    const row = page.getByRole('region', { name: 'My drafts' }).getByRole('listitem').nth(1).getByRole('link');
    const back = page.getByRole('link', { name: 'Back to my drafts' });
    for (const close of [() => page.keyboard.press('u'), () => back.press('Enter')]) {
      await row.press('Enter');
      await expect(page.getByRole('main')).toBeFocused();
      await expect(back).toBeVisible();
      await close();
      await expect(row).toBeFocused();
    }
  });

  test('all rooms for a new draft can be reached', async ({ page, signIn }) => {
    await signIn('agent');
    await expect(lines(page).first()).toBeVisible();
    await page.goto('/mine/new');
    const rows = page.getByRole('region', { name: 'Rooms waiting for an answer' }).getByRole('link');
    await expect(rows.last()).toBeAttached();
    // The list scrolls instead of the page, because it would cover the page's tabs.
    const isLow = () => document.documentElement.scrollHeight <= window.innerHeight;
    await expect.poll(() => page.evaluate(isLow)).toBe(true);
    await rows.last().tap();
    await expect(page).toHaveURL(/room=\d+/);
  });
});
