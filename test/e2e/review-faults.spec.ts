import { expect } from '@playwright/test';
import { holdTimers } from './held-timers.ts';
import { test } from './journey.ts';
import { deliveryIsLoaded, keepSettings, lines, openFirst, outbox, queueLength, statusOf } from './review-desk.ts';

test.describe('a token refused while typing a reason', () => {
  test.use({ expectedComplaints: [/401/] });

  test('is asked for again in a dialog, and the reason is sent afterwards', async ({ page, service, signIn }) => {
    await keepSettings(page, { undoSeconds: 0 });
    const { token } = await signIn('reviewer');
    const id = await openFirst(page);
    let refusals = 1;
    await page.route('**/reject', async (route) => {
      if (refusals-- <= 0) return route.continue();
      const errors = [{ status: '401', code: '401', title: 'Unauthorized', detail: 'The token has expired.' }];
      await route.fulfill({ status: 401, contentType: 'application/vnd.api+json', body: JSON.stringify({ errors }) });
    });
    await page.keyboard.press('r');
    await page.getByRole('textbox', { name: 'Reason' }).fill('The price is wrong.');
    await page.keyboard.press('Control+Enter');
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByLabel('Access token').fill('cs_mistyped');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('This token isn’t accepted')).toBeVisible();
    await dialog.getByLabel('Access token').fill(token);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect.poll(() => statusOf(service, id)).toBe('rejected');
  });
});

test.describe('a lost network', () => {
  test.use({ expectedComplaints: [/ERR_INTERNET_DISCONNECTED/] });

  test('delays a decision and loses nothing', async ({ page, context, service, signIn }) => {
    await keepSettings(page, { undoSeconds: 0, pollSeconds: 60 });
    await signIn('reviewer');
    const id = await openFirst(page);
    await deliveryIsLoaded(page);
    await context.setOffline(true);
    await page.keyboard.press('a');
    await expect(outbox(page)).toContainText('checking whether it was sent');
    await context.setOffline(false);
    await expect(outbox(page)).toBeHidden();
    expect(await statusOf(service, id)).toBe('approved');
  });
});

test.describe('a network lost before all code is loaded', () => {
  test.use({ expectedComplaints: [/ERR_FAILED|ERR_INTERNET_DISCONNECTED/] });

  test('delays the first decision and sends it once', async ({ page, service, signIn }) => {
    await keepSettings(page, { undoSeconds: 0, pollSeconds: 60 });
    let refused = 0;
    const sender = '**/assets/deliver-*.js';
    await page.route(sender, (route) => {
      refused++;
      return route.abort();
    });
    let sent = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/approve')) sent++;
    });
    await signIn('reviewer');
    const id = await openFirst(page);
    await page.keyboard.press('a');
    await expect(outbox(page)).toContainText('Approved');
    expect(refused).toBeGreaterThan(0);
    expect(statusOf(service, id)).toBe('in_review');
    await page.unroute(sender);
    await expect.poll(() => statusOf(service, id), { timeout: 120_000 }).toBe('approved');
    await expect(outbox(page)).toBeHidden();
    expect(sent).toBe(1);
  });
});

test('after a crash, an unsent decision is offered at the next start', async ({ page, context, service, signIn }) => {
  await holdTimers(page);
  const { token } = await signIn('reviewer');
  const id = await openFirst(page);
  await page.keyboard.press('a');
  await expect(outbox(page)).toContainText('Approved');
  const crashed = page.waitForEvent('crash');
  const devtools = await context.newCDPSession(page);
  void devtools.send('Page.crash').catch(() => undefined);
  await crashed;

  const next = await context.newPage();
  await next.goto(`/connect#token=${token}`);
  const question = next.getByRole('alertdialog', { name: '1 unsent action' });
  await expect(question).toBeVisible();
  expect(await statusOf(service, id)).toBe('in_review');
  await question.getByRole('button', { name: 'Send now' }).click();
  await expect.poll(() => statusOf(service, id)).toBe('approved');
  await expect(outbox(next)).toBeHidden();
});

test('another tab shows a decision and can undo it', async ({ page, context, service, signIn }) => {
  await holdTimers(page);
  await signIn('reviewer');
  // A second sign-in would end the session of requests that the first tab has under way.
  const other = await context.newPage();
  await other.goto('/review');
  await expect(lines(other).first()).toBeVisible();
  const before = await queueLength(other);
  const id = await openFirst(page);
  await page.keyboard.press('a');
  await expect(outbox(other)).toContainText('in another tab');
  await expect.poll(() => queueLength(other)).toBe(before - 1);
  await outbox(other).getByRole('button', { name: 'Undo' }).click();
  await expect(outbox(page)).toBeHidden();
  await expect.poll(() => queueLength(other)).toBe(before);
  expect(await statusOf(service, id)).toBe('in_review');
});

test('many drafts are read in full, then approved at once', async ({ page, service, signIn }) => {
  // The admin may also decide on their own drafts, which the three may include.
  await signIn('admin', '/review?sort=-created_at_unix&filter%5Bin_review%5D=1');
  const id = await openFirst(page);
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  // Both key presses must have taken effect before the range is selected.
  await expect(lines(page).nth(2).getByRole('link')).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('Shift+X');
  const bar = page.getByRole('group', { name: 'Selected drafts' });
  await expect(bar).toContainText('3 selected');
  await bar.getByRole('button', { name: 'Approve' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve 3 drafts' });
  await expect(dialog.getByRole('list', { name: 'Drafts' }).locator('> li')).toHaveCount(3);
  await dialog.getByRole('button', { name: 'Approve 3' }).click();
  await expect(outbox(page)).toContainText('Approving 3 drafts…');
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Approved 3 drafts');
  expect(await statusOf(service, id)).toBe('approved');
});
