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
  const found: string[] = [];
  // The themes differ in nothing but colours.
  for (const [colorScheme, runOnly] of [
    ['light', RULES],
    ['dark', ['color-contrast']],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    // Without frames to look into, and told of faults alone, it needs a third of the time.
    const axe = new AxeBuilder({ page })
      .setLegacyMode()
      .options({ runOnly: [...runOnly], resultTypes: ['violations'] });
    const { violations } = await axe.analyze();
    for (const { id, help, nodes } of violations) {
      found.push(`${colorScheme}, ${id}: ${help} ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
    }
  }
  await page.emulateMedia({ colorScheme: null });
  return found;
}
