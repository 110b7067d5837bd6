import type { Page } from '@playwright/test';
import { quantile } from './quantile.ts';
import { makeWaiting, startWatch } from './watch-tenant.ts';

// Time for Watch to paint a poll in which ten of 500 rooms changed, at full speed and at 4× CPU slowdown.
const ROOMS = 500;
const CHANGED = 10;
const ROUNDS = 15;
const GOALS = [
  { slowdown: 1, mostMs: 50 },
  { slowdown: 4, mostMs: 200 },
];

/** Effects of one poll on the page. */
interface Reading {
  /** From the last byte of the response to the painted frame, in milliseconds. */
  paintMs: number;
  rows: number;
}

const { send, open, browser, stop } = await startWatch();
const present = await makeWaiting(send, ROOMS);
const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
await context.addInitScript(watchReadings);
// High thresholds and a slow poll: no row changes by age, and no poll falls between the changes of a round.
const patient = JSON.stringify({ warnAfterMinutes: 1440, alarmAfterMinutes: 1440, pollSeconds: 60 });
await context.addInitScript((text) => localStorage.setItem('countersign.settings', text), patient);
const page = await open(context);
await page
  .locator('tbody tr')
  .nth(ROOMS - 1)
  .waitFor();
const devtools = await context.newCDPSession(page);
let changes = 0;
let failed = false;
for (const { slowdown, mostMs } of GOALS) {
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const changed = await measure(async (round) => {
    const ids = Array.from({ length: CHANGED }, (_, index) => present[(round * CHANGED + index * 47) % present.length]);
    await Promise.all(ids.map((id) => send('PUT', `/rooms/${id}`, { name: `Change ${++changes}` })));
  });
  const same = await measure(async () => undefined);
  const paint = changed.map(({ paintMs }) => paintMs);
  const median = quantile(paint, 0.5);
  const rows = Math.max(...changed.map((reading) => reading.rows));
  const sameRows = Math.max(...same.map((reading) => reading.rows));
  failed ||= median > mostMs || rows > CHANGED || sameRows > 0;
  console.log(
    `${slowdown} × slowed: ${CHANGED} of ${ROOMS} changed: painted in ${median.toFixed(1)} ms ` +
      `(${Math.min(...paint).toFixed(1)}–${Math.max(...paint).toFixed(1)}, goal ${mostMs}), ${rows} rows touched at most; ` +
      `nothing changed: ${sameRows} rows touched`,
  );
}
await stop();
process.exitCode = failed ? 1 : 0;

/** Repeatedly applies a change, triggers a refetch as on a return to the page, and measures its effects. */
async function measure(change: (round: number) => Promise<unknown>): Promise<Reading[]> {
  const readings: Reading[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await change(round);
    readings.push(await readAgain(page));
  }
  return readings;
}

function readAgain(on: Page): Promise<Reading> {
  return on.evaluate(async () => {
    const rows = new Set<Element>();
    const asOf = document.querySelector('[data-as-of]');
    const { promise: shown, resolve: show } = Promise.withResolvers<void>();
    const noteRow = (node: Node) => {
      const row = (node instanceof Element ? node : node.parentElement)?.closest('tbody tr');
      // Ages update by themselves.
      const isAge = (node instanceof Element ? node : node.parentElement)?.closest('time');
      if (row && !isAge) rows.add(row);
    };
    const observer = new MutationObserver((records) => {
      for (const { target, addedNodes } of records) {
        if (target === asOf) show();
        for (const node of [target, ...addedNodes]) noteRow(node);
      }
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    const read = new Promise<number>((resolve) =>
      document.addEventListener('watch-read', () => resolve(performance.now()), { once: true }),
    );
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    const readAt = await read;
    // The rows and the "as of" time update together; one frame later both have been handed to the compositor.
    await shown;
    await new Promise(requestAnimationFrame);
    const { port1, port2 } = new MessageChannel();
    await new Promise((resolve) => {
      port1.onmessage = resolve;
      port2.postMessage(undefined);
    });
    const paintMs = performance.now() - readAt;
    await new Promise((resolve) => setTimeout(resolve, 100));
    observer.disconnect();
    return { paintMs, rows: rows.size };
  });
}

/** Runs in the page: dispatches an event when the last page of a poll has arrived. */
function watchReadings() {
  const text = Response.prototype.text;
  Response.prototype.text = async function read() {
    const answer = await text.call(this);
    const isLast = this.url.includes('awaiting_support') && this.url.includes('page%5Bnumber%5D=5');
    if (isLast) document.dispatchEvent(new Event('watch-read'));
    return answer;
  };
}
