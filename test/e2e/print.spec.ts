import { expect, type Page } from '@playwright/test';
import { test } from './journey.ts';
import { chosen, draftText, keepSettings, openFirst, queue } from './review-desk.ts';

/** Whether all messages are printed, rather than cut off by a scrolling container. */
const isInFull = (page: Page) =>
  page.evaluate(() => {
    const messages = [...document.querySelectorAll('main ol > li')];
    const isCut = (message: Element) => {
      for (let box = message.parentElement; box && box !== document.documentElement; box = box.parentElement) {
        if (getComputedStyle(box).overflowY !== 'visible') return true;
      }
      return false;
    };
    return messages.length > 0 && !messages.some(isCut);
  });

for (const width of [1440, 720]) {
  test(`a draft is printed with its conversation, in black on white, ${width} pixels wide`, async ({
    page,
    signIn,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await keepSettings(page, { theme: 'dark' });
    await signIn('reviewer');
    await openFirst(page);
    await expect(chosen(page).getByRole('list', { name: 'Messages' }).getByRole('listitem').first()).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width, height: 900 });
    await expect(draftText(page)).toBeVisible();
    await expect(draftText(page)).toHaveCSS('color', 'rgb(0, 0, 0)');
    expect(await isInFull(page)).toBe(true);
    await expect(queue(page)).toBeHidden();
    await expect(page.getByRole('navigation').filter({ visible: true })).toHaveCount(0);
    await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Review' })).toBeHidden();
  });
}
