import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Fails on what axe finds on the page as it stands, by light and by dark. */
export async function expectAccessible(page: Page): Promise<void> {
  expect.soft(await findFaults(page), new URL(page.url()).pathname).toEqual([]);
}

/** What axe finds on the page as it stands, by light and by dark, in a sentence each. */
export async function findFaults(page: Page): Promise<string[]> {
  // Where no script runs axe would wait for ever: what customers wrote is not the dashboard's to judge.
  await page.locator('iframe').evaluateAll((frames) => {
    for (const frame of frames) frame.setAttribute('src', 'about:blank');
  });
  await page.emulateMedia({ colorScheme: 'light' });
  // Without frames to look into, and told of faults alone, it needs a third of the time.
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    // They hand the focus on to where it belongs, and never keep it.
    .exclude('[data-base-ui-focus-guard]')
    .options({ runOnly: RULES, resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  await page.emulateMedia({ colorScheme: 'dark' });
  // The themes differ in nothing but colours, and axe is in the page already.
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
