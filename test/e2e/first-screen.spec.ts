import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { chosen, holdRequests, lines } from './review-desk.ts';

test('a sign-in link opens the review queue and leaves no token in the address', async ({
  page,
  signInByLink,
  service,
}) => {
  const { token } = await signInByLink('reviewer');
  await expect(page).toHaveURL(`${service.origin}/review`);
  await expect(page.getByRole('link', { name: /^Review/ })).toBeVisible();
  expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(2);
  expect(await page.content()).not.toContain(token);
});

test('before its code has loaded, a page requests the queue once and shows an outline', async ({ page, signIn }) => {
  await signIn('reviewer');
  await expect(lines(page).first()).toBeVisible();
  const release = await holdRequests(page, /assets\/first-.*\.js/);
  // Leaves the first page, which may request its queue again.
  await page.goto('about:blank');
  // The facts of the open draft search for others of its room.
  const isQueue = (url: string) =>
    /support_draft_messages\?.*page%5Bnumber%5D=1&page%5Bsize%5D=100/.test(url) && !url.includes('room_name_like');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (isQueue(request.url())) asked.push(request.url());
  });
  const answered = page.waitForResponse((response) => isQueue(response.url()));
  await page.goto('/review?sort=-created_at_unix', { waitUntil: 'commit' });
  await answered;
  const outline = page.locator('#root > .h-dvh[aria-hidden]');
  await expect(outline).toBeVisible();
  release();
  await expect(lines(page).first()).toBeVisible();
  await expect(outline).toHaveCount(0);
  expect(asked.map((url) => new URL(url).searchParams.get('sort'))).toEqual(['-created_at_unix']);
});

test('only the code of the first screen is loaded until the browser is idle', async ({ page: before, signIn }) => {
  await signIn('reviewer');
  await expect(lines(before).first()).toBeVisible();
  // Another page: the first one keeps prefetching code, and its workers even after it was left.
  const page = await before.context().newPage();
  await before.close();
  // Further code loads when the browser is idle, which it never is here.
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
  const loaded = new Set<string>();
  page.on('request', (request) => {
    const [, file] = /\/assets\/(.+)\.js$/.exec(request.url()) ?? [];
    // Removes the hash after a name. Most file names are a hash alone.
    if (file) loaded.add(file.replace(/-[^.]{7}$/, ''));
  });
  await page.goto('/review');
  await expect(chosen(page).getByRole('button', { name: 'Approve', exact: true })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect([...loaded].toSorted()).toEqual(['first', 'rolldown-runtime', 'start']);
});

test('a click that began before the code of long lists had loaded opens its draft', async ({ page, signIn }) => {
  // Further code loads when the browser is idle, which the test decides.
  await page.addInitScript(() =>
    Object.assign(window, { requestIdleCallback: (run: () => void) => addEventListener('idle', run) }),
  );
  await signIn('reviewer', '/review?filter%5Bapproved%5D=1');
  const third = lines(page).nth(2);
  await third.hover();
  await page.mouse.down();
  await page.evaluate(() => dispatchEvent(new Event('idle')));
  await expect(third).toHaveAttribute('aria-posinset', '3');
  await page.mouse.up();
  await expect(third.getByRole('link')).toHaveAttribute('aria-current', 'true');
});

test('the sign-in page is accessible', async ({ page }) => {
  await page.goto('/connect');
  await expect(page.getByRole('button', { name: 'Connect' })).toBeVisible();
  await expectAccessible(page);
});

test.describe('a journey', () => {
  test.fail();

  test('fails if the page logs an error', async ({ page }) => {
    await page.goto('/connect');
    await page.evaluate(() => console.error('planted'));
  });

  test('fails if the page throws', async ({ page }) => {
    await page.goto('/connect');
    const thrown = page.waitForEvent('pageerror');
    await page.evaluate(() => setTimeout(() => Promise.reject(new Error('planted'))));
    await thrown;
  });

  test('fails if something violates the Content-Security-Policy', async ({ page }) => {
    await page.goto('/connect');
    await page.evaluate(() => {
      const style = document.createElement('style');
      style.textContent = 'body { color: red }';
      document.head.append(style);
    });
  });
});
