import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { countTimers, type Held, measureHeld, SOAK_SETTINGS, soak } from '../watch-soak.ts';
import { makeWaiting, startWatch } from './watch-tenant.ts';

// Checks that Watch, with alerts armed, can stay open for a shift: 5,000 polls with faults, on a fast-forwarded clock.
const READINGS = 5_000;
const WARM_UP = 500;
const ROOMS = 60;
const CHANGE_EACH = 25;
/** Requests time out after ten seconds of real time, and retain memory until then. */
const SETTLE_MS = 12_000;

const { send, open, proxy, browser, stop } = await startWatch();
const ids = await makeWaiting(send, ROOMS);
const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
await context.clock.install();
await context.addInitScript(countTimers);
await context.addInitScript(
  (text) => localStorage.setItem('countersign.settings', text),
  JSON.stringify({ ...SOAK_SETTINGS, alertsArmed: true }),
);
const page = await open(context);
const devtools = await context.newCDPSession(page);
let lastChange = 0;
const beganAt = Date.now();
await soak(page, proxy, WARM_UP, changeNow);
const before = await settle();
await soak(page, proxy, READINGS, changeNow);
const after = await settle();
const seconds = Math.round((Date.now() - beganAt) / 1000);
await send('PUT', `/rooms/${ids[0]}`, { name: 'Right at the end', awaiting_support: true });
await page.clock.runFor(60_000);
await page.getByRole('link', { name: 'Right at the end' }).waitFor();
const rows = await page.getByRole('table', { name: 'Waiting visitors' }).locator('tbody tr').count();
const said = await page
  .getByRole('main')
  .getByText(/\d+ visitors waiting/)
  .textContent();
await stop();

console.log(`${READINGS} readings with faults in ${seconds} s`);
for (const [words, held] of [
  ['before', before],
  ['after', after],
] as const) {
  const { heapBytes, listeners, nodes, timers } = held;
  console.log(
    `${words}: heap ${(heapBytes / 1e6).toFixed(2)} MB, ${listeners} listeners, ${nodes} nodes, ${timers} timers`,
  );
}
assert(after.heapBytes < before.heapBytes * 1.1, 'the heap grew by more than 10 %');
assert(after.listeners <= before.listeners, 'listeners are left over');
assert(after.timers <= before.timers, 'timers are left over');
assert.equal(Number.parseInt(said ?? '', 10), rows, 'the page says another number than it shows');

/** Makes a room start or stop waiting every `CHANGE_EACH` polls. */
async function changeNow(read: number): Promise<void> {
  const turn = Math.floor(read / CHANGE_EACH);
  if (turn === lastChange) return;
  lastChange = turn;
  const id = ids[turn % ids.length];
  await send('PUT', `/rooms/${id}`, { awaiting_support: turn % 2 === 0 });
}

async function settle(): Promise<Held> {
  await page.clock.runFor(60_000);
  await setTimeout(SETTLE_MS);
  return measureHeld(page, devtools);
}
