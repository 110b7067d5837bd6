import { expect, type Page } from '@playwright/test';
import { boxOf } from './box-of.ts';
import { holdTimers } from './held-timers.ts';
import { test } from './journey.ts';
import { chosen, lines, openFirst, outbox } from './review-desk.ts';

/** Buttons, fields and links that the bar covers, except in rows of a scrollable list. */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const bar = document.querySelector('[aria-label="Outbox"]');
    const over = bar?.getBoundingClientRect();
    if (!bar || !over) return ['no bar'];
    const all = [...document.querySelectorAll<HTMLElement>('button, input, textarea, select, a, [contenteditable]')];
    return all
      .filter((element) => !bar.contains(element) && !element.closest('li, tr, [role=row], .cm-editor'))
      .filter((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const isSeen = element.checkVisibility({ visibilityProperty: true });
        return (
          isSeen && left < over.right - 3 && right > over.left + 3 && top < over.bottom - 3 && bottom > over.top + 3
        );
      })
      .map((element) => element.outerHTML.slice(0, 120));
  });

/** The positions of those parts of the page that do not depend on the draft. */
const places = (page: Page) =>
  page.evaluate(() =>
    Array.from(
      document.querySelectorAll('main > header, [aria-label="Review queue"], [aria-label="Current draft"]'),
      (part) => JSON.stringify(part.getBoundingClientRect()),
    ),
  );

async function openPage(page: Page, name: string, isUnderMore: boolean): Promise<void> {
  const pages = page.getByRole('navigation', { name: 'Pages' });
  if (isUnderMore) await pages.getByRole('button', { name: 'More' }).click();
  await (isUnderMore ? page.getByRole('dialog') : pages).getByRole('link', { name }).click();
}

for (const [name, viewport] of [
  ['wide', { width: 1440, height: 900 }],
  ['narrow', { width: 1024, height: 768 }],
  ['phone', { width: 390, height: 844 }],
] as const) {
  test(`in a ${name} window the bar covers no control and moves nothing`, async ({ page, signIn }) => {
    await page.setViewportSize(viewport);
    await holdTimers(page);
    await signIn('admin');
    await expect(lines(page).first()).toBeVisible();
    await openFirst(page);
    await expect(chosen(page).getByRole('region', { name: 'Conversation' })).toBeVisible();
    // On a phone, these buttons appear above the draft after it has loaded.
    if (name === 'phone') await expect(page.getByRole('button', { name: 'Previous' })).toBeVisible();
    const before = await places(page);
    await page.keyboard.press('a');
    await expect(outbox(page)).toBeVisible();
    expect(await places(page)).toEqual(before);
    expect((await boxOf(outbox(page))).height).toBe(44);
    expect(await covered(page)).toEqual([]);
    for (const path of ['Rooms', 'Clients', 'Keywords', 'Suggestions']) {
      await openPage(page, path, name === 'phone' && path !== 'Rooms');
      const record = page.locator('main table a').first();
      await expect(record).toBeVisible();
      expect(await covered(page), path).toEqual([]);
      if (path !== 'Rooms' && path !== 'Clients') continue;
      await record.click();
      await expect(page).toHaveURL(/\d+$/);
      await expect(page.getByRole('textbox').first()).toBeVisible();
      expect(await covered(page), `one of ${path}`).toEqual([]);
    }
    const { x, y, bottom } = await boxOf(outbox(page));
    expect(x >= 0 && y >= 0 && bottom <= viewport.height).toBe(true);
    await page.keyboard.press('z');
    await expect(page).toHaveURL(/\/review\/\d+/);
    await expect(outbox(page)).toBeHidden();
  });
}

for (const [place, viewport] of [
  ['on a phone', { width: 390, height: 844 }],
  ['in focus mode', { width: 1440, height: 900 }],
] as const) {
  test(`${place} the bar covers no line of the next draft`, async ({ page, signIn }) => {
    await page.setViewportSize(viewport);
    await holdTimers(page);
    await signIn('reviewer');
    await openFirst(page);
    if (place === 'in focus mode') await page.getByRole('button', { name: 'Focus mode' }).click();
    const before = page.url();
    await page.keyboard.press('a');
    await expect(page).not.toHaveURL(before);
    await expect(outbox(page)).toBeVisible();
    const freePx = async () => {
      const draft = await boxOf(chosen(page).getByRole('article', { name: 'Draft' }));
      return (await boxOf(outbox(page))).y - draft.bottom;
    };
    await expect.poll(freePx).toBeGreaterThan(0);
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the bar covers no button of a form or of selected drafts', async ({ page, signIn }) => {
    await holdTimers(page);
    await signIn('reviewer');
    await openFirst(page);
    const button = (name: string) => page.getByRole('button', { name, exact: true }).filter({ visible: true });
    const tap = (name: string) => button(name).tap();
    const type = async (label: string, words: string) => {
      await expect(page.getByRole('textbox', { name: label })).toBeFocused();
      await page.keyboard.type(words);
    };
    // The bar stays: its timer is held.
    const expectFree = async (name: string) => {
      await button(name).tap({ trial: true, timeout: 10_000 });
      expect(await covered(page), name).toEqual([]);
    };
    await tap('Approve');
    await expect(outbox(page)).toBeVisible();
    await tap('Reject');
    await tap('Other reason…');
    await type('Reason', 'Too long');
    await expectFree('Send rejection');
    await tap('Cancel');
    await tap('Edit');
    await type('Text', ' Shorter.');
    await expectFree('Approve with edits');
    await tap('Cancel');
    await page.getByRole('link', { name: 'Back to the queue' }).tap();
    // Selects like a long press, which has separate tests.
    await page.keyboard.press('x');
    await expectFree('Approve 1');
  });
});
