import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { holdTimers, passHeldTime } from './held-timers.ts';
import { holdClock, inTime, letPass, readings, setVisible, table, test } from './watch-journey.ts';

const POLL_MS = 10_000;
const MINUTE_MS = 60_000;
const row = (page: Page, name: string) => table(page).getByRole('row').filter({ hasText: name });

test('a poll without changes costs a 304 and only updates its time', async ({ page, context, desk }) => {
  // Starts at a full minute, with high thresholds: then time alone changes neither the chart nor the rows, except the
  // bar of a wait, whose width shows its duration.
  await holdClock(context, Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS);
  const patient = JSON.stringify({ warnAfterMinutes: 1440, alarmAfterMinutes: 1440 });
  await context.addInitScript((text) => localStorage.setItem('countersign.settings', text), patient);
  await desk.startWaiting('Steady');
  await inTime(context, async () => {
    await desk.open('/watch');
    await expect(row(page, 'Steady')).toBeVisible();
    await expect(page.locator('figure canvas')).toBeVisible();
  });
  // Let one-time work after page load finish.
  await letPass(context, desk, POLL_MS / 2);
  // The chart sets its size when it is first observed, before this newer observer is called.
  await page.evaluate(() => new Promise((resolve) => void new ResizeObserver(resolve).observe(document.body)));
  await page.evaluate(() => {
    const changed: string[] = [];
    const observer = new MutationObserver((records) => {
      for (const { target, attributeName } of records) {
        const element = target instanceof Element ? target : target.parentElement;
        const isScale = attributeName === 'style' && element?.matches('[aria-hidden=true] > .bg-faint');
        const isTime = isScale || element?.closest('time, title, [data-as-of]');
        if (!isTime) changed.push(element?.outerHTML.slice(0, 200) ?? '');
      }
    });
    observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
    Object.assign(window, { changed });
  });
  const asOf = await page.locator('[data-as-of]').textContent();
  const before = readings(desk.proxy).length;
  await letPass(context, desk, POLL_MS);
  expect(readings(desk.proxy)).toHaveLength(before + 1);
  await expect(page.locator('[data-as-of]')).not.toHaveText(asOf ?? '');
  expect(readings(desk.proxy).at(-1)).toMatchObject({ status: 304, ifNoneMatch: expect.stringMatching(/^W\//) });
  expect(await page.evaluate(() => Reflect.get(window, 'changed'))).toEqual([]);
  await expect(page).toHaveTitle(/^\(\d+\) Watch · Lumen/);
  expect(await page.locator('link[rel=icon]').getAttribute('href')).toMatch(/^data:image\/svg/);
});

test('a hidden page sends no requests, and catches up at once when visible', async ({ page, context, desk }) => {
  await context.clock.install();
  await desk.open('/watch');
  await expect(page.locator('[data-as-of]')).toContainText('as of');
  await setVisible(page, false);
  const before = readings(desk.proxy).length;
  await letPass(context, desk, 6 * POLL_MS);
  expect(readings(desk.proxy)).toHaveLength(before);
  await desk.startWaiting('While away');
  await setVisible(page, true);
  await expect(row(page, 'While away')).toBeVisible();
});

test('a page has the current list at once after sleep', async ({ page, context, desk }) => {
  await context.clock.install();
  await desk.open('/watch');
  await expect(page.locator('[data-as-of]')).toContainText('as of');
  await desk.startWaiting('While frozen');
  // Headless Chromium never freezes a page, so dispatch the event that ends a freeze.
  await page.evaluate(() => document.dispatchEvent(new Event('resume')));
  await expect(row(page, 'While frozen')).toBeVisible();
  await desk.startWaiting('While the lid was closed');
  await context.clock.fastForward(2 * 3600_000);
  await expect(row(page, 'While the lid was closed')).toBeVisible();
  await expect(page.getByText('Not up to date')).toBeHidden();
});

test.describe('a stopped service', () => {
  test.use({ expectedComplaints: [/ERR_CONNECTION_REFUSED/] });

  test('is reported, and the list recovers by itself', async ({ page, context, desk }) => {
    await context.clock.install();
    await desk.startWaiting('Before');
    await desk.open('/watch');
    await expect(row(page, 'Before')).toBeVisible();
    await page.waitForLoadState('networkidle');
    await desk.proxy.halt();
    await letPass(context, desk, 2 * POLL_MS);
    const notice = page.getByRole('status').filter({ hasText: 'Not up to date' });
    await expect(notice).toContainText(/as of \d\d:\d\d:\d\d\. Can’t reach \S+\. Check your connection\./);
    await expect(row(page, 'Before')).toBeVisible();
    // Hours later.
    await context.clock.fastForward(5 * 3600_000);
    await desk.startWaiting('New visitor');
    await desk.proxy.resume();
    await letPass(context, desk, 2 * POLL_MS);
    await expect(row(page, 'New visitor')).toBeVisible();
    await expect(notice).toBeHidden();
  });
});

test.describe('a service that sends Retry-After', () => {
  test.use({ expectedComplaints: [/429/] });

  test('gets no requests before that time, even when the page becomes visible', async ({ page, context, desk }) => {
    await holdClock(context);
    await inTime(context, () => desk.open('/watch'));
    await letPass(context, desk, 1_000);
    const refusal = { kind: 'answer', status: 429, headers: { 'Retry-After': '60' } } as const;
    desk.proxy.setFaults((url) => (url.includes('page%5Bsize%5D=100') ? refusal : { kind: 'pass' }));
    await letPass(context, desk, POLL_MS);
    await expect(page.getByText('The server is busy. Next refresh at')).toBeVisible();
    const asked = readings(desk.proxy).length;
    desk.proxy.setFaults(() => ({ kind: 'pass' }));
    await letPass(context, desk, 30_000);
    await setVisible(page, false);
    await setVisible(page, true);
    await letPass(context, desk, 25_000);
    expect(readings(desk.proxy)).toHaveLength(asked);
    await letPass(context, desk, 7_000);
    await expect(page.getByText('The server is busy. Next refresh at')).toBeHidden();
    expect(readings(desk.proxy).length).toBeGreaterThan(asked);
  });
});

for (const [words, minutes] of [
  ['ahead of', 10],
  ['behind', -10],
] as const) {
  test(`a clock ten minutes ${words} the service does not distort ages`, async ({ page, context, desk }) => {
    await context.clock.install({ time: Date.now() + minutes * 60_000 });
    await desk.startWaiting('Punctual');
    await desk.open('/watch');
    await expect(row(page, 'Punctual')).toContainText(/^\d+ secs?Punctual/);
  });
}

test.describe('the wall', () => {
  test.use({ viewport: { width: 1920, height: 1080 } });

  test('shows big numbers, keeps the screen awake, and closes with Escape or f', async ({ page, desk }) => {
    await page.addInitScript(() => {
      const asked: string[] = [];
      Object.assign(window, { asked });
      Object.defineProperty(Navigator.prototype, 'wakeLock', {
        value: {
          request: async (type: string) => {
            asked.push(type);
            const lock = { released: false, release: async () => asked.push('released') };
            // Browsers release wake locks when the page is hidden.
            document.addEventListener('visibilitychange', () => {
              lock.released ||= document.visibilityState === 'hidden';
            });
            return lock;
          },
        },
      });
    });
    await desk.startWaiting('Seen from afar');
    await desk.open('/watch');
    await expect(row(page, 'Seen from afar')).toBeVisible();
    await page.keyboard.press('f');
    await expect(page).toHaveURL(/\/watch\/wall$/);
    const wall = page.getByRole('region', { name: 'Wall display' });
    const number = wall.getByText(/^\d+$/);
    await expect(number).toBeVisible();
    // Reading at five metres needs letters of 22 mm, or 40 px on a 50-inch screen; the number must carry further.
    expect(Number.parseFloat(await number.evaluate((element) => getComputedStyle(element).fontSize))).toBeGreaterThan(
      200,
    );
    await expect(page.getByRole('navigation', { name: 'Pages' })).toBeHidden();
    const asked = () => page.evaluate(() => Reflect.get(window, 'asked'));
    await expect.poll(asked).toEqual(['screen']);
    await setVisible(page, false);
    await setVisible(page, true);
    await expect.poll(asked).toEqual(['screen', 'screen']);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/\/watch$/);
    await expect.poll(asked).toEqual(['screen', 'screen', 'released']);
    await page.keyboard.press('f');
    await expect(wall).toBeVisible();
    await page.keyboard.press('f');
    await expect(page).toHaveURL(/\/watch$/);
  });
});

/** Records the texts of the chart that was drawn last. */
function noteDrawn(): void {
  const drawn: string[] = [];
  Object.assign(window, { drawn });
  const { fillText, clearRect } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillText = function note(text, ...rest) {
    drawn.push(text);
    fillText.call(this, text, ...rest);
  };
  CanvasRenderingContext2D.prototype.clearRect = function note(...area) {
    drawn.length = 0;
    clearRect.apply(this, area);
  };
}

/** The labels of the chart. */
async function ticksOf(page: Page): Promise<string[]> {
  const drawn = (): Promise<string[]> => page.evaluate(() => Reflect.get(window, 'drawn'));
  await expect.poll(drawn).not.toEqual([]);
  return drawn();
}

const withoutRepeats = (texts: readonly string[]) => [...new Set(texts)];

test('recorded waits are drawn as a chart, and listed as numbers', async ({ page, desk }) => {
  await page.addInitScript(noteDrawn);
  await desk.startWaiting('Counted');
  await desk.open('/watch');
  const history = page.getByRole('region', { name: 'History' });
  await expect(history.getByText(/^Recorded by the server since/)).toBeVisible();
  const ticks = await ticksOf(page);
  expect(ticks).toEqual(withoutRepeats(ticks));
  await history.getByText('Show as table').click();
  await expect(history.getByRole('table', { name: 'Visitors waiting per hour' }).getByRole('row')).not.toHaveCount(1);
  await expect(history.getByRole('table', { name: 'Busiest hours' }).getByRole('row')).toHaveCount(25);
});

test.describe('a service that records no waits', () => {
  test.use({ expectedComplaints: [/404/] });

  test('still has a chart, of what this browser has seen, whose ticks do not repeat', async ({ page, desk }) => {
    await page.addInitScript(noteDrawn);
    const minute = Math.floor(Date.now() / MINUTE_MS);
    const samples = [0, 1, 2].map((before) => [minute - before, 1]);
    await page.addInitScript(
      ([key = '', text = '']) => localStorage.setItem(key, text),
      [`countersign.waited.${desk.proxy.origin}`, JSON.stringify(samples)],
    );
    desk.proxy.setFaults((url) => (url.endsWith('/rapi/v1') ? { kind: 'answer', status: 404 } : { kind: 'pass' }));
    await desk.open('/watch');
    const history = page.getByRole('region', { name: 'History' });
    await expect(history.getByText(/^Recorded by this browser since/)).toBeVisible();
    await expect(history.getByText('This server doesn’t record waiting times.')).toBeVisible();
    const ticks = await ticksOf(page);
    expect(ticks).toEqual(withoutRepeats(ticks));
  });
});

test('a supervisor goes through the visitors by keyboard, and undoes one answer', async ({ page, desk }) => {
  const ids = [await desk.startWaiting('Longest'), await desk.startWaiting('Next one')];
  // Accessibility checks may take longer than the undo delay.
  await holdTimers(page);
  await desk.open('/watch');
  await expect(row(page, 'Next one')).toBeVisible();
  const panel = (name: string) => page.getByRole('complementary', { name: `Conversation with ${name}` });
  await row(page, 'Longest').getByRole('link').focus();
  await expect(panel('Longest')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/watch/${ids[0]}$`));
  await expectAccessible(page);
  await page.keyboard.press('e');
  await expect(row(page, 'Longest')).toContainText('Answered elsewhere');
  await expect(panel('Next one')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('z');
  await expect(row(page, 'Longest')).not.toContainText('Answered elsewhere');
  await expect(panel('Longest')).toBeVisible();
  await page.keyboard.press('e');
  await expect(row(page, 'Longest')).toContainText('Answered elsewhere');
  await passHeldTime(page);
  await expect(row(page, 'Longest')).toBeHidden();
  await expect(panel('Next one')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel('Next one')).toBeHidden();
  await page.keyboard.press('o');
  await expect(page).toHaveURL(new RegExp(`/rooms/${ids[1]}$`));
  // Waits for pending reads of the room, which would fail once the test deletes it.
  await page.waitForLoadState('networkidle');
});
