import { expect, type Locator, type Page } from '@playwright/test';
import { arriveAsVisitor, writeDraft } from '#test/api-client.ts';
import { boxOf } from './box-of.ts';
import { test } from './journey.ts';
import { chosen, draftRow, draftText, holdRequests, lines, openFirst, queue } from './review-desk.ts';

const talk = (page: Page) => chosen(page).getByRole('region', { name: 'Conversation' });
const card = (page: Page) => chosen(page).getByRole('article', { name: 'Draft' });
const bar = (page: Page) => chosen(page).getByRole('group', { name: 'Decision' });

/** Whether at least the start of an element is in the visible part of the conversation. */
async function startsInSight(page: Page, place: Locator): Promise<boolean> {
  const [box, view] = [await boxOf(place), await boxOf(talk(page))];
  return box.y >= view.y && box.y < view.bottom;
}

async function isInSight(page: Page, place: Locator): Promise<boolean> {
  const [box, view] = [await boxOf(place), await boxOf(talk(page))];
  return box.y >= view.y && box.bottom <= view.bottom;
}

test('the draft and the newest message are in sight, even if the conversation loads late', async ({
  page,
  service,
  signIn,
}) => {
  const visitor = await arriveAsVisitor(service);
  for (let line = 1; line <= 30; line++) await visitor.write(`Line ${line} of my story.`);
  const id = await writeDraft(service, visitor.roomId, 'I have read all of it.');
  // The service compares times in whole seconds.
  const { created_at_unix } = draftRow(service, id);
  await expect.poll(() => Math.floor(Date.now() / 1000)).toBeGreaterThan(created_at_unix);
  await visitor.write('And one more thing.');
  const letGo = await holdRequests(page, '**/history*');
  await signIn('reviewer', `/review/${id}`);
  await expect(draftText(page)).toHaveText('I have read all of it.');
  expect(await isInSight(page, card(page))).toBe(true);
  const stays = await boxOf(bar(page));
  letGo();
  const newest = talk(page).getByText('And one more thing.');
  await expect(newest).toBeVisible();
  await expect(talk(page).getByText('1 message after this draft')).toBeVisible();
  expect(await isInSight(page, card(page))).toBe(true);
  expect(await isInSight(page, newest)).toBe(true);
  expect(await boxOf(bar(page)), 'the bar stays where it is').toEqual(stays);

  await visitor.write('Are you there?');
  await talk(page).hover();
  await page.mouse.wheel(0, -5000);
  await expect.poll(() => isInSight(page, card(page))).toBe(false);
  await expect(talk(page).getByText('Line 1 of my story.')).toBeVisible();
  await page.keyboard.press('Space');
  await expect.poll(() => talk(page).evaluate(({ scrollTop }) => scrollTop)).toBeLessThan(0);
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageDown');
  await expect.poll(() => isInSight(page, card(page))).toBe(true);
});

test('the column keeps its width when the details arrive', async ({ page, signIn }) => {
  const letGo = await holdRequests(page, '**/after-start-*.js');
  await signIn('reviewer');
  await expect(draftText(page)).toBeVisible();
  const before = await boxOf(bar(page));
  const details = chosen(page).getByRole('region', { name: 'Details' });
  await expect(details).toBeHidden();
  letGo();
  await expect(details).toBeVisible();
  expect(await boxOf(bar(page))).toEqual(before);
});

