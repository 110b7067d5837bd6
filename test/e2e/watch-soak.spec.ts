import { expect } from '@playwright/test';
import {
  countTimers,
  expectNothingLeft,
  type Held,
  measureHeld,
  SOAK_SETTINGS,
  soak,
  timersOf,
} from '../watch-soak.ts';
import { holdClock, inTime, letPass, table, test } from './watch-journey.ts';

const WARM_UP = 30;
const READINGS = 60;

test.describe('many polls', () => {
  test.use({ expectedComplaints: [/500|429|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/] });

  test('with errors in between leave no leaks, and the page is correct at the end', async ({ page, context, desk }) => {
    await holdClock(context);
    await context.addInitScript(countTimers);
    await context.addInitScript(
      (text) => localStorage.setItem('countersign.settings', text),
      JSON.stringify(SOAK_SETTINGS),
    );
    const id = await desk.startWaiting('Comes and goes');
    await inTime(context, () => desk.open('/watch'));
    const devtools = await context.newCDPSession(page);
    const comeAndGo = async (read: number) => {
      if (read % 20 === 0) await desk.setAwaiting(id, read % 40 === 0);
    };
    await soak(page, desk.proxy, WARM_UP, comeAndGo);
    // Fresh query data holds a timer for ten seconds, so the count varies: sample it and take the minimum.
    const measureAtRest = async (): Promise<Held> => {
      // Code that loads in the background between the measurements would count as growth.
      await page.waitForLoadState('networkidle');
      const timers: number[] = [];
      for (let passedMs = 0; passedMs < 60_000; passedMs += 5_000) {
        await letPass(context, desk, 5_000);
        timers.push(await timersOf(page));
      }
      return { ...(await measureHeld(page, devtools)), timers: Math.min(...timers) };
    };
    const before = await measureAtRest();
    await soak(page, desk.proxy, READINGS, comeAndGo);
    await desk.setAwaiting(id, true);
    expectNothingLeft(before, await measureAtRest());
    await expect(table(page).getByRole('link', { name: 'Comes and goes' })).toBeVisible();
    await expect(page.getByText('Not up to date')).toBeHidden();
  });
});
