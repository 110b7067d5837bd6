import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Fails on what axe finds on the page as it stands, by light and by dark. */
export async function expectAccessible(page: Page): Promise<void> {
  // Where no script runs axe would wait for ever: what customers wrote is not the dashboard's to judge.
  await page.locator('iframe').evaluateAll((frames) => {
    for (const frame of frames) frame.setAttribute('src', 'about:blank');
  });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
    const found = violations.map(
      ({ id, help, nodes }) => `${id}: ${help} ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
    );
    expect.soft(found, `${new URL(page.url()).pathname}, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null });
}
