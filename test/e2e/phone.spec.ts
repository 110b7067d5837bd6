import { expect, type Page } from '@playwright/test';
import { boxOf } from './box-of.ts';
import { test } from './journey.ts';
import {
  chosen,
  deliveryIsLoaded,
  keepSettings,
  lines,
  openId,
  outbox,
  outboxIsEmpty,
  queue,
  statusOf,
} from './review-desk.ts';
import { fingerOn, middleOf } from './touch.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const button = (page: Page, name: string) => chosen(page).getByRole('button', { name, exact: true });
/** The header of an open draft. */
const header = (page: Page) =>
  page
    .getByRole('main')
    .locator('header')
    .filter({ has: page.getByRole('button', { name: 'Next' }) });
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Pages' });
/** Pages with a table, whose head is the first thing below a header of one line, even at 320 px. */
const TABLES = new Set(['/watch', '/rooms', '/clients']);

/** A target is at least 44 px in size; while its sheet moves, the browser measures 43.99997. */
const UNDER_44_PX = 43.99;

/** Opens the queue as a reviewer, with an undo delay of 30 seconds. */
async function openQueue(page: Page, signIn: (role: 'reviewer') => Promise<unknown>) {
  await keepSettings(page, { undoSeconds: 30, pollSeconds: 60 });
  await signIn('reviewer');
  await expect(lines(page).first()).toBeVisible();
}

/** Opens a draft that the reviewer can decide on, by tap and with "Next"; returns its id. */
async function openDecidable(page: Page): Promise<string> {
  await lines(page).first().getByRole('link').tap();
  await page.waitForURL(/\/review\/\d+/);
  const refusal = chosen(page).getByText('You wrote this draft');
  await button(page, 'Approve').or(refusal).first().waitFor();
  while (await refusal.isVisible()) {
    const before = page.url();
    await header(page).getByRole('button', { name: 'Next' }).tap();
    await page.waitForURL((url) => url.href !== before);
    await button(page, 'Approve').or(refusal).first().waitFor();
  }
  // The code for touch gestures loads after the first screen.
  await expect(header(page)).toBeVisible();
  return openId(page);
}

const verdict = (page: Page) => page.locator('[data-verdict]');
/** Where swipes begin: over the draft. */
const START = { x: 180, y: 300 };
const by = (x: number, y = 0) => ({ x: START.x + x, y: START.y + y });

test('a swipe to the right announces and sends an approval, which can be undone', async ({ page, signIn, service }) => {
  await openQueue(page, signIn);
  const id = await openDecidable(page);
  const finger = await fingerOn(page);

  // Not far enough: nothing happens.
  await finger.down(START);
  await finger.move(START, by(60));
  await expect(verdict(page)).toHaveAttribute('data-verdict', 'none');
  await expect(verdict(page)).toContainText('Approve');
  await finger.up();
  await expect(verdict(page)).toHaveCount(0);
  // Far enough, but back again: nothing happens either.
  await finger.down(START);
  await finger.move(START, by(170));
  await expect(verdict(page)).toHaveAttribute('data-verdict', 'end');
  await finger.move(by(170), by(20));
  await finger.up();
  await expect(verdict(page)).toHaveCount(0);
  // Swipes from the edge belong to the system, and mostly vertical ones scroll the page.
  await finger.swipe({ x: 8, y: 300 }, { x: 250, y: 300 });
  await finger.swipe({ x: 180, y: 500 }, { x: 240, y: 300 });
  expect(openId(page)).toBe(id);
  await expect(outbox(page)).toBeHidden();

  await finger.swipe(START, by(190));
  await expect(outbox(page)).toContainText('Approved');
  await page.waitForURL((url) => !url.pathname.endsWith(`/${id}`));
  await outbox(page).getByRole('button', { name: 'Undo' }).tap();
  await outboxIsEmpty(page);
  expect(statusOf(service, id)).toBe('in_review');
});

