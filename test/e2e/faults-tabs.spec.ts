import { expect, type Page } from '@playwright/test';
import { holdTimers, passHeldTime } from './held-timers.ts';
import { test } from './journey.ts';
import { keepSettings, lines, openFirst, outbox, statusOf } from './review-desk.ts';

const title = (page: Page) => page.getByRole('textbox', { name: 'Title' });
const stored = (page: Page) => page.evaluate(() => JSON.stringify({ ...localStorage }));
const scrolled = (page: Page) =>
  page.getByRole('table', { name: 'Rooms' }).evaluate((table) => table.closest('.overflow-auto')?.scrollTop);

test('two tabs with one form: each is notified, both texts survive a crash, and signing out locks both', async ({
  page,
  context,
  signIn,
}) => {
  await signIn('admin', '/clients/1');
  await title(page).fill('Harbour, by day');
  await expect.poll(() => stored(page)).toContain('Harbour, by day');

  const other = await context.newPage();
  await other.goto('/clients/1');
  await expect(title(other)).toHaveValue('Harbour, by day');
  await expect(other.getByText('Open in another tab')).toBeVisible();
  await title(other).fill('Harbour, by night');
  await expect(page.getByText('Two versions')).toBeVisible();
  await expect(title(page)).toHaveValue('Harbour, by day');

  const crashed = page.waitForEvent('crash');
  const devtools = await context.newCDPSession(page);
  void devtools.send('Page.crash').catch(() => undefined);
  await crashed;
  const next = await context.newPage();
  await next.goto('/clients/1');
  await expect(title(next)).toHaveValue('Harbour, by night');
  await next.getByRole('button', { name: 'Show other version' }).click();
  await expect(title(next)).toHaveValue('Harbour, by day');

  // The page warns before unload only about unsaved changes.
  const asked = next.waitForEvent('dialog');
  void next.goto('/settings').catch(() => undefined);
  await (await asked).accept();
  await next.getByRole('button', { name: 'Sign out' }).click();
  await expect(other.getByLabel('Access token')).toBeVisible();
  await expect(title(other)).toHaveCount(0);
});

test('Back restores the list, but shows nothing after signing out', async ({ page, context, signIn }) => {
  await signIn('supervisor', '/rooms?sort=name&page%5Bsize%5D=25&page%5Bnumber%5D=2');
  const rows = page.getByRole('table', { name: 'Rooms' }).getByRole('row');
  // Waits for a loaded row instead of a skeleton row.
  await expect(rows.nth(24).getByRole('link').first()).toBeAttached();
  await rows.nth(24).scrollIntoViewIfNeeded();
  const before = { url: page.url(), place: await scrolled(page) };
  expect(before.place).toBeGreaterThan(0);
  await rows.nth(24).getByRole('link').first().click();
  await expect(page.getByRole('table', { name: 'Rooms' })).toHaveCount(0);
  await page.goBack();
  await expect(rows.nth(24)).toBeInViewport();
  expect({ url: page.url(), place: await scrolled(page) }).toEqual(before);

  // Leave the document; the session ends before Back returns to it.
  await page.goto('about:blank');
  const tab = await context.newPage();
  await tab.goto('/settings');
  await tab.getByRole('button', { name: 'Sign out' }).click();
  await expect(tab.getByLabel('Access token')).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('Access token')).toBeVisible();
  await expect(rows).toHaveCount(0);
});

test.describe('a browser without storage', () => {
  test('starts, warns while typing, and sends a decision once', async ({ page, context, signInByLink, service }) => {
    await context.addInitScript(() => {
      const forbid = () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      };
      for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: forbid });
    });
    let sent = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/reject')) sent += 1;
    });
    await holdTimers(page);
    await signInByLink('reviewer');
    const id = await openFirst(page);
    await page.keyboard.press('r');
    await page.getByRole('textbox', { name: 'Reason' }).fill('Too long for the visitor.');
    await expect(page.getByText('This browser can’t save your text').first()).toBeVisible();
    await page.keyboard.press('Control+Enter');
    await expect(outbox(page)).toContainText('Rejected');
    await passHeldTime(page);
    await expect.poll(() => statusOf(service, id)).toBe('rejected');
    // Playwright may report the request after its effect.
    await expect.poll(() => sent).toBe(1);
  });
});

/** Targets of the first six lines, which any window shows. Further lines appear once their code has loaded. */
async function firstLines(page: Page) {
  const links = lines(page).getByRole('link');
  await expect(links.nth(5)).toBeVisible();
  return links.evaluateAll((all) => all.slice(0, 6).map((link) => link.getAttribute('href')));
}

test.describe('a network that fails after the first screen', () => {
  test.use({ expectedComplaints: [/ERR_FAILED/] });

  test('keeps the queue in place, and loads the rest once it is back', async ({ page, signIn }) => {
    await signIn('reviewer');
    await openFirst(page);
    const before = await firstLines(page);
    // Leaves the first page, which keeps prefetching code.
    await page.goto('about:blank');
    const missing = new Set<string>();
    await page.route(/\/assets\/(?!first-|start-|rolldown-runtime-).+\.js$/, async (route) => {
      missing.add(route.request().url());
      await route.abort();
    });
    await page.goto('/review');
    // The first missing parts are the shell, the desk and the filters.
    await expect.poll(() => missing.size).toBeGreaterThan(3);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await expect.poll(() => firstLines(page)).toEqual(before);
    await page.unrouteAll();
    await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Help for this page' })).toBeVisible();
    await expect.poll(() => firstLines(page)).toEqual(before);
  });
});

test.describe('a captive portal, and a network that returns', () => {
  test.use({ expectedComplaints: [/ERR_INTERNET_DISCONNECTED/] });

  test('the queue stays, the fault is shown, and at most three requests are sent at once', async ({
    page,
    context,
    signIn,
  }) => {
    await keepSettings(page, { pollSeconds: 5, undoSeconds: 0 });
    await page.addInitScript(() => {
      let onlineAt = Number.POSITIVE_INFINITY;
      const asked: number[] = [];
      window.addEventListener('online', () => (onlineAt = performance.now()), { capture: true });
      const fetch = window.fetch;
      window.fetch = (input, init) => {
        const ms = performance.now() - onlineAt;
        if (ms >= 0 && String(input).includes('/rapi/')) asked.push(ms);
        return fetch(input, init);
      };
      Object.assign(window, { asked });
    });
    await signIn('reviewer');
    await openFirst(page);
    const before = await firstLines(page);
    const portal = '<!doctype html><title>Welcome</title><form action="/login">Room number</form>';
    await page.route('**/rapi/**', (route) => route.fulfill({ contentType: 'text/html', body: portal }));
    await page.goto('/watch');
    await expect(page.getByText('Unexpected response from').first()).toBeVisible();
    await page.unroute('**/rapi/**');
    await page.goto('/review');
    await expect.poll(() => firstLines(page)).toEqual(before);

    await context.setOffline(true);
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 6000)));
    await expect.poll(() => firstLines(page)).toEqual(before);
    await context.setOffline(false);
    // Milliseconds since the network came back, by the page's clock.
    const asked = () => page.evaluate((): number[] => Reflect.get(window, 'asked'));
    await expect.poll(async () => (await asked()).length).toBeGreaterThan(3);
    expect((await asked()).filter((ms) => ms < 990)).toHaveLength(3);
  });
});
