import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { API_PREFIX } from '#contract/document.ts';
import { aHeavyRoom } from '#test/builders.ts';
import { serviceForFile, serviceForTest } from '#test/service.ts';
import { historyOf, sendWithoutReading } from './unread-response.ts';

const stalledMs = 3_000;
const { app, db, listen, tokens } = await serviceForFile({ stalledMs });
const origin = await listen();
const path = historyOf(await aHeavyRoom(db, 15));
const headers = { 'x-access-token': tokens.agent };

test('a connection whose client stops reading is closed, even in the middle of a response', async () => {
  const open = () => new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)));
  const { status } = await sendWithoutReading(origin, tokens.agent, path);
  expect([status, await open()]).toEqual([200, 1]);
  await expect.poll(open).toBe(0);
  // Its bytes no longer count as unread.
  for (let count = 0; count < 4; count += 1) {
    const response = await fetch(`${origin}${API_PREFIX}${path}`, { headers });
    expect([response.status, (await response.arrayBuffer()).byteLength > 14_000_000]).toEqual([200, true]);
  }
});

test('a connection whose client reads in small portions stays open', async () => {
  const { socket } = await sendWithoutReading(origin, tokens.agent, path);
  const since = performance.now();
  let bytes = 0;
  for await (const chunk of socket) {
    bytes += chunk.length;
    if (bytes > 14_000_000) break;
    await delay(20);
  }
  expect(bytes).toBeGreaterThan(14_000_000);
  // Proves that reading took longer than the stall timeout.
  expect(performance.now() - since).toBeGreaterThan(stalledMs);
});

test('the timeout of stalled connections is 30 seconds by default', async () => {
  expect((await serviceForTest()).app.server.timeout).toBe(30_000);
});
