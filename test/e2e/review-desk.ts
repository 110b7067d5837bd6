import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, type Page } from '@playwright/test';
import type { DraftRow } from '#server/db/tables.ts';
import type { ServiceProcess } from '../service-process.ts';

export const outbox = (page: Page) => page.getByRole('region', { name: 'Outbox' });

/** Waits until no decision is pending, in storage and on the page, which renders a frame later. */
export async function outboxIsEmpty(page: Page): Promise<void> {
  const kept = () => page.evaluate(() => localStorage.getItem('countersign.outbox'));
  await expect.poll(kept).toBeNull();
  await expect(outbox(page)).toBeHidden();
}

export const queue = (page: Page) => page.getByRole('region', { name: 'Review queue' });
export const lines = (page: Page) => queue(page).getByRole('listitem');
export const chosen = (page: Page) => page.getByRole('region', { name: 'Current draft' });
export const draftText = (page: Page) => chosen(page).getByRole('article', { name: 'Draft' }).locator('p').first();

/** Length of the queue. A long list is virtualized: only rows near the viewport are in the DOM, with `aria-setsize`. */
export const queueLength = async (page: Page) =>
  Number((await lines(page).first().getAttribute('aria-setsize')) ?? (await lines(page).count()));

/** Stores settings in this browser before the next page load. */
export const keepSettings = (page: Page, settings: Record<string, unknown>) =>
  page.addInitScript((text) => localStorage.setItem('countersign.settings', text), JSON.stringify(settings));

/** Holds back requests from now on; returns a function that releases them. */
export async function holdRequests(page: Page, which: string | RegExp): Promise<() => void> {
  const { promise: isFree, resolve: release } = Promise.withResolvers<void>();
  await page.route(which, (route) => isFree.then(() => route.continue()));
  return release;
}

/** The id in the address of an open draft. */
export const openId = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? '';

/** Opens the first draft of the queue that this user may decide on; returns its id. */
export async function openFirst(page: Page): Promise<string> {
  await lines(page).first().getByRole('link').click();
  await page.waitForURL(/\/review\/\d+/);
  return skipOwn(page);
}

/** Waits for the code that sends decisions: until it has loaded, a decision cannot leave with the page. */
export async function deliveryIsLoaded(page: Page): Promise<void> {
  const found = await page.waitForFunction(
    () => performance.getEntriesByType('resource').find(({ name }) => /\/deliver-[^/]*\.js$/.test(name))?.name,
  );
  // Resolves once the module has run, which may be long after it has arrived.
  await page.evaluate((url) => import(url ?? ''), await found.jsonValue());
  // The page itself waits for further chunks that it preloads with the module.
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

/** Skips drafts that this user may not decide on; returns the id of the open draft. `says` translates the page's texts. */
export async function skipOwn(page: Page, says = (english: string) => english): Promise<string> {
  const pane = page.getByRole('region', { name: says('Current draft') });
  const approve = pane.getByRole('button', { name: says('Approve'), exact: true });
  const refusal = pane
    .getByText(says('You wrote this draft – another reviewer has to decide.'))
    .or(pane.getByText(says('Your role can’t approve or reject drafts.')));
  const isShown = () => approve.or(refusal).first().waitFor();
  await isShown();
  while (await refusal.isVisible()) {
    const before = page.url();
    await page.keyboard.press('j');
    await page.waitForURL((url) => url.href !== before);
    await isShown();
  }
  return openId(page);
}

/** Rows of the demo tenant `harbor`, read from its database file. */
export function inDatabase<Row>({ dataDir }: ServiceProcess, statement: string, ...values: (string | number)[]): Row[] {
  const file = new DatabaseSync(join(dataDir, 'tenants', 'harbor.sqlite'), { readOnly: true });
  try {
    // The caller names the columns and their types.
    return file.prepare(statement).all(...values) as Row[];
  } finally {
    file.close();
  }
}

/** A draft as stored in the database. */
export function draftRow(service: ServiceProcess, id: string): DraftRow {
  const [row] = inDatabase<DraftRow>(service, 'select * from support_draft_messages where id = ?', id);
  if (!row) throw new Error(`There is no draft ${id}.`);
  return row;
}

export const statusOf = (service: ServiceProcess, id: string) => draftRow(service, id).status;
