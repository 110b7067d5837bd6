import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { heapBytes } from '../heap-bytes.ts';
import { type Loading, readLoading } from './loading.ts';
import { addPageMeter, pressUntil, whenUsable } from './page-meter.ts';
import { quietly } from './quiet.ts';
import { applySetting, type SettingName } from './setting.ts';
import type { Subject } from './subject.ts';

export const KEYS = ['filter', 'select', 'approve', 'form', 'page'] as const;
export type KeyName = (typeof KEYS)[number];

export interface Visit {
  loading: Loading;
  /** Milliseconds from each key to the paint of its result. */
  keys: Record<KeyName, number>;
  worstEventMs: number;
  /** Heap of the idle queue. */
  heapBytes: number;
}

/** The letter to search for, and the number of rows expected after each key. */
export interface Expected {
  letter: string;
  queue: number;
  found: number;
  secondPage: number;
}

export type SignedIn = NonNullable<BrowserContextOptions['storageState']>;

/** Opens a page with an empty cache, waits until it is idle, and presses the keys one after the other. */
export async function visit(
  browser: Browser,
  storageState: SignedIn,
  subject: Subject,
  setting: SettingName,
  expected: Expected,
): Promise<Visit> {
  const { page, cdp, close } = await openPage(browser, storageState);
  try {
    await applySetting(cdp, setting);
    const rest = quietly(page);
    await page.goto(subject.origin + subject.queuePath);
    await whenUsable(page);
    await rest();
    const loading = await readLoading(page, subject);
    const keys = await pressKeys(page, rest, expected);
    const worstInQueue = await worstEvent(page);
    await page.goto(subject.origin + subject.ownDraftsPath);
    await page.locator('li a').first().waitFor();
    await rest();
    await page.getByText('Next page').or(page.getByLabel('Next page')).first().focus();
    const next = { changed: ['first' as const], values: { rows: expected.secondPage } };
    const paged = await pressUntil(page, 'Enter', next);
    const worstEventMs = Math.max(worstInQueue, await worstEvent(page));
    await page.goto(subject.origin + subject.queuePath);
    await whenUsable(page);
    await rest();
    return { loading, keys: { ...keys, page: paged }, worstEventMs, heapBytes: await heapBytes(cdp) };
  } finally {
    await close();
  }
}

async function pressKeys(page: Page, rest: () => Promise<void>, { letter, queue, found }: Expected) {
  const search = page.getByRole('searchbox');
  await search.focus();
  await rest();
  const filter = await pressUntil(page, letter, { changed: ['rows'], values: { rows: found } });
  await pressUntil(page, 'Backspace', { changed: ['rows'], values: { rows: queue } });
  await search.blur();
  await rest();
  const select = await pressUntil(page, 'j', { changed: ['chosen', 'text'] });
  await rest();
  const arrived = approvalArrives(page);
  const approve = await pressUntil(page, 'a', { changed: ['chosen', 'text'], values: { rows: queue - 1 } });
  await arrived;
  await rest();
  const form = await pressUntil(page, 'e', { changed: [], values: { isEditing: true } });
  await rest();
  return { filter, select, approve, form };
}

/** Checks that the approve key works at the moment the meter reports the queue as usable; throws otherwise. */
export async function proveUsable(browser: Browser, storageState: SignedIn, subject: Subject): Promise<void> {
  const { page, close } = await openPage(browser, storageState);
  const arrived = approvalArrives(page);
  await page.goto(subject.origin + subject.queuePath);
  const isGone = await page.evaluate(async () => {
    const { pageMeter } = window;
    await pageMeter.usable;
    pageMeter.arm({ changed: ['chosen', 'text', 'rows'] });
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }));
    return pageMeter.painted.then(
      () => true,
      () => false,
    );
  });
  if (isGone) await arrived;
  await close();
  if (!isGone) throw new Error(`${subject.name}: a key that was pressed when the queue could be used did nothing.`);
}

/** The dashboard sends the approval only after its undo delay. */
const approvalArrives = (page: Page) => page.waitForResponse((response) => response.request().method() === 'PUT');

async function openPage(browser: Browser, storageState: SignedIn) {
  const context = await browser.newContext({ storageState, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await addPageMeter(page);
  return { page, cdp: await context.newCDPSession(page), close: () => context.close() };
}

const worstEvent = (page: Page) => page.evaluate(() => Math.max(0, ...window.pageMeter.events));
