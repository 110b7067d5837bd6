import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { test } from './journey.ts';
import { keepSettings, skipOwn, statusOf } from './review-desk.ts';

type Catalog = ReadonlyMap<string, string>;

/** A language's translations, keyed by the English text. */
function readCatalog(language: string): Catalog {
  const text = readFileSync(`src/locales/${language}.po`, 'utf8');
  return new Map(Array.from(text.matchAll(/^msgid "(.+)"\nmsgstr "(.+)"$/gm), ([, id = '', said = '']) => [id, said]));
}

const arabic = readCatalog('ar');
const japanese = readCatalog('ja');

const pages = [
  '/review',
  '/mine',
  '/watch',
  '/rooms',
  '/rooms/2',
  '/clients/1',
  '/clients/1?part=settings',
  '/keywords',
  '/keywords/import',
  '/keywords/bench',
  '/suggestions',
  '/suggestions/1',
  '/connections',
  '/settings/capabilities',
  '/settings',
];

/** Navigates client-side, without reloading the dashboard. */
async function goWithin(page: Page, path: string) {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await page.locator('main[aria-busy=false] :is(h1, h2)').first().waitFor();
  // Skeleton bars stand in for records that are loading.
  await expect(page.locator('main span.h-3.bg-pressed')).toHaveCount(0);
}

/**
 * Faults of a translated page: English texts, visible or in accessible names; content wider than the page; and
 * navigation labels that are cut off.
 */
async function findFaults(page: Page, catalog: Catalog): Promise<string[]> {
  const { texts, wide } = await page.evaluate(() => {
    const texts: (string | null)[] = [document.title];
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      if (!node.parentElement?.closest('[dir=ltr], bdi, code, kbd, option, script')) texts.push(node.nodeValue);
    }
    for (const name of ['aria-label', 'aria-description', 'aria-roledescription', 'title', 'placeholder', 'alt']) {
      for (const element of document.querySelectorAll(`[${name}]`)) texts.push(element.getAttribute(name));
    }
    const beyond = document.documentElement.scrollWidth - innerWidth;
    const wide = beyond > 0 ? [`${beyond} px too wide`] : [];
    for (const part of document.querySelectorAll('nav, nav a, nav span')) {
      // Text for screen readers is one pixel wide, and a row with a fade mask can be scrolled.
      const isWhole = part.clientWidth <= 1 || getComputedStyle(part).maskImage !== 'none';
      const isCut = !isWhole && part.scrollWidth > part.clientWidth;
      if (isCut) wide.push(`cut: ${part.textContent} by ${part.scrollWidth - part.clientWidth} px`);
    }
    return { texts: texts.map((text) => text?.trim() ?? ''), wide };
  });
  // Demo rooms have settings with these names.
  const isOfRoom = (text: string) => text === 'Client' || text === 'Language';
  const english = texts.filter((text) => catalog.has(text) && catalog.get(text) !== text && !isOfRoom(text));
  return [...english, ...wide];
}

test.describe('in Arabic', () => {
  test.use({ locale: 'ar-EG' });

  test('drafts are reviewed with an Arabic keyboard, and columns are mirrored', async ({ page, service, signIn }) => {
    const says = (english: string) => arabic.get(english) ?? english;
    const keyboard = await page.context().newCDPSession(page);
    const press = async (key: string, code: string) => {
      await keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', key, code, text: key });
      await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', key, code });
    };
    await keepSettings(page, { undoSeconds: 30 });
    await signIn('reviewer');
    await expect(page.locator('html')).toHaveAttribute('lang', 'ar-EG');
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await page
      .getByRole('region', { name: says('Review queue') })
      .getByRole('listitem')
      .nth(1)
      .getByRole('link')
      .click();
    await page.waitForURL(/\/review\/\d+/);
    const id = await skipOwn(page, says);
    const approve = page.getByRole('button', { name: says('Approve'), exact: true });
    await press('ش', 'KeyA');
    const outbox = page.getByRole('region', { name: says('Outbox') });
    await expect(outbox).toContainText('ث');
    await press('ئ', 'KeyZ');
    await expect(outbox).toBeHidden();
    await expect(approve).toBeVisible();
    await press('ق', 'KeyR');
    const reason = page.getByRole('textbox', { name: says('Reason') });
    await expect(reason).toBeFocused();
    await press('٢', 'Digit2');
    await expect(reason).toBeHidden();
    await expect(outbox).toBeVisible();
    await press('ئ', 'KeyZ');
    await expect(outbox).toBeHidden();
    expect(statusOf(service, id)).toBe('in_review');
    await press('ل', 'KeyG');
    await press('ن', 'KeyK');
    const cells = page.getByRole('gridcell').or(page.getByRole('cell'));
    await cells.and(page.locator('[data-cell$=" key_name"]')).first().click();
    await page.keyboard.press('ArrowLeft');
    await expect(page.locator('[data-cell$=" key_title"]').first()).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(page.locator('[data-cell$=" key_name"]').first()).toBeFocused();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('every page fits and is fully translated, and the language changes without a reload', async ({
    page,
    signIn,
  }) => {
    await signIn('admin');
    await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
    await goWithin(page, '/settings');
    expect(await findFaults(page, japanese)).not.toEqual([]);
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    const languages = [
      ['العربية', arabic, 'rtl'],
      ['日本語', japanese, 'ltr'],
    ] as const;
    for (const [own, catalog, dir] of languages) {
      await page
        .getByRole('combobox')
        .filter({ has: page.locator('option', { hasText: own }) })
        .selectOption(own);
      await expect(page.locator('html')).toHaveAttribute('dir', dir);
      for (const path of pages) {
        await goWithin(page, path);
        await expect.poll(() => findFaults(page, catalog), { message: `${own} ${path}` }).toEqual([]);
      }
    }
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  });
});

test.describe('in Japanese', () => {
  test.use({ locale: 'ja-JP' });

  test('text in IME composition is never sent', async ({ page, signIn }) => {
    const says = (english: string) => japanese.get(english) ?? english;
    await signIn('admin', '/keywords/new');
    const word = page.getByRole('textbox', { name: says('Keyword') });
    await word.focus();
    const composer = await page.context().newCDPSession(page);
    const kana = 'りょうしゅうしょ';
    await composer.send('Input.imeSetComposition', {
      text: kana,
      selectionStart: kana.length,
      selectionEnd: kana.length,
    });
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('dialog', { name: says('New keyword') })).toBeVisible();
    await composer.send('Input.insertText', { text: '領収書の控え' });
    await expect(word).toHaveValue('領収書の控え');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('「\u2068領収書の控え\u2069」を作成しました').first()).toBeVisible();
  });
});
