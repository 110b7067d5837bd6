import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { callApi, createRecord } from '../api-client.ts';
import { startFaultProxy } from '../fault-proxy.ts';
import { personOf, startDemo } from '../service-process.ts';
import { countTimers, type Held, measureHeld, SOAK_SETTINGS, soak } from '../watch-soak.ts';
import { launchBrowser } from './launch-browser.ts';

// Checks that Watch, with alerts armed, can stay open for a shift: 5,000 polls with faults, on a fast-forwarded clock.
const READINGS = 5_000;
const WARM_UP = 500;
const ROOMS = 60;
const CHANGE_EACH = 25;
/** Requests time out after ten seconds of real time, and retain memory until then. */
const SETTLE_MS = 12_000;

const service = await startDemo();
const proxy = await startFaultProxy(service.origin);
const { token } = personOf(service, 'admin');
const ids: string[] = [];
for (let room = 1; room <= ROOMS; room += 1) {
  const attributes = { name: `Visitor ${room}`, kind: 'support_room', awaiting_support: true };
  ids.push(await createRecord(service, token, { type: 'rooms', attributes }));
}
const browser = await launchBrowser();
const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
await context.clock.install();
await context.addInitScript(countTimers);
await context.addInitScript(
  (text) => localStorage.setItem('countersign.settings', text),
  JSON.stringify({ ...SOAK_SETTINGS, alertsArmed: true }),
);
const page = await context.newPage();
await page.goto(`${proxy.origin}/connect#token=${token}`);
await page.waitForURL((url) => url.pathname !== '/connect');
await page.goto(`${proxy.origin}/watch`);
await page.getByRole('table', { name: 'Waiting visitors' }).waitFor();
const devtools = await context.newCDPSession(page);
let lastChange = 0;
const beganAt = Date.now();
await soak(page, proxy, WARM_UP, changeNow);
const before = await settle();
await soak(page, proxy, READINGS, changeNow);
const after = await settle();
const seconds = Math.round((Date.now() - beganAt) / 1000);
await change(ids[0], { name: 'Right at the end', awaiting_support: true });
await page.clock.runFor(60_000);
await page.getByRole('link', { name: 'Right at the end' }).waitFor();
const rows = await page.getByRole('table', { name: 'Waiting visitors' }).locator('tbody tr').count();
const said = await page
  .getByRole('main')
  .getByText(/\d+ visitors waiting/)
  .textContent();
await browser.close();
await proxy.close();
await service.close();

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
  await change(ids[turn % ids.length], { awaiting_support: turn % 2 === 0 });
}

/** Changes a room through the API, past the browser. */
async function change(id: string | undefined, attributes: object): Promise<void> {
  await callApi(service, token, 'PUT', `/rooms/${id}`, { type: 'rooms', id, attributes });
}

async function settle(): Promise<Held> {
  await page.clock.runFor(60_000);
  await setTimeout(SETTLE_MS);
  return measureHeld(page, devtools);
}
