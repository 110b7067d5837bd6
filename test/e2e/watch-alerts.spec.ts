import { type BrowserContext, expect, type Page } from '@playwright/test';
import { type Desk, holdClock, inTime, letPass, setVisible, test } from './watch-journey.ts';

const POLL_MS = 10_000;
const REPEAT_MS = 30_000;
/** A chime has two notes. */
const NOTES = 2;
/** How long the leader tab waits for the other tabs to report what they show. */
const ANSWER_MS = 200;
const pass = (context: BrowserContext, desk: Desk, ms: number) => letPass(context, desk, ms, ANSWER_MS);
/** The next poll, the tabs' replies, and the chime. */
const HEARD_MS = POLL_MS + 1_000;

/** Counts the notes that each page plays and records its notifications, which a headless browser would refuse. */
async function listenIn(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const heard = { notes: 0, told: [] as string[] };
    const underWay = new Set<Promise<void>>();
    Object.assign(window, { heard, underWay });
    // Starting audio takes real time: wait for it, as the page's fake clock runs faster.
    const resume = AudioContext.prototype.resume;
    AudioContext.prototype.resume = function note() {
      const ready = resume.call(this);
      underWay.add(ready);
      void ready.finally(() => underWay.delete(ready));
      return ready;
    };
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function count(when) {
      heard.notes++;
      start.call(this, when);
    };
    window.Notification = class extends Notification {
      static override get permission() {
        return 'granted' as const;
      }
      static override async requestPermission() {
        return 'granted' as const;
      }
      constructor(title: string, options?: NotificationOptions) {
        super(title, options);
        heard.told.push(`${title} – ${options?.body}`);
      }
    };
  });
}

const heardIn = (page: Page): Promise<{ notes: number; told: string[] }> =>
  page.evaluate(() => Reflect.get(window, 'heard'));
const chimesIn = async (...pages: Page[]) => {
  const all = await Promise.all(pages.map(heardIn));
  return all.reduce((sum, { notes }) => sum + notes, 0) / NOTES;
};
const toast = (page: Page) => page.getByText(/New visitor waiting/).first();

async function arm(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Turn on alerts' });
  await button.click();
  await expect(page.getByRole('button', { name: 'Alerts on' })).toHaveAttribute('aria-pressed', 'true');
  // A new leader tab takes its first list as known; it alerts only for later changes.
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).join(' '))).toContain('countersign.alerts.');
}

async function leaveWatch(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Keywords' }).click();
  await expect(page).toHaveURL(/\/keywords/);
  await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'false');
}

test('a newly waiting room causes alerts until it is opened, but not while it is visible', async ({
  page,
  context,
  desk,
}) => {
  await holdClock(context);
  await listenIn(context);
  await desk.startWaiting('Waited before');
  await inTime(context, async () => {
    await desk.open('/watch');
    await arm(page);
    await leaveWatch(page);
  });
  await pass(context, desk, POLL_MS);
  expect(await chimesIn(page)).toBe(0);

  const id = await desk.startWaiting('Mirjam Lind');
  await pass(context, desk, HEARD_MS);
  await expect(toast(page)).toBeVisible();
  expect(await chimesIn(page)).toBe(1);
  const { told } = await heardIn(page);
  expect(told).toEqual([expect.stringMatching(/^New visitor waiting: Mirjam Lind – Lumen$/)]);
  await pass(context, desk, REPEAT_MS);
  expect(await chimesIn(page)).toBe(2);

  await inTime(context, async () => {
    await page.getByRole('button', { name: 'Open' }).click();
    await expect(page).toHaveURL(new RegExp(`/rooms/${id}$`));
    await expect(toast(page)).toBeHidden();
  });
  await pass(context, desk, REPEAT_MS + POLL_MS);
  expect(await chimesIn(page)).toBe(2);

  // The room waits again while it is open on screen: no alert. Once the page is hidden, a new room alerts.
  await desk.setAwaiting(id, false);
  await pass(context, desk, POLL_MS);
  await desk.setAwaiting(id, true);
  await pass(context, desk, POLL_MS + REPEAT_MS);
  expect(await chimesIn(page)).toBe(2);
  await setVisible(page, false);
  await desk.startWaiting('Another visitor');
  await pass(context, desk, 2 * POLL_MS);
  expect(await chimesIn(page)).toBe(3);
});

for (const [words, withLocks] of [
  ['by locks', true],
  ['by a lease in storage without locks', false],
] as const) {
  test(`one of many tabs plays the sound, ${words}, and any tab may dismiss it`, async ({ page, context, desk }) => {
    if (!withLocks) await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'locks'));
    await holdClock(context);
    await listenIn(context);
    const other = await context.newPage();
    await inTime(context, async () => {
      await desk.open('/watch');
      await desk.open('/watch', other);
      await arm(page);
      // Arming one tab arms all tabs.
      await expect(other.getByRole('button', { name: 'Alerts on' })).toBeVisible();
      for (const tab of [page, other]) await leaveWatch(tab);
    });
    await pass(context, desk, POLL_MS);
    await desk.startWaiting('Heard once');
    await pass(context, desk, HEARD_MS);
    for (const tab of [page, other]) await expect(toast(tab)).toBeVisible();
    expect(await chimesIn(page, other)).toBe(1);
    await pass(context, desk, REPEAT_MS);
    expect(await chimesIn(page, other)).toBe(2);

    await inTime(context, async () => {
      await other.getByRole('link', { name: /^Watch/ }).click();
      await expect(toast(page)).toBeHidden();
    });
    await pass(context, desk, REPEAT_MS + POLL_MS);
    expect(await chimesIn(page, other)).toBe(2);

    // When the leader tab closes, the other takes over.
    await page.close();
    if (withLocks)
      await expect.poll(() => other.evaluate(async () => (await navigator.locks.query()).pending)).toEqual([]);
    await inTime(context, () => leaveWatch(other));
    await pass(context, desk, POLL_MS);
    const before = await chimesIn(other);
    await desk.startWaiting('Heard by who is left');
    await pass(context, desk, 2 * POLL_MS);
    expect(await chimesIn(other)).toBe(before + 1);
  });
}