test('a swipe to the left asks for the reason, and one tap sends it', async ({ page, signIn, service }) => {
  await openQueue(page, signIn);
  const id = await openDecidable(page);
  await deliveryIsLoaded(page);
  const finger = await fingerOn(page);
  await finger.swipe(START, by(-150));
  const sheet = page.getByRole('dialog', { name: 'Reason for rejecting' });
  await expect(sheet).toBeVisible();
  expect(await page.evaluate(() => document.activeElement?.matches('input, textarea'))).toBe(false);
  for (const row of await sheet.getByRole('list').getByRole('button').all()) {
    expect((await boxOf(row)).height).toBeGreaterThan(UNDER_44_PX);
  }
  // A tap outside closes the sheet. The browser may ignore the first tap after a gesture as part of it.
  await expect(async () => {
    await page.touchscreen.tap(200, 60);
    await expect(sheet).toBeHidden({ timeout: 1_000 });
  }).toPass();
  await expect(button(page, 'Reject')).toBeFocused();

  await button(page, 'Reject').tap();
  await sheet.getByRole('button', { name: 'Wrong information' }).tap();
  await expect(outbox(page)).toContainText('Rejected');
  await page.reload();
  await expect.poll(() => statusOf(service, id)).toBe('rejected');
});

test('in a window zoomed by pinching, a finger pans instead of deciding', async ({ page, signIn }) => {
  await openQueue(page, signIn);
  const id = await openDecidable(page);
  const finger = await fingerOn(page);
  const session = await page.context().newCDPSession(page);
  await expect(page.locator('[data-tracks-swipes]')).toHaveCount(1);
  await session.send('Emulation.setPageScaleFactor', { pageScaleFactor: 2 });
  await expect(page.locator('[data-tracks-swipes]')).toHaveCount(0);
  const offset = () => page.evaluate(() => window.visualViewport?.offsetLeft);
  await finger.swipe(START, by(-150));
  await expect.poll(offset).toBeGreaterThan(30);
  await expect(page.getByRole('dialog')).toBeHidden();
  await finger.swipe(START, by(180));
  await expect.poll(offset).toBeLessThan(30);
  expect(openId(page)).toBe(id);
  await expect(outbox(page)).toBeHidden();
});

test('a long press selects rows, which can be approved together', async ({ page, signIn }) => {
  await openQueue(page, signIn);
  const finger = await fingerOn(page);
  // The code for touch gestures loads after the first screen, like the code that sends decisions.
  await deliveryIsLoaded(page);
  // Own drafts, which other tests may have brought to the top, cannot be selected.
  const selectable = lines(page).filter({ has: page.getByRole('checkbox') });
  const first = await middleOf(selectable.nth(0));
  await finger.down(first);
  await expect(queue(page)).toContainText('1 selected');
  await finger.up();
  await selectable.nth(1).tap();
  await expect(queue(page)).toContainText('2 selected');
  expect(new URL(page.url()).pathname).toBe('/review');
  await expect(queue(page).getByRole('checkbox').nth(3)).toHaveCSS('opacity', '1');
  await page.getByRole('button', { name: 'Approve 2' }).tap();
  await page.getByRole('dialog', { name: 'Approve 2 drafts' }).getByRole('button', { name: 'Cancel' }).tap();
  await queue(page).getByRole('button', { name: 'Cancel' }).tap();
  await expect(queue(page)).not.toContainText('selected');
  await lines(page).nth(1).tap();
  await page.waitForURL(/\/review\/\d+/);
});

test('previous, next and back are in the header', async ({ page, signIn }) => {
  await openQueue(page, signIn);
  await lines(page).first().getByRole('link').tap();
  await expect(header(page).getByText(/^1 of \d+\+?$/)).toBeAttached();
  const first = page.url();
  await header(page).getByRole('button', { name: 'Next' }).tap();
  await expect(header(page).getByText(/^2 of /)).toBeAttached();
  await header(page).getByRole('button', { name: 'Previous' }).tap();
  await expect(page).toHaveURL(first);
  await header(page).getByRole('link', { name: 'Back to the queue' }).tap();
  await expect(lines(page).first()).toBeVisible();
});