test('the start of a draft that is too long is in sight, and so is the next draft', async ({
  page,
  service,
  signIn,
}) => {
  const visitor = await arriveAsVisitor(service);
  await visitor.write('Tell me everything.');
  const paragraphs = Array.from({ length: 40 }, (_, index) => `Paragraph ${index + 1}.`);
  const long = await writeDraft(service, visitor.roomId, paragraphs.join('\n\n'));
  const short = await writeDraft(service, visitor.roomId, 'Nothing to add.');
  await signIn('reviewer', `/review/${long}?filter%5Bcontent_or_room_name_like%5D=Paragraph%201.,Nothing%20to%20add`);
  await expect(draftText(page)).toContainText('Paragraph 1.');
  await expect(talk(page).getByText('Tell me everything.')).toBeAttached();
  await expect.poll(() => startsInSight(page, card(page))).toBe(true);
  await page.keyboard.press('j');
  await expect(page).toHaveURL(new RegExp(`/review/${short}`));
  await expect.poll(() => isInSight(page, card(page))).toBe(true);
  await talk(page).hover();
  await page.mouse.wheel(0, -5000);
  await page.keyboard.press('k');
  await expect(page).toHaveURL(new RegExp(`/review/${long}`));
  await expect.poll(() => startsInSight(page, card(page))).toBe(true);
});

test('the name in a row takes the width that the duration leaves', async ({ page, signIn }) => {
  await signIn('reviewer');
  // Takes any row, because earlier tests may have decided some drafts.
  const line = lines(page)
    .first()
    .locator('a > span')
    .filter({ has: page.locator('time') })
    .first();
  const [name, duration] = [await boxOf(line.locator('> span').first()), await boxOf(line.locator('> span').last())];
  expect(duration.x - name.right).toBeLessThan(10);
  // The longest duration is a third wider than this one.
  expect(name.width).toBeGreaterThan(duration.width * 2);
});

test('the decision bar is at the bottom and never moves', async ({ page, signIn }) => {
  await signIn('reviewer');
  await openFirst(page);
  const before = await boxOf(bar(page));
  const window = page.viewportSize();
  expect(before.bottom).toBe(window?.height);
  await page.keyboard.press('e');
  await expect(card(page).getByRole('textbox', { name: 'Text' })).toBeFocused();
  expect(await boxOf(bar(page))).toEqual(before);
  await page.keyboard.press('Escape');
  await page.keyboard.press('r');
  await expect(page.getByRole('textbox', { name: 'Reason' })).toBeFocused();
  expect(await boxOf(bar(page))).toEqual(before);
  expect(await startsInSight(page, card(page)), 'the draft stays in sight').toBe(true);
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  expect(await boxOf(bar(page))).toEqual(before);
});

test.describe('on a large screen', () => {
  test.use({ viewport: { width: 2560, height: 1440 } });

  test('the columns stop growing and stand together', async ({ page, signIn }) => {
    await signIn('reviewer');
    await openFirst(page);
    const details = chosen(page).getByRole('region', { name: 'Details' });
    await expect(details).toBeVisible();
    const [list, column, facts] = [await boxOf(queue(page)), await boxOf(talk(page)), await boxOf(details)];
    expect(column.width).toBeLessThan(860);
    expect(column.x - list.right).toBeLessThan(2);
    expect(facts.x - column.right).toBeLessThan(2);
    // Nine tenths of the window are used.
    expect(facts.right).toBeGreaterThan(2560 * 0.9);
  });
});

test.describe('at 1024 pixels', () => {
  test.use({ viewport: { width: 1024, height: 768 } });

  test('the details fold into one line that opens by keyboard', async ({ page, signIn }) => {
    await signIn('reviewer');
    await expect(lines(page).first()).toBeVisible();
    const line = chosen(page).locator('summary').first();
    const details = chosen(page).getByRole('region', { name: 'Details' });
    await expect(line).toBeVisible();
    await expect(details).toBeHidden();
    const stays = await boxOf(bar(page));
    await line.focus();
    await page.keyboard.press('Enter');
    await expect(details.getByRole('region', { name: 'Author' })).toBeVisible();
    expect(await boxOf(bar(page))).toEqual(stays);
    await chosen(page).getByRole('button', { name: 'Focus mode' }).click();
    await expect(queue(page)).toBeHidden();
    await expect(line).toBeHidden();
    await chosen(page).getByRole('button', { name: 'Exit focus mode' }).click();
    await expect(queue(page)).toBeVisible();
  });
});
