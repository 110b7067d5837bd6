import { type BrowserContext, expect, type Page } from '@playwright/test';
import { letPass, setVisible, test } from './watch-journey.ts';

const POLL_MS = 10_000;
const REPEAT_MS = 30_000;
/** A chime has two notes. */
const NOTES = 2;

/** Counts the notes that are started in each page, and keeps what is told by notifications. */
async function listenIn(context: BrowserContext): Promise<void> {
  await context.grantPermissions(['notifications']);
  await context.addInitScript(() => {
    const heard = { notes: 0, told: [] as string[] };
    Object.assign(window, { heard });
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function count(when) {
      heard.notes++;
      start.call(this, when);
    };
    window.Notification = class extends Notification {
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
const toast = (page: Page) => page.getByText(/has begun to wait/).first();

async function arm(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Arm alerts' });
  await button.click();
  await expect(page.getByRole('button', { name: 'Alerts armed' })).toHaveAttribute('aria-pressed', 'true');
  // What a tab finds when it takes charge is known to it: only what comes later is told.
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).join(' '))).toContain('countersign.alerts.');
}

async function leaveWatch(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Keywords' }).click();
  await expect(page).toHaveURL(/\/keywords/);
}

test('a room that begins to wait is told until it is opened, and not while it is on the screen', async ({
  page,
  context,
  desk,
}) => {
  await context.clock.install();
  await listenIn(context);
  await desk.startWaiting('Waited before');
  await desk.open('/watch');
  await arm(page);
  await leaveWatch(page);
  await letPass(context, desk, POLL_MS);
  expect(await chimesIn(page)).toBe(0);

  const id = await desk.startWaiting('Mirjam Lind');
  await letPass(context, desk, POLL_MS);
  await expect(toast(page)).toBeVisible();
  await expect.poll(() => chimesIn(page)).toBe(1);
  const { told } = await heardIn(page);
  expect(told).toEqual([expect.stringMatching(/^127\.0\.0\.1:\d+: 1 room has begun to wait – Mirjam Lind$/)]);
  await letPass(context, desk, REPEAT_MS);
  await expect.poll(() => chimesIn(page)).toBe(2);

  await page.getByRole('button', { name: 'Open' }).click();
  await expect(page).toHaveURL(new RegExp(`/rooms/${id}$`));
  await expect(toast(page)).toBeHidden();
  await letPass(context, desk, REPEAT_MS + POLL_MS);
  expect(await chimesIn(page)).toBe(2);

  // It waits again, before the eyes of whoever has it open; later nobody has.
  await desk.setAwaiting(id, false);
  await letPass(context, desk, POLL_MS);
  await desk.setAwaiting(id, true);
  await letPass(context, desk, POLL_MS + REPEAT_MS);
  expect(await chimesIn(page)).toBe(2);
  await setVisible(page, false);
  await desk.startWaiting('Somebody else');
  await letPass(context, desk, 2 * POLL_MS);
  await expect.poll(() => chimesIn(page)).toBe(3);
});

for (const [words, withLocks] of [
  ['by locks', true],
  ['by turns in storage, where there are no locks', false],
] as const) {
  test(`one tab of many sounds, ${words}, and any tab may see`, async ({ page, context, desk }) => {
    if (!withLocks) await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'locks'));
    await context.clock.install();
    await listenIn(context);
    await desk.open('/watch');
    const other = await context.newPage();
    await desk.open('/watch', other);
    await arm(page);
    // All tabs are armed by one.
    await expect(other.getByRole('button', { name: 'Alerts armed' })).toBeVisible();
    for (const tab of [page, other]) await leaveWatch(tab);
    await letPass(context, desk, POLL_MS);
    await desk.startWaiting('Heard once');
    await letPass(context, desk, POLL_MS);
    for (const tab of [page, other]) await expect(toast(tab)).toBeVisible();
    await expect.poll(() => chimesIn(page, other)).toBe(1);
    await letPass(context, desk, REPEAT_MS);
    await expect.poll(() => chimesIn(page, other)).toBe(2);

    await other.getByRole('link', { name: /^Watch/ }).click();
    await expect(toast(page)).toBeHidden();
    await letPass(context, desk, REPEAT_MS + POLL_MS);
    expect(await chimesIn(page, other)).toBe(2);

    // Whichever of them goes, the other takes over.
    await page.close();
    await leaveWatch(other);
    await letPass(context, desk, POLL_MS);
    const before = await chimesIn(other);
    await desk.startWaiting('Heard by who is left');
    await letPass(context, desk, 2 * POLL_MS);
    await expect.poll(() => chimesIn(other)).toBe(before + 1);
  });
}
