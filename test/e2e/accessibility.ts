import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Fails on axe violations of the current page, in the light and the dark theme. */
export async function expectAccessible(page: Page): Promise<void> {
  expect.soft(await findFaults(page), new URL(page.url()).pathname).toEqual([]);
}

/** Axe violations of the current page, in the light and the dark theme, one sentence each. */
export async function findFaults(page: Page): Promise<string[]> {
  // Axe would wait for ever for a frame without scripts, and customers' own markup is out of scope.
  await page.locator('iframe').evaluateAll((frames) => {
    for (const frame of frames) frame.setAttribute('src', 'about:blank');
  });
  await page.emulateMedia({ colorScheme: 'light' });
  // Skipping frames and reporting violations only cuts the time to a third.
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    // Focus guards pass the focus on and never keep it.
    .exclude('[data-base-ui-focus-guard]')
    .options({ runOnly: RULES, resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  await page.emulateMedia({ colorScheme: 'dark' });
  // The themes differ only in colours, and axe is already loaded.
  const byDark = await page.evaluate(() => {
    const { axe } = globalThis as unknown as { axe: { run: (options: object) => Promise<AxeResults> } };
    return axe.run({ runOnly: ['color-contrast'], resultTypes: ['violations'] });
  });
  await page.emulateMedia({ colorScheme: null });
  return [...violations.map(wordsFor('light')), ...byDark.violations.map(wordsFor('dark'))];
}

type AxeResults = Awaited<ReturnType<AxeBuilder['analyze']>>;

const wordsFor =
  (theme: 'light' | 'dark') =>
  ({ id, help, nodes }: AxeResults['violations'][number]) =>
    `${theme}, ${id}: ${help} ${nodes.map((node) => node.target.join(' ')).join(', ')}`;
