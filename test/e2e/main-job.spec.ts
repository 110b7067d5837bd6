import { expect, type Locator } from '@playwright/test';
import { personOf } from '../service-process.ts';
import { holdTimers, passHeldTime } from './held-timers.ts';
import { test } from './journey.ts';
import { chosen, deliveryIsLoaded, draftText, lines, openFirst, queueLength, skipOwn } from './review-desk.ts';
import { tracesOf } from './token-traces.ts';

const textOf = async (place: Locator) => (await place.textContent()) ?? '';

test('a reviewer filters the queue, approves one draft and rejects another with a reason', async ({
  page,
  signInByLink,
}) => {
  await holdTimers(page);
  await signInByLink('reviewer');
  await expect(page).toHaveURL(/\/review/);
  expect(page.url()).not.toContain('token');
  await expect(lines(page).first()).toBeVisible();
  const before = await queueLength(page);

  const room = await textOf(lines(page).first().getByRole('link').locator('span[dir=auto]').first());
  await page.getByRole('searchbox', { name: 'Search text or room' }).fill(room);
  await expect(page).toHaveURL(/content_or_room_name_like/);
  await expect.poll(() => queueLength(page)).toBeLessThan(before);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => queueLength(page)).toBe(before);

  // Which draft comes first depends on the time of day.
  await openFirst(page);
  const approved = await textOf(draftText(page));
  await chosen(page).getByRole('button', { name: 'Approve' }).click();
  await expect.poll(() => queueLength(page)).toBe(before - 1);
  await expect(page.getByRole('region', { name: 'Outbox' })).toContainText('Approved');

  await skipOwn(page);
  const rejected = await textOf(draftText(page));
  expect(rejected).not.toBe(approved);
  await page.keyboard.press('r');
  await page.getByRole('textbox', { name: 'Reason' }).fill('The date is wrong: it is the 5th.');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => queueLength(page)).toBe(before - 2);
  await passHeldTime(page);
  await expect(page.getByRole('region', { name: 'Outbox' })).toBeHidden();

  await page.getByRole('link', { name: 'Rejected', exact: true }).click();
  await expect(page).toHaveURL(/filter%5Brejected%5D=1/);
  await lines(page).first().getByRole('link').click();
  await expect(draftText(page)).toHaveText(rejected);
  await expect(chosen(page)).toContainText('The date is wrong: it is the 5th.');

  await page.getByRole('link', { name: 'Approved', exact: true }).click();
  await expect(page).toHaveURL(/filter%5Bapproved%5D=1/);
  await lines(page).first().getByRole('link').click();
  await expect(draftText(page)).toHaveText(approved);
});

test('an undone decision is not sent', async ({ page, signIn }) => {
  await holdTimers(page);
  await signIn('reviewer');
  await expect(lines(page).first()).toBeVisible();
  const before = await queueLength(page);
  const decisions: string[] = [];
  page.on('request', (request) => request.method() === 'PUT' && decisions.push(request.url()));
  await skipOwn(page);
  await page.keyboard.press('a');
  await expect.poll(() => queueLength(page)).toBe(before - 1);
  await page.keyboard.press('z');
  await expect.poll(() => queueLength(page)).toBe(before);
  await expect(page.getByRole('region', { name: 'Outbox' })).toBeHidden();
  await page.reload();
  await expect.poll(() => queueLength(page)).toBe(before);
  expect(decisions).toEqual([]);
});

test('the undo key works even before the outbox bar has loaded', async ({ page, signIn }) => {
  await holdTimers(page);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/after-start-[^/]*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await signIn('reviewer');
  await expect(lines(page).first()).toBeVisible();
  const before = await queueLength(page);
  await page.keyboard.press('a');
  await expect.poll(() => queueLength(page)).toBe(before - 1);
  await page.keyboard.press('z');
  release();
  await expect.poll(() => queueLength(page)).toBe(before);
});

test('leaving the page sends pending decisions at once', async ({ page, signIn }) => {
  await holdTimers(page);
  await signIn('reviewer');
  await expect(lines(page).first()).toBeVisible();
  const before = await queueLength(page);
  await skipOwn(page);
  const text = await textOf(draftText(page));
  await deliveryIsLoaded(page);
  await page.keyboard.press('a');
  await expect.poll(() => queueLength(page)).toBe(before - 1);
  await page.reload();
  await page.getByRole('link', { name: 'Approved', exact: true }).click();
  await expect(page).toHaveURL(/filter%5Bapproved%5D=1/);
  await lines(page).first().getByRole('link').click();
  await expect(draftText(page)).toHaveText(text);
});

test('a link with a token opens its page, and the token is not visible anywhere', async ({ page, service }) => {
  const { token } = personOf(service, 'supervisor');
  await page.goto(`/connect?then=${encodeURIComponent('/rooms?filter[kind]=group_room')}#token=${token}`);
  await expect(page).toHaveURL(/\/rooms\?/);
  await expect(page.getByRole('heading', { name: 'Rooms' })).toBeVisible();
  expect(await tracesOf(page, token)).toEqual([]);

  // Open-redirect attempts end on the supervisor's home.
  for (const then of [
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    '/\t/evil.example',
    '//[',
    'javascript:1',
  ]) {
    await page.goto(`/connect?then=${encodeURIComponent(then)}#token=${token}`);
    await expect(page).toHaveURL(`${service.origin}/watch`);
  }
  await page.goto(`${service.origin}//evil.example/rooms?page%5Bnumber%5D=1`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  const leadAway = (links: Element[]) =>
    links.filter((link) => link instanceof HTMLAnchorElement && link.origin !== location.origin).length;
  expect(await page.locator('a').evaluateAll(leadAway)).toBe(0);
});
