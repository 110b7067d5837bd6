import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Fails on axe violations of the current page, in the light and the dark theme. */
export async function expectAccessible(page: Page): Promise<void> {
  expect.soft(await findFaults(page), new URL(page.url()).pathname).toEqual([]);
}

/** Axe violations of the current page, in the light and the dark theme, one sentence each. */
export async function findFaults(page: Page): Promise<string[]> {
  // Axe takes longer to load than to run: a document that is checked again keeps it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const light = await findInTheme(page, 'light', RULES);
  // The themes differ only in colours.
  const dark = await findInTheme(page, 'dark', ['color-contrast']);
  await page.emulateMedia({ colorScheme: null });
  return [...light, ...dark];
}

async function findInTheme(page: Page, theme: 'light' | 'dark', runOnly: string[]): Promise<string[]> {
  await page.emulateMedia({ colorScheme: theme });
  const violations = await page.evaluate(async (rules) => {
    const { axe } = globalThis as unknown as { axe: { run: typeof import('axe-core').run } };
    // Focus guards pass the focus on and never keep it.
    const scope = { exclude: ['[data-base-ui-focus-guard]'] };
    // Customers' own markup in frames is out of scope. Reporting violations only cuts the time.
    return (await axe.run(scope, { runOnly: rules, resultTypes: ['violations'], iframes: false })).violations;
  }, runOnly);
  return violations.map(
    ({ id, help, nodes }) => `${theme}, ${id}: ${help} ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  );
}