test('a long list that was scrolled to open a draft is shown again after Back', async ({ page, signIn }) => {
  await signIn('reviewer', '/review?filter%5Bapproved%5D=1');
  const first = lines(page).first();
  await expect(first).toHaveAttribute('aria-posinset', '1');
  await queue(page).hover();
  await page.mouse.wheel(0, 2700);
  await expect(first).toHaveAttribute('aria-posinset', '38');
  // Above the window: the tap scrolls the list.
  await lines(page).nth(3).getByRole('link').tap();
  await page.waitForURL(/\/review\/\d+/);
  // At first, the hidden list still counts as being scrolled, and reads its position again.
  await page.waitForTimeout(500);
  await page.goBack();
  await expect(queue(page).locator('[aria-posinset="41"]')).toBeInViewport();
});

test('four tabs and "More" lead everywhere', async ({ page, signIn }) => {
  await openQueue(page, signIn);
  await expect(tabs(page).getByRole('button', { name: 'More' })).toBeVisible();
  await expect(tabs(page).locator('a, button').filter({ visible: true })).toHaveCount(5);
  await tabs(page)
    .getByRole('link', { name: /^Watch/ })
    .tap();
  await expect(page).toHaveURL(/\/watch$/);
  await expect(tabs(page).getByRole('link', { name: /^Watch/ })).toHaveAttribute('aria-current', 'page');
  await tabs(page).getByRole('button', { name: 'More' }).tap();
  await page.getByRole('dialog').getByRole('link', { name: 'Keywords' }).tap();
  await expect(page).toHaveURL(/\/keywords$/);
  await expect(page.getByRole('dialog')).toBeHidden();
  await tabs(page)
    .getByRole('link', { name: /^Rooms/ })
    .tap();
  await expect(page).toHaveURL(/\/rooms$/);
});

test('own drafts are searched from a button', async ({ page, signIn }) => {
  await signIn('agent', '/mine');
  const search = page.getByRole('searchbox', { name: 'Search text or room' });
  const button = page.getByRole('button', { name: 'Search', exact: true });
  await expect(button).toBeVisible();
  await expect(search).toBeHidden();
  await button.tap();
  await expect(search).toBeFocused();
  const width = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await width()).toBe(0);
  await button.tap();
  await expect(search).toBeHidden();
});

/** Targets lower or narrower than 44 px that are visible in a region. */
const smallTargets = (page: Page, region: string) =>
  page.locator(region).evaluateAll(
    (regions, underMinimum) =>
      regions.flatMap((one) =>
        [...one.querySelectorAll<HTMLElement>('a[href], button')].flatMap((target) => {
          const { width, height } = target.getBoundingClientRect();
          return width > 1 && Math.min(width, height) < underMinimum
            ? [`${target.textContent}: ${width} × ${height}`]
            : [];
        }),
      ),
    UNDER_44_PX,
  );

for (const [width, height] of [
  [390, 844],
  [320, 640],
  [844, 390],
] as const) {
  test.describe(`at ${width} × ${height}`, () => {
    test.use({ viewport: { width, height } });

    test('the first row is at the top, targets are large, and nothing scrolls sideways', async ({ page, signIn }) => {
      await openQueue(page, signIn);
      expect((await boxOf(lines(page).first())).y).toBeLessThanOrEqual(56);
      await expect(tabs(page).getByRole('button', { name: 'More' })).toBeVisible();
      expect(await smallTargets(page, 'nav[aria-label=Pages]')).toEqual([]);
      await openDecidable(page);
      expect(await smallTargets(page, 'main > header:has(button), .thumb-bar')).toEqual([]);
      const isWide = () => document.documentElement.scrollWidth > window.innerWidth;
      for (const path of ['/review', '/mine', '/watch', '/rooms', '/clients', '/keywords', '/settings']) {
        await page.goto(path);
        await expect(page.locator('h1').first()).toBeAttached();
        await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
        expect(await page.evaluate(isWide), path).toBe(false);
        const head = page.getByRole('main').locator('thead').first();
        if (TABLES.has(path)) expect((await boxOf(head)).y, path).toBeLessThanOrEqual(56);
      }
      expect(await page.locator('kbd').filter({ visible: true }).count()).toBe(0);
    });
  });
}
